// A plain or quoted text of YAML → its decoded pieces.
import type { DecodedPiece } from "./character-spans.ts";

/** Line ends with the whitespace around them: a single one folds to a space, and of several all but one are kept. */
const FOLD = String.raw`[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*`;

/**
 * Blanks within a line are matched together: matched one by one, each would search for the end of all (quadratic
 * time).
 */
const GAP = String.raw`${FOLD}|[ \t]+`;

const PLAIN = new RegExp(String.raw`${GAP}|[^ \t\r\n]+|[\s\S]`, "g");
const SINGLE = new RegExp(String.raw`${GAP}|''|[^ \t\r\n']+|[\s\S]`, "g");
const DOUBLE = new RegExp(
  String.raw`${GAP}|\\(?:\r?\n[ \t]*|x.{2}|u.{4}|U.{8}|[\s\S])|[^ \t\r\n\\]+|[\s\S]`,
  "g",
);

export function decodeYamlFlow(written: string, offset: number): readonly DecodedPiece[] {
  const quote = /^["']/.exec(written)?.[0];
  if (quote === undefined) return decode(written, offset, PLAIN);
  return decode(written.slice(1, -1), offset + 1, quote === "'" ? SINGLE : DOUBLE);
}

function decode(content: string, offset: number, unit: RegExp): readonly DecodedPiece[] {
  return Array.from(content.matchAll(unit), ({ 0: source, index }) => {
    const start = offset + index;
    return { text: decodeUnit(source, unit), start, end: start + source.length };
  });
}

function decodeUnit(source: string, unit: RegExp): string {
  if (unit === DOUBLE && source.startsWith("\\")) return decodeEscape(source.slice(1));
  if (source === "''" && unit === SINGLE) return "'";
  const lines = source.split("\n").length - 1;
  if (lines === 0) return source;
  return lines === 1 ? " " : "\n".repeat(lines - 1);
}

/** All other escapes stand for the character itself. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001B"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["N", "\u0085"],
  ["_", "\u00A0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

function decodeEscape(escaped: string): string {
  if (/^[xuU]./.test(escaped)) return String.fromCodePoint(Number.parseInt(escaped.slice(1), 16));
  return escaped.includes("\n") ? "" : (ESCAPES.get(escaped) ?? escaped);
}
