// The source of a template → what is in braces of any kind, in order.

import { DOLLAR_TEXT, SINGLE_TEXT } from "../syntax/dialect.ts";
import { scanTag, type Tag } from "../syntax/scan-tag.ts";
import { errorOf } from "../syntax/template-problem.ts";

/** `{{…}}`, `{% … %}`, `${a.b}`, `%{a}`, `<%= a %>` or `{a.b}`. */
export interface ForeignPiece {
  readonly kind: "tag" | "statement" | "text";
  readonly start: number;
  readonly end: number;
  /** Of a tag: `#`, `/`, `^`, `{` and the like. */
  readonly sigil: string;
  /** Without braces, sigil and white space around it. */
  readonly inner: string;
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
  /** Whether a `-` asks for it, as in Go and Jinja, and not a `~`. */
  readonly isDashed: boolean;
}

/** Longer tags were not written by a person, and searching for their ends would take long. */
const MAX_TAG_LENGTH = 2_000;

/** Larger templates hold data: nothing in them is searched. */
const MAX_SOURCE_LENGTH = 200_000;

const OPENING = /\{\{\{\{|\{\{|\{%|\$\{(?!\{)|%\{(?=\s*[A-Za-z_])|<%=|\{(?=\s*[A-Za-z_])/g;

/** Ends early where our own scanner would end with an error. */
export function scanPieces(source: string): readonly ForeignPiece[] {
  const pieces: ForeignPiece[] = [];
  if (source.length > MAX_SOURCE_LENGTH) return pieces;
  const opening = new RegExp(OPENING);
  for (let found = opening.exec(source); found !== null; found = opening.exec(source)) {
    const { 0: braces, index } = found;
    if (isEscaped(source, found)) continue;
    const isOurs = braces.startsWith("{{");
    const tag = isOurs ? findTag(source, index) : undefined;
    if (isOurs && tag === undefined) return pieces;
    const piece =
      tag === undefined ? readOther(source, index, braces) : pieceOfTag(source, tag, index);
    if (piece !== undefined) pieces.push(piece);
    opening.lastIndex = tag?.end ?? piece?.end ?? index + braces.length;
  }
  return pieces;
}

function pieceOfTag(source: string, { kind, end }: Tag, start: number): ForeignPiece | undefined {
  if (kind === "raw" || kind === "comment") return undefined;
  return readTag(source.slice(start, end), start);
}

function readOther(source: string, start: number, braces: string): ForeignPiece | undefined {
  const near = source.slice(start, start + MAX_TAG_LENGTH);
  const read = braces === "{%" ? readStatement : readText;
  return read(near, start, source.charAt(start - 1));
}

/** A second backslash escapes the first one, and not the braces. */
function isEscaped(source: string, { 0: braces, index }: RegExpExecArray): boolean {
  const isDouble = braces.startsWith("{{") && source[index - 2] === "\\";
  return source[index - 1] === "\\" && !isDouble;
}

function findTag(source: string, start: number): Tag | undefined {
  let tag: Tag | undefined;
  errorOf(() => {
    tag = scanTag(source, start);
  });
  return tag;
}

/** `~`, and `-` in Go, Jinja and Liquid, remove the white space around. */
const TAG = /^(\{\{\{?)(~|-(?=\s))?\s*(#[>*]?|[/^>&*])?\s*(.*?)\s*(~|-)?(?:\}\}\}?)$/s;

function readTag(text: string, start: number): ForeignPiece {
  const [, , before, sigil = "", inner = "", after] = TAG.exec(text) as RegExpExecArray;
  const isDashed = before === "-" || after === "-";
  const trims = { trimsBefore: before !== undefined, trimsAfter: after !== undefined, isDashed };
  return { kind: "tag", start, end: start + text.length, sigil, inner, ...trims };
}

const STATEMENT = /^\{%([-+~]?)\s*(.*?)\s*([-+~]?)%\}/s;

function readStatement(near: string, start: number): ForeignPiece | undefined {
  const [text = "", before, inner = "", after] = STATEMENT.exec(near) ?? [];
  if (inner === "") return undefined;
  const trims = { trimsBefore: before === "-", trimsAfter: after === "-", isDashed: true };
  return { kind: "statement", start, end: start + text.length, sigil: "", inner, ...trims };
}

/** Logstash and ERB. */
const MARKED_TEXT = /^(?:%\{\s*([A-Za-z_][\w.[\]-]*)\s*\}|<%=\s*([A-Za-z_@][\w.[\]-]*)\s*%>)/;

function readText(near: string, start: number, before: string): ForeignPiece | undefined {
  const isDollar = near.startsWith("$");
  const isMarked = /^[%<]/.test(near);
  const plain = isDollar ? DOLLAR_TEXT : SINGLE_TEXT;
  const [text = "", ...inners] = (isMarked ? MARKED_TEXT : plain).exec(near) ?? [];
  const inner = inners.find((one) => one !== undefined)?.replace(/^@/, "");
  const isPartOfWord = !isDollar && !isMarked && /[\w$@#{]/.test(before);
  if (inner === undefined || isPartOfWord) return undefined;
  const trims = { trimsBefore: false, trimsAfter: false, isDashed: false };
  return { kind: "text", start, end: start + text.length, sigil: "", inner, ...trims };
}
