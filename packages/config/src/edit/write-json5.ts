// A document → how it writes keys, texts and commas, so that JSON stays JSON and JSON5 stays what its author likes.
import type { DocumentNode } from "@humanwhocodes/momoa";
import { indentUnitOf, lineEndOf } from "./text-edit.ts";

export interface Json5Writer {
  /** Without an indentation: on one line. */
  readonly write: (value: unknown, indent: string | undefined) => string;
  readonly writeKey: (name: string) => string;
}

interface Manner {
  readonly isPlainKey: boolean;
  readonly isSingle: boolean;
  readonly lastComma: string;
  readonly unit: string;
  readonly lineEnd: string;
}

/** The document has its tokens. */
export function createJson5Writer(document: DocumentNode, source: string): Json5Writer {
  const manner = mannerOf(document, source);
  return {
    write: (value, indent) => write(value, { manner, indent }),
    writeKey: (name) => writeKey(name, manner),
  };
}

function mannerOf(document: DocumentNode, source: string): Manner {
  const tokens = (document.tokens as NonNullable<DocumentNode["tokens"]>).filter(
    ({ type }) => !type.endsWith("Comment"),
  );
  return {
    isPlainKey: tokens.some(({ type }) => type === "Identifier"),
    isSingle: tokens.some(({ type, loc }) => type === "String" && source[loc.start.offset] === "'"),
    // JSON has none: `RBrace` or `RBracket` behind a comma says that this text is something else.
    lastComma: tokens.some(
      ({ type }, at) => type === "Comma" && tokens[at + 1]?.type.startsWith("R"),
    )
      ? ","
      : "",
    unit: indentUnitOf(source),
    lineEnd: lineEndOf(source),
  };
}

function writeKey(name: string, manner: Manner): string {
  return manner.isPlainKey && /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name, manner);
}

function quote(text: string, { isSingle }: Manner): string {
  return isSingle && !/["'\\\p{Cc}]/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

interface Where {
  readonly manner: Manner;
  readonly indent: string | undefined;
}

/** Longer ones are written on several lines. */
const MAX_LINE_CHARACTERS = 60;

function write(value: unknown, { manner, indent }: Where): string {
  if (typeof value === "string") return quote(value, manner);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = writeMembers(value, { manner, indent: undefined }).join(", ");
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (line === "") return `${open}${close}`;
  const isNested = Object.values(value).some((one) => typeof one === "object" && one !== null);
  if (indent === undefined || (!isNested && line.length <= MAX_LINE_CHARACTERS)) {
    return Array.isArray(value) ? `[${line}]` : `{ ${line} }`;
  }
  const { lineEnd, unit, lastComma } = manner;
  const inner = indent + unit;
  const lines = writeMembers(value, { manner, indent: inner }).join(`,${lineEnd}${inner}`);
  return `${open}${lineEnd}${inner}${lines}${lastComma}${lineEnd}${indent}${close}`;
}

function writeMembers(value: object, where: Where): readonly string[] {
  if (Array.isArray(value)) return value.map((one) => write(one, where));
  return Object.entries(value).map(
    ([name, one]) => `${writeKey(name, where.manner)}: ${write(one, where)}`,
  );
}
