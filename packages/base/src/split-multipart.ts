// The bytes of a multipart form and its boundary → its parts, or why they cannot be read.
import { decodeCharset, decodeText } from "./charset.ts";

/** Every supported runtime has it; it throws for invalid base64. */
declare function atob(text: string): string;

export interface Part {
  readonly name: string;
  /** Undefined for a field. */
  readonly filename: string | undefined;
  /** As written; undefined if the part has none. */
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

type PartsResult =
  | { readonly ok: true; readonly parts: readonly Part[] }
  | {
      readonly ok: false;
      readonly reason: "no boundary" | "no part" | "not closed" | "no name" | "too many fields";
    };

/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/;

/** Enough for the name of a field and of a file. */
const MAX_PART_HEADER_BYTES = 4_096;

/** Text before the first boundary and after the last one is ignored (RFC 2046, 5.1.1). */
export function splitMultipart(
  body: Uint8Array,
  boundary: string,
  { maxParts }: { readonly maxParts: number },
): PartsResult {
  if (!BOUNDARY.test(boundary)) return { ok: false, reason: "no boundary" };
  const delimiter = Uint8Array.from(`--${boundary}`, (char) => char.charCodeAt(0));
  const parts: Part[] = [];
  let line = findDelimiter(body, delimiter, 0);
  while (line !== undefined && !line.isLast) {
    const next = findDelimiter(body, delimiter, line.end);
    if (next === undefined) return { ok: false, reason: "not closed" };
    if (parts.length === maxParts) return { ok: false, reason: "too many fields" };
    const part = readPart(body.subarray(line.end, next.start));
    if (part === undefined) return { ok: false, reason: "no name" };
    parts.push(part);
    line = next;
  }
  return line === undefined ? { ok: false, reason: "no part" } : { ok: true, parts };
}

interface DelimiterLine {
  /** The end of the preceding part: the line break before the boundary belongs to the boundary. */
  readonly start: number;
  /** The start of the next part. */
  readonly end: number;
  readonly isLast: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

/** Finds the next line that begins with the delimiter. `from` is the start of a line. */
function findDelimiter(
  body: Uint8Array,
  delimiter: Uint8Array,
  from: number,
): DelimiterLine | undefined {
  for (let at = from; ; ) {
    const line = body[at] === DASH ? readDelimiter(body, delimiter, at) : undefined;
    if (line !== undefined) return line;
    const lf = body.indexOf(LF, at);
    if (lf === -1) return undefined;
    at = lf + 1;
  }
}

/** Only spaces may follow the boundary before its line break: a longer boundary is another one. */
function readDelimiter(
  body: Uint8Array,
  delimiter: Uint8Array,
  at: number,
): DelimiterLine | undefined {
  if (!delimiter.every((byte, index) => body[at + index] === byte)) return undefined;
  let end = at + delimiter.length;
  const isLast = body[end] === DASH && body[end + 1] === DASH;
  if (isLast) end += 2;
  while (body[end] === 0x20 || body[end] === 0x09) end += 1;
  if (body[end] === CR) end += 1;
  if (body[end] === LF) end += 1;
  else if (!isLast || end < body.length) return undefined;
  return { start: startOfBreak(body, at), end, isLast };
}

function startOfBreak(body: Uint8Array, at: number): number {
  if (at === 0) return 0;
  return body[at - 2] === CR ? at - 2 : at - 1;
}

/** Undefined for a part without headers or without a name. */
function readPart(part: Uint8Array): Part | undefined {
  const head = readHead(part);
  if (head === undefined) return undefined;
  const disposition = head.headers.get("content-disposition") ?? "";
  const name = readDispositionParameter(disposition, "name");
  if (name === undefined) return undefined;
  return {
    name,
    filename: readDispositionParameter(disposition, "filename"),
    contentType: head.headers.get("content-type"),
    bytes: decodeTransfer(
      part.subarray(head.end),
      head.headers.get("content-transfer-encoding") ?? "",
    ),
  };
}

/**
 * RFC 7578, 4.7 deprecates transfer encodings, but mail libraries still use them. Invalid content stays as it
 * was sent.
 */
function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  if (/^base64$/i.test(encoding.trim())) return decodeBase64Lines(bytes) ?? bytes;
  return /^quoted-printable$/i.test(encoding.trim()) ? decodeQuotedPrintable(bytes) : bytes;
}

function decodeBase64Lines(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const text = decodeCharset(
      bytes.filter((byte) => byte > 0x20),
      "windows-1252",
    ).text;
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const EQUALS = 0x3d;

/** RFC 2045, 6.7: `=` and two digits are a byte; `=` at the end of a line joins it to the next one. */
function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; ) {
    const [length, byte] = bytes[at] === EQUALS ? readEscape(bytes, at) : [1, bytes[at]];
    if (byte !== undefined) decoded[size++] = byte;
    at += length;
  }
  return decoded.subarray(0, size);
}

function readEscape(bytes: Uint8Array, at: number): readonly [length: number, byte?: number] {
  if (bytes[at + 1] === LF) return [2];
  if (bytes[at + 1] === CR && bytes[at + 2] === LF) return [3];
  const digits = String.fromCharCode(...bytes.subarray(at + 1, at + 3));
  return /^[\da-f]{2}$/i.test(digits) ? [3, Number.parseInt(digits, 16)] : [1, EQUALS];
}

interface Head {
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly end: number;
}

function readHead(part: Uint8Array): Head | undefined {
  const end = endOfHead(part);
  if (end === undefined) return undefined;
  // A line that begins with a space continues the previous one (RFC 822, folding).
  const text = decodeHead(part.subarray(0, end)).replaceAll(/\r?\n[ \t]+/g, " ");
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon !== -1) {
      headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    } else if (line !== "") {
      return undefined;
    }
  }
  return { headers, end };
}

/** The position after the first empty line. A part without content may end there without its line break. */
function endOfHead(part: Uint8Array): number | undefined {
  for (let at = 0; ; ) {
    const lf = part.indexOf(LF, at);
    if (lf === -1 || lf > MAX_PART_HEADER_BYTES) return at === part.length ? at : undefined;
    if (lf === at || (lf === at + 1 && part[at] === CR)) return lf + 1;
    at = lf + 1;
  }
}

/** Browsers write names in the charset of the form, which is nearly always UTF-8. */
function decodeHead(head: Uint8Array): string {
  return decodeText(head) ?? decodeCharset(head, "windows-1252").text;
}

const PARAMETER = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Not `filename*`, which forms never have (RFC 7578, 4.2). */
function readDispositionParameter(disposition: string, wanted: string): string | undefined {
  for (const [, name = "", quoted, bare = ""] of disposition.matchAll(PARAMETER)) {
    if (name.toLowerCase() !== wanted) continue;
    return quoted === undefined ? bare.trim() : quoted.replaceAll(/\\(["\\])/g, "$1");
  }
  return undefined;
}
