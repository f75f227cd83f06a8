// A captured request → what its length and its compression say about the capture, and its body without the compression.
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";
import { count } from "../output/style.ts";
import type { CapturedRequest } from "./parse-http-request.ts";

export interface CaptureFindings {
  readonly lengthNotes: readonly string[];
  readonly encodingNotes: readonly string[];
  /** Where the body is compressed, and can be read. */
  readonly decompressed: { readonly coding: string; readonly body: Uint8Array } | undefined;
}

/** One sentence for each finding. */
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
  if (!hasBlankLine) notes.push("No empty line ends the headers, so that there is no body.");
  if (headers["transfer-encoding"] !== undefined) {
    notes.push(
      "Transfer-Encoding: where the lengths of chunks stand in the file, they are no part of the body.",
    );
  }
  const declared = headers["content-length"];
  if (declared === undefined) return notes;
  const length = typeof declared === "string" && /^\d+$/.test(declared) ? Number(declared) : -1;
  if (length === -1) return [...notes, "Content-Length is no number."];
  const more = body.length - length;
  if (more === 0) return notes;
  return [...notes, wasDecompressed ? DECOMPRESSED_LENGTH : describeDifference(more, body)];
}

const DECOMPRESSED_LENGTH =
  "Content-Length is not that of the body: it may be that of the compressed body.";

function describeDifference(more: number, body: Uint8Array): string {
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
  return number === 1 ? "one byte" : count(number, "byte");
}

interface Compression {
  /** The outermost coding that Content-Encoding names, where it is one that is known here. */
  readonly named: string | undefined;
  /** How the body is compressed, as its bytes tell. */
  readonly actual: string | undefined;
  /** Without it; undefined where it cannot be read. */
  readonly body: Uint8Array | undefined;
}

function readCompression({ headers, body }: CapturedRequest): Compression {
  const written = String(headers["content-encoding"] ?? "");
  const last = written.split(",").at(-1)?.trim().toLowerCase().replace(/^x-/, "") ?? "";
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

/** U+FFFD stands for the second byte where gzip was read as text. */
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
  for (const read of READERS[coding] ?? []) {
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
