// Queries and forms as sent → their parameters.
import type { QueryRecord } from "./values.ts";

const EMPTY: QueryRecord = Object.freeze({});

export function parseQuery(query: string): QueryRecord {
  if (query === "") return EMPTY;
  const parameters: [string, string][] = [];
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equalsAt = pair.indexOf("=");
    const name = equalsAt === -1 ? pair : pair.slice(0, equalsAt);
    const value = equalsAt === -1 ? "" : pair.slice(equalsAt + 1);
    parameters.push([decode(name), decode(value)]);
  }
  return Object.fromEntries(parameters);
}

/** A broken escape stays as it was sent, because refusing the request would help nobody. */
function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

export function queryOf(target: string): string {
  const at = target.indexOf("?");
  return at === -1 ? "" : target.slice(at + 1);
}

declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true; ignoreBOM?: true });
  decode(bytes: Uint8Array): string;
}

/** In the order in which they were sent. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** The bytes of a form → its fields; undefined if a text in it is not UTF-8. */
export function parseForm(body: Uint8Array): FormFields | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const pairs = text.split("&").filter((pair) => pair !== "");
    return pairs.map((pair) => splitPair(pair).map(decodeField) as unknown as FormFields[number]);
  } catch {
    return undefined;
  }
}

function splitPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf("=");
  return equals === -1 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

/** A `%` without an escape is a literal character, as in every browser: `50% off`. */
function decodeField(text: string): string {
  const spaced = text.replaceAll("+", " ");
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const bytes = unescapeBytes(new TextEncoder().encode(spaced));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  }
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** The bytes of a form → the bytes of its names and values, for texts in another charset than UTF-8. */
export function splitForm(body: Uint8Array): readonly (readonly [Uint8Array, Uint8Array])[] {
  const fields: [Uint8Array, Uint8Array][] = [];
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(AMPERSAND, start);
    const end = found === -1 ? body.length : found;
    const pair = body.subarray(start, end);
    start = end + 1;
    if (pair.length === 0) continue;
    const equals = pair.indexOf(EQUALS);
    const name = equals === -1 ? pair : pair.subarray(0, equals);
    const value = equals === -1 ? new Uint8Array() : pair.subarray(equals + 1);
    fields.push([unescapeBytes(name), unescapeBytes(value)]);
  }
  return fields;
}

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

function unescapeBytes(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let size = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    const [high, low] = byte === PERCENT ? [digitOf(text[at + 1]), digitOf(text[at + 2])] : NONE;
    if (high !== undefined && low !== undefined) {
      bytes[size] = high * 16 + low;
      at += 2;
    } else {
      bytes[size] = byte === PLUS ? SPACE : byte;
    }
    size += 1;
  }
  return bytes.subarray(0, size);
}

const NONE: readonly [undefined, undefined] = [undefined, undefined];

/** A hexadecimal digit in ASCII → its value. */
function digitOf(byte = 0): number | undefined {
  const letter = byte | 0x20;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
