// The bytes of a body → bodies that it may have been when it was signed, each with what differs.
import { decodeText } from "../build-signed.ts";
import { bytesMatch } from "../decode-bytes.ts";
import { encodeText } from "../decode-key.ts";

export interface OtherBody {
  readonly what: string;
  readonly body: Uint8Array;
}

/** Editors, proxies and frameworks change bodies in these ways. */
const TEXT_CHANGES: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ["without its byte order mark", (text) => text],
  ["without the line feed at its end", (text) => text.replace(/\r?\n$/, "")],
  ["with a line feed at its end", (text) => `${text}\n`],
  ["without the white space around it", (text) => text.trim()],
  ["with CRLF in place of each LF", (text) => text.replace(/\r?\n/g, "\r\n")],
  ["with LF in place of each CRLF", (text) => text.replaceAll("\r\n", "\n")],
];

const JSON_CHANGES: readonly (readonly [what: string, write: (value: unknown) => string])[] = [
  ["written again as compact JSON", (value) => JSON.stringify(value)],
  ["written again as JSON with two spaces of indent", (value) => JSON.stringify(value, null, 2)],
  ["written again as JSON with four spaces of indent", (value) => JSON.stringify(value, null, 4)],
  ["written again as Python writes JSON", (value) => escapeUnicode(writeSpaced(value))],
  ["written again as compact JSON in ASCII", (value) => escapeUnicode(JSON.stringify(value))],
  ["written again as PHP writes JSON", (value) => writePhp(value)],
];

export function otherBodies(body: Uint8Array): readonly OtherBody[] {
  const text = decodeText(body);
  if (text === undefined) return [];
  const value = parse(text);
  const all = [
    ...TEXT_CHANGES.map(([what, change]) => [what, change(text)] as const),
    ...(value === undefined
      ? []
      : JSON_CHANGES.map(([what, write]) => [what, write(value)] as const)),
  ];
  const first = new Map<string, string>();
  for (const [what, other] of all) if (!first.has(other)) first.set(other, what);
  return [...first]
    .map(([other, what]) => ({ what: `the body ${what}`, body: encodeText(other) }))
    .filter((other) => !bytesMatch(other.body, body));
}

/** Not as the gates parse JSON: those keep long integers, and what writes JSON again does not. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line feed of `stringify` stands between values alone: those in texts are escaped. */
function writeSpaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/,\n\s*/g, ", ")
    .replace(/\n\s*/g, "");
}

function writePhp(value: unknown): string {
  return escapeUnicode(JSON.stringify(value)).replaceAll("/", "\\/");
}

function escapeUnicode(json: string): string {
  return json.replace(
    /[^\x20-\x7e\n]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
