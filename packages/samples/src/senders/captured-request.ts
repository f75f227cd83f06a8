// A captured HTTP/1.1 request, whole or as a page shows it ↔ its head and its body exactly as it is; and what was done to
// it since it was sent.

import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";
import type { BuiltRequest } from "./build-sample.ts";
import { SampleError } from "./sample-error.ts";

/** A request as it was saved: its head in parts, and the bytes of its body. */
export interface CapturedRequest {
  readonly method: string;
  readonly target: string;
  /** Lower-case names; a list where a header came several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  /** How the lines of the head end. */
  readonly lineEnds: "CRLF" | "LF" | "mixed";
  /** Whether a blank line ends the head. */
  readonly hasBlankLine: boolean;
}

const LF = 10;
const REQUEST_LINE = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/;

/** Throws a `SampleError` if the bytes are not a request; no message repeats the file, which may have a token. */
export function parseHttpRequest(bytes: Uint8Array): CapturedRequest {
  const { lines, end, isBlankEnd } = readHead(bytes);
  const [first = "", ...rest] = lines.map(({ text }) => text);
  const [, method, target] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || target === undefined) {
    const hint = "It begins with a line such as: POST /hooks/github HTTP/1.1";
    throw new SampleError(
      "The file is not an HTTP request: its first line is not a request line.",
      hint,
    );
  }
  return {
    method,
    target: target.replace(/^https?:\/\/[^/?]*/i, "") || "/",
    headers: parseHeaders(rest),
    body: bytes.subarray(end),
    lineEnds: lineEndsOf(lines),
    hasBlankLine: isBlankEnd,
  };
}

interface HeadLine {
  readonly text: string;
  readonly isCrlf: boolean;
}

interface Head {
  readonly lines: readonly HeadLine[];
  /** Where the body begins. */
  readonly end: number;
  readonly isBlankEnd: boolean;
}

/** A head is Latin-1, as servers read it. */
function readHead(bytes: Uint8Array): Head {
  const lines: HeadLine[] = [];
  let at = 0;
  while (at < bytes.length) {
    const found = bytes.indexOf(LF, at);
    const end = found === -1 ? bytes.length : found;
    const line = Buffer.from(bytes.subarray(at, end)).toString("latin1");
    const isCrlf = line.endsWith("\r");
    const text = isCrlf ? line.slice(0, -1) : line;
    at = found === -1 ? end : found + 1;
    if (text === "") return { lines, end: at, isBlankEnd: true };
    lines.push({ text, isCrlf });
  }
  return { lines, end: at, isBlankEnd: false };
}

function lineEndsOf(lines: readonly HeadLine[]): CapturedRequest["lineEnds"] {
  if (lines.every(({ isCrlf }) => isCrlf)) return "CRLF";
  return lines.some(({ isCrlf }) => isCrlf) ? "mixed" : "LF";
}

function parseHeaders(lines: readonly string[]): CapturedRequest["headers"] {
  const headers = new Map<string, string[]>();
  for (const [index, line] of lines.entries()) {
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    if (name === undefined) {
      const hint = "Headers are written name: value, one a line; an empty line ends them.";
      throw new SampleError(`Line ${index + 2} of the file is not a header.`, hint);
    }
    const key = name.toLowerCase();
    const known = headers.get(key);
    if (known === undefined) headers.set(key, [value]);
    else known.push(value);
  }
  const entries = [...headers].map(
    ([name, values]) => [name, values.length === 1 ? (values[0] as string) : values] as const,
  );
  return Object.fromEntries(entries);
}

interface CaptureOptions {
  /** Where it goes if nothing in it says so. */
  readonly target: string | undefined;
}

/**
 * What a page or a tool shows of a request → the bytes of an HTTP request, as `parseHttpRequest` reads them. GitHub's
 * Recent deliveries and webhook.site show the headers without a request line, curl -v shows only the head, each line
 * after a ">", and browsers show the pseudo headers of HTTP/2. A request that is complete stays as it is, byte for byte.
 */
export function completeCapture(bytes: Uint8Array, { target }: CaptureOptions): Uint8Array {
  // Latin-1, so that every byte is one character.
  const text = Buffer.from(bytes).toString("latin1");
  if (COMPLETE.test(text)) return bytes;
  const { head, body } = splitCapture(
    CURL.test(text) ? headOfCurl(text) : text.replace(HEADING, ""),
  );
  const [first = ""] = head;
  const isStarted = REQUEST_LINE.test(first);
  const facts = readFacts(isStarted ? head.slice(1) : head);
  const goal = facts.target ?? target;
  if (!isStarted && goal === undefined) {
    const hint = "Write --name github, or the line POST /hooks/github HTTP/1.1 in front.";
    throw new SampleError("The request has no line that says where it goes.", hint);
  }
  const line = isStarted ? first : `${facts.method ?? "POST"} ${goal} HTTP/1.1`;
  return Buffer.from([line, ...facts.headers, "", body].join("\n"), "latin1");
}

/** A request line, and headers whose names end with a colon. */
const COMPLETE = /^[A-Z]+ \S+(?: HTTP\/\d(?:\.\d)?)?\r?\n(?:[^\s:]+:.*\r?\n)*(?:\r?\n|$)/;

/** curl -v: what was sent is after ">", without the body. */
const CURL = /^> [A-Z]+ \S+/m;

function headOfCurl(text: string): string {
  const sent = text.split(/\r?\n/).filter((line) => line === ">" || line.startsWith("> "));
  return sent.map((line) => line.slice("> ".length)).join("\n");
}

/** Titles of the pages, in front of the headers and of the body. */
const HEADING = /^\s*(?:(?:request )?headers:?[ \t]*\r?\n\s*)?/i;
const BODY_HEADING = /^\s*(?:payload|body|request body|raw content):?[ \t]*\r?\n/i;

interface SplitCapture {
  readonly head: readonly string[];
  readonly body: string;
}

/** The head ends with a blank line, or with the title of the body. */
function splitCapture(text: string): SplitCapture {
  const head: string[] = [];
  let rest = text;
  while (rest !== "" && !BODY_HEADING.test(rest)) {
    const [whole, line] = /^(.*?)(?:\r?\n|$)/.exec(rest) as unknown as [string, string];
    rest = rest.slice(whole.length);
    if (line === "") break;
    head.push(line);
  }
  return { head, body: rest.replace(BODY_HEADING, "") };
}

interface HeadFacts {
  readonly method?: string;
  readonly target?: string;
  readonly headers: readonly string[];
}

const METHOD = /^(?:request method:|:method:|:method\t)\s*([A-Z]+)\s*$/i;
const TARGET = /^(?:request url:|:path:|:path\t)\s*(\S+)\s*$/i;
const PSEUDO = /^:/;

function readFacts(lines: readonly string[]): HeadFacts {
  const method = findFact(METHOD, lines);
  const target = findFact(TARGET, lines);
  const headers = lines
    .filter((line) => ![METHOD, TARGET, PSEUDO].some((pattern) => pattern.test(line)))
    // webhook.site shows a table, whose cells are copied with tabs between them.
    .map((line) => line.replace(/^([^\s:]+)\t+/, "$1: "));
  return {
    ...(method !== undefined && { method }),
    ...(target !== undefined && { target }),
    headers,
  };
}

function findFact(pattern: RegExp, lines: readonly string[]): string | undefined {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])[0];
}

/** What was done to a request since it was sent, one sentence for each finding. */
export interface CaptureFindings {
  readonly lengthNotes: readonly string[];
  readonly encodingNotes: readonly string[];
  /** Where the body is compressed, and can be read. */
  readonly decompressed: { readonly coding: string; readonly body: Uint8Array } | undefined;
}

/** What its length and its compression say about the capture, one sentence for each finding. */
export function checkCapture(request: CapturedRequest): CaptureFindings {
  const compression = readCompression(request);
  const { named, actual, body } = compression;
  return {
    lengthNotes: checkLength(request, named !== undefined && actual === undefined),
    encodingNotes: request.body.length === 0 ? [] : describeCompression(compression, request.body),
    decompressed: body && actual !== undefined ? { coding: actual, body } : undefined,
  };
}

function checkLength(request: CapturedRequest, wasDecompressed: boolean): readonly string[] {
  const { headers, hasBlankLine, body } = request;
  const notes: string[] = [];
  if (!hasBlankLine) notes.push("No empty line ends the headers, so there is no body.");
  if (headers["transfer-encoding"] !== undefined) {
    notes.push(
      "Transfer-Encoding: if the file has the lengths of chunks, remove them from the body.",
    );
  }
  const declared = headers["content-length"];
  if (declared === undefined) return notes;
  const length = typeof declared === "string" && /^\d+$/.test(declared) ? Number(declared) : -1;
  if (length === -1) return [...notes, "Content-Length is not a number."];
  const more = body.length - length;
  if (more === 0) return notes;
  return [...notes, wasDecompressed ? DECOMPRESSED_LENGTH : describeDifference(more, body)];
}

const DECOMPRESSED_LENGTH =
  "Content-Length is not that of the body: it may be that of the compressed body.";

function describeDifference(more: number, body: Uint8Array): string {
  if (body.length === 0) {
    return `The body is empty, and Content-Length is ${-more}: a parser had read it, or the tool that saved the request leaves bodies out.`;
  }
  if (more < 0) {
    return `The body is ${bytes(-more)} shorter than Content-Length: it was cut off, or its line ends were changed.`;
  }
  const longer = `The body is ${bytes(more)} longer than Content-Length`;
  return LINE_ENDS.has(Buffer.from(body.subarray(-more)).toString("latin1"))
    ? `${longer}: an editor has added a line feed at its end.`
    : `${longer}: it was changed after it was sent.`;
}

const LINE_ENDS: ReadonlySet<string> = new Set(["\n", "\r\n"]);

function bytes(number: number): string {
  return number === 1 ? "one byte" : `${number} bytes`;
}

interface Compression {
  /** The outermost coding that Content-Encoding names, where it is one that is known here. */
  readonly named: string | undefined;
  /** How the body is compressed, as its bytes tell. */
  readonly actual: string | undefined;
  /** Without it; undefined if it cannot be read. */
  readonly body: Uint8Array | undefined;
}

function readCompression({ headers, body }: CapturedRequest): Compression {
  const written = String(headers["content-encoding"] ?? "");
  const outermost = written.slice(written.lastIndexOf(",") + 1);
  const last = outermost.trim().toLowerCase().replace(/^x-/, "");
  const named = Object.hasOwn(READERS, last) ? last : undefined;
  const found = MAGIC.find(({ start }) => start.every((byte, index) => body[index] === byte));
  // What begins like gzip is gzip: no text does.
  const coding = found?.coding ?? named;
  if (coding === undefined) return { named, actual: undefined, body: undefined };
  // Brotli takes a brace for an empty stream, and deflate takes many texts.
  const plain = found === undefined && isText(body) ? undefined : decompress(coding, body);
  const isCompressed = found !== undefined || plain !== undefined;
  return { named, actual: isCompressed ? coding : undefined, body: plain };
}

const MAGIC = [
  { coding: "gzip", start: [0x1f, 0x8b, 0x08] },
  { coding: "zstd", start: [0x28, 0xb5, 0x2f, 0xfd] },
];

/** U+FFFD replaces the second byte of gzip that was read as text. */
const GZIP_AS_TEXT = [0x1f, 0xef, 0xbf, 0xbd, 0x08];

type Reader = (body: Uint8Array, options: ZlibOptions) => Uint8Array;

/** No Node 20 reads zstd. */
const READERS: Readonly<Record<string, readonly Reader[]>> = {
  gzip: [gunzipSync],
  deflate: [inflateSync, inflateRawSync],
  br: [(body, { maxOutputLength = 0 }) => brotliDecompressSync(body, { maxOutputLength })],
  zstd: [],
};

function isText(body: Uint8Array): boolean {
  const text = Buffer.from(body).toString("utf8");
  return !/[\0-\x08\x0e-\x1f\ufffd]/.test(text);
}

/** A small body can hold any number of zeros. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

function decompress(coding: string, body: Uint8Array): Uint8Array | undefined {
  for (const read of READERS[coding] as readonly Reader[]) {
    try {
      return read(body, { maxOutputLength: MAX_BODY_BYTES });
    } catch {
      // Not this form, cut off, or too long.
    }
  }
  return undefined;
}

function describeCompression(
  { named, actual, body: plain }: Compression,
  body: Uint8Array,
): readonly string[] {
  if (GZIP_AS_TEXT.every((byte, index) => body[index] === byte)) {
    return [
      "The body was compressed with gzip and then read as text, which has destroyed it: save its bytes.",
    ];
  }
  if (actual === undefined) {
    return named === undefined
      ? []
      : [
          `Content-Encoding names ${named}, and the body is not compressed: what saved the request has decompressed it. Senders sign what they send, so save the bytes as they arrive.`,
        ];
  }
  const is = `The body is compressed with ${actual}`;
  const notes = [
    actual === named
      ? `${is}, as Content-Encoding says.`
      : `${is}, and Content-Encoding does not say so: ${named === undefined ? "it is missing or names another coding" : `it names ${named}`}.`,
  ];
  if (plain === undefined && actual !== "zstd") {
    notes.push("It cannot be decompressed: it was cut off or changed.");
  }
  return notes;
}

interface RequestAddress {
  readonly host: string;
  /** Without a query. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The bytes of a request as HTTP/1.1 sends them, head and body. */
export function writeHttpRequest(request: BuiltRequest, address: RequestAddress): Uint8Array {
  const { method, headers, query, body } = request;
  const target = query === "" ? address.path : `${address.path}?${query}`;
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${address.host}`,
    `Date: ${new Date(address.now).toUTCString()}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
