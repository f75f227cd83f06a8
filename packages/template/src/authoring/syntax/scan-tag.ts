// The offset of opening braces → the whole tag, or a TemplateSyntaxError.

import { BRACKET_STEP } from "@hookwright/base";
import { positionToText, TemplateSyntaxError } from "./template-problem.ts";

export function scanTag(source: string, start: number): Tag {
  if (source.startsWith("{{{{", start)) return scanRawBlock(source, start);
  const afterBraces = source[start + 2] === "~" ? start + 3 : start + 2;
  if (source[afterBraces] === "!") return scanComment(source, start, afterBraces);
  const sigil = readSigil(source.slice(afterBraces, afterBraces + 2));
  const innerStart = afterBraces + sigil.length;
  const close = findClose(source, start, innerStart, sigil === "{");
  const inner = source.slice(innerStart, close.start);
  return {
    type: "Tag",
    kind: kindOfTag(sigil, inner),
    sigil,
    start,
    end: close.end,
    innerStart,
    inner,
    trimsBefore: source[start + 2] === "~",
    trimsAfter: source[close.end - 3] === "~",
  };
}

const NAME = new RegExp(String.raw`^\s*("[^"]*"|'[^']*'|(?:${BRACKET_STEP}|[^\s["'])*)`);

/** The name that the closing tag has to repeat, as it is written. A text in quotes is a name by itself. */
export function nameOfBlock(inner: string): string {
  return NAME.exec(inner)?.[1] as string;
}

/** `if` may be closed as `"if"` and as `[if]`: names are compared without their quotes and brackets. */
export function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

function plainName(name: string): string {
  return (
    /^(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\])$/
      .exec(name)
      ?.slice(1)
      .find((text) => text !== undefined) ?? name
  );
}

function readSigil(text: string): string {
  return /^(?:#[>*]?|[/^>&*{])/.exec(text)?.[0] ?? "";
}

function kindOfTag(sigil: string, inner: string): TagKind {
  switch (sigil[0]) {
    case "#":
      return "open";
    case "/":
      return "close";
    case ">":
      return "partial";
    case "^":
      return inner.trim() === "" ? "else" : "inverse";
    case undefined:
      return /^\s*else\b/.test(inner) ? "else" : "value";
    default:
      return "value";
  }
}

/** Offsets of the closing braces, whitespace control included. */
interface Close {
  readonly start: number;
  readonly end: number;
}

/** The first closing braces outside of strings and `[…]` segments. */
function findClose(source: string, start: number, innerStart: number, isTriple: boolean): Close {
  const close = isTriple ? /\}~?\}\}/y : /~?\}\}/y;
  let at = innerStart;
  while (at < source.length) {
    const char = source[at];
    if (char === "}" || char === "~") {
      close.lastIndex = at;
      if (close.test(source)) return { start: at, end: close.lastIndex };
      if (source.startsWith("}}", at)) throw closedByTwo(source, start);
    }
    if (char === "{" && source[at + 1] === "{") break;
    at = skipOne(source, at);
  }
  throw neverClosed(source, start);
}

const BRACKETED = new RegExp(BRACKET_STEP, "y");

/** One character, or the string or segment that begins with it. */
function skipOne(source: string, at: number): number {
  const char = source[at];
  if (char === '"' || char === "'") return endOfString(source, at, char);
  if (char !== "[") return at + 1;
  BRACKETED.lastIndex = at;
  return BRACKETED.test(source) ? BRACKETED.lastIndex : source.length;
}

function endOfString(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\" && source[at + 1] === quote) at++;
    else if (source[at] === quote) return at + 1;
  }
  return source.length;
}

function neverClosed(source: string, start: number): TemplateSyntaxError {
  const message = `expression opened at ${positionToText(source, start)} is never closed`;
  return new TemplateSyntaxError(message, start, {
    code: "template_unclosed",
    hint: 'Add "}}", or write "\\{{" for the braces themselves.',
  });
}

function closedByTwo(source: string, start: number): TemplateSyntaxError {
  const message = `"{{{" at ${positionToText(source, start)} is closed by "}}"`;
  return new TemplateSyntaxError(message, start, {
    code: "template_unclosed",
    hint: 'Close it with "}}}", or put a space after the first brace.',
  });
}

type TagKind = "comment" | "raw" | "open" | "inverse" | "close" | "else" | "partial" | "value";

/** One tag of a template. */
export interface Tag {
  readonly type: "Tag";
  readonly kind: TagKind;
  /** The characters between the braces and the expression: `#`, `#>`, `^`, `{` and the like. */
  readonly sigil: string;
  /** Offsets of the whole tag, braces included. A raw block is one tag, up to the end of its close. */
  readonly start: number;
  readonly end: number;
  /** Where the expression inside begins: after braces, sigil and whitespace control. */
  readonly innerStart: number;
  readonly inner: string;
  /** Whether "~" removes the white space before and after the tag. */
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}

function scanComment(source: string, start: number, bangAt: number): Tag {
  const isLong = source.startsWith("!--", bangAt);
  const close = isLong ? /--~?\}\}/g : /\}\}/g;
  // The dashes that open a comment can close it: "{{!--}}" is a whole one.
  close.lastIndex = bangAt + 1;
  if (close.exec(source) !== null) {
    const end = close.lastIndex;
    return {
      ...VERBATIM,
      kind: "comment",
      start,
      end,
      innerStart: start,
      inner: "",
      trimsBefore: source[start + 2] === "~",
      trimsAfter: source[end - 3] === "~",
    };
  }
  const message = `comment opened at ${positionToText(source, start)} is never closed`;
  const hint = isLong ? 'Add "--}}".' : 'Add "}}".';
  throw new TemplateSyntaxError(message, start, { code: "template_unclosed", hint });
}

function scanRawBlock(source: string, start: number): Tag {
  const innerStart = start + 4;
  const headerEnd = source.indexOf("}}}}", innerStart);
  const inner = source.slice(innerStart, headerEnd === -1 ? undefined : headerEnd);
  const name = /^\s*([^\s}]*)/.exec(inner)?.[1] as string;
  const close = headerEnd === -1 ? undefined : findRawClose(source, headerEnd);
  if (close === undefined) throw rawNeverClosed(source, start, name);
  if (close.name !== name) throw rawMismatch(source, start, { name, close });
  return { ...VERBATIM, kind: "raw", start, end: close.end, innerStart, inner };
}

const VERBATIM = { type: "Tag", sigil: "", trimsBefore: false, trimsAfter: false } as const;

/** The text of a raw block, in the pieces that whitespace control trims one by one. */
export function rawPieces(source: string, { innerStart, inner, end }: Tag): readonly string[] {
  const bodyStart = innerStart + inner.length + 4;
  const bodyEnd = source.lastIndexOf("{{{{/", end - 1);
  const pieces = source.slice(bodyStart, bodyEnd).split(RAW_EDGE);
  return pieces.filter((piece) => piece !== "");
}

const RAW_EDGE = /(\{\{\{\{(?:\/[^\s{}]*\}\}\}\}|(?!\/)))/;

interface RawClose {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Raw blocks nest, whatever their names; only the outermost pair is compared. */
function findRawClose(source: string, from: number): RawClose | undefined {
  const edge = /\{\{\{\{(?:\/([^\s{}]*)\}\}\}\}|(?!\/))/g;
  edge.lastIndex = from;
  let depth = 1;
  for (let found = edge.exec(source); found !== null; found = edge.exec(source)) {
    const [, name] = found;
    depth += name === undefined ? 1 : -1;
    if (name !== undefined && depth === 0) return { name, start: found.index, end: edge.lastIndex };
  }
  return undefined;
}

function rawNeverClosed(source: string, start: number, name: string): TemplateSyntaxError {
  const at = positionToText(source, start);
  const message = `raw block "${name}" opened at ${at} is never closed`;
  const hint = `Add "{{{{/${name}}}}}".`;
  return new TemplateSyntaxError(message, start, { code: "template_unclosed", hint });
}

function rawMismatch(
  source: string,
  start: number,
  { name, close }: { readonly name: string; readonly close: RawClose },
): TemplateSyntaxError {
  const openedAt = positionToText(source, start);
  const closedAt = positionToText(source, close.start);
  const message = `raw block "${name}" opened at ${openedAt} is closed by "{{{{/${close.name}}}}}" at ${closedAt}`;
  return new TemplateSyntaxError(message, close.start, {
    code: "template_block_mismatch",
    hint: `Write "{{{{/${name}}}}}".`,
  });
}
