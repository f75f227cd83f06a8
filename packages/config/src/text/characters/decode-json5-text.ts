// A quoted text of JSON5, quotes included → its decoded pieces.
import type { DecodedPiece } from "./character-spans.ts";

/** An escape, or any other character. */
const UNIT = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|\r\n|[\s\S])|[^\\]+/g;

export function decodeJson5Text(quoted: string, offset: number): readonly DecodedPiece[] {
  const content = quoted.slice(1, -1);
  return Array.from(content.matchAll(UNIT), ({ 0: source, index }) => {
    const start = offset + 1 + index;
    const text = source.startsWith("\\") ? decodeEscape(source.slice(1)) : source;
    return { text, start, end: start + source.length };
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["0", "\0"],
]);

function decodeEscape(escaped: string): string {
  if (/^[ux]./.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  // A line that ends with a backslash goes on.
  if (/^[\n\r\u2028\u2029]/.test(escaped)) return "";
  return ESCAPES.get(escaped) ?? escaped;
}
