// The bytes of a body and its Content-Encoding → the decompressed bytes, or 400, 413, 415, 503.
import { hasZlibHeader } from "@hookwright/base";
import {
  type ContentCoding,
  createRefusal,
  type Decompressor,
  type DecompressResult,
} from "../../model/index.ts";
import { type GateRefusal, refuse, tooLarge } from "./answer.ts";
import { BodyBuffer } from "./body-source.ts";
import type { BodyLimits } from "./request.ts";

export interface DecompressBodyOptions {
  readonly coding: string;
  readonly limits: BodyLimits;
  readonly decompressor: Decompressor;
  /** Charges decompressed bytes; false if they do not fit beside those of other requests. */
  readonly take: (bytes: number) => boolean;
}

type DecompressedBody = { readonly bytes: Uint8Array } | GateRefusal;

/**
 * Decompresses the body of an authenticated sender, or of one that signs its body before it compresses it;
 * `take` bounds the memory of both. Several codings are refused: only attacks use them.
 */
export async function decompressBody(
  sent: Uint8Array,
  { coding: written, limits, decompressor, take }: DecompressBodyOptions,
): Promise<DecompressedBody> {
  // The old name of gzip (RFC 9110, 8.4.1.3).
  const coding = written === "x-gzip" ? "gzip" : written;
  if (!isTaken(coding, decompressor)) return refuseCoding(coding, decompressor);
  const { maxBytes } = limits;
  let taken = 0;
  const count = (bytes: number): boolean => {
    const fits = take(bytes);
    if (fits) taken += bytes;
    return fits;
  };
  const result = await decompressor.decompress(sent, { coding, maxBytes, take: count });
  if (result.ok) return take(result.bytes.length - taken) ? result : TOO_MANY_HELD;
  if (result.reason === "overloaded") return TOO_MANY_HELD;
  return result.reason === "too-large" ? tooLarge(limits) : NOT_COMPRESSED;
}

export const TOO_MANY_HELD: GateRefusal = refuse(
  createRefusal("bodies_overloaded", "Too many bodies are in progress; send it again.", {
    detail:
      "The bodies of requests in flight, compressed and decompressed, are too large in total.",
  }),
);

function isTaken(coding: string, { codings }: Decompressor): coding is ContentCoding {
  return (codings as readonly string[]).includes(coding);
}

/** The `Accept-Encoding` of the answer says what the sender may use (RFC 9110, 15.5.16). */
function refuseCoding(sent: string, { codings }: Decompressor): GateRefusal {
  const message =
    codings.length === 0
      ? "Compressed bodies are not accepted here."
      : `Compressed bodies are accepted in ${codings.join(", ")}, with one coding at a time.`;
  const accepted = codings.length === 0 ? "identity" : codings.join(", ");
  // Only short names are shown: the rest of the header is the sender's text.
  const shown = /^[\w.+/-]{1,16}(?:, [\w.+/-]{1,16}){0,3}$/.test(sent)
    ? `"${sent}"`
    : "not a known one";
  const detail = `The Content-Encoding of the request is ${shown}.`;
  const refusal = createRefusal("unsupported_media_type", message, { detail });
  return refuse(refusal, { "accept-encoding": accepted });
}

/** For the operator. */
export const WRONG_CODING =
  "The body is not what its Content-Encoding says. Something before the hooks may have decompressed it and kept the header.";

export const NOT_COMPRESSED: GateRefusal = refuse(
  createRefusal("invalid_encoding", "The body is not compressed as its Content-Encoding says.", {
    detail: WRONG_CODING,
  }),
);

/** The part of the web's `DecompressionStream` that is needed. */
export type DecompressionStreamClass = new (
  format: "gzip" | "deflate" | "deflate-raw",
) => {
  readonly writable: { readonly getWriter: () => StreamWriter };
  readonly readable: { readonly getReader: () => StreamReader };
};

interface StreamWriter {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abort: () => Promise<void>;
}

interface StreamReader {
  readonly read: () => Promise<
    | { readonly done: false; readonly value: Uint8Array }
    | { readonly done: true; readonly value?: unknown }
  >;
  readonly cancel: () => Promise<void>;
}

/**
 * Not br: some runtimes decompress a whole chunk before it is read, and a few bytes of br can expand to 16
 * MiB. A byte of gzip or deflate expands to at most a thousand.
 */
const CODINGS: readonly ContentCoding[] = ["gzip", "deflate"];

/** One piece expands to at most 4 MiB before the limit is checked. */
const PIECE_BYTES = 4_096;

/**
 * Accepts no coding if the runtime has no such class. The class is read late, because Node loads it on first
 * use.
 */
export function createWebDecompressor(
  readClass: () => DecompressionStreamClass | undefined,
): Decompressor {
  return {
    get codings() {
      return readClass() === undefined ? [] : CODINGS;
    },
    async decompress(bytes, { coding, maxBytes, take }) {
      const Stream = readClass();
      if (Stream === undefined || coding === "br") return MALFORMED;
      const { writable, readable } = new Stream(formatOf(coding, bytes));
      const writer = writable.getWriter();
      const reader = readable.getReader();
      // The reader gets the same error.
      feed(writer, bytes).catch(ignore);
      const buffer = new BodyBuffer(maxBytes);
      const stop = (result: DecompressResult): DecompressResult => {
        writer.abort().catch(ignore);
        reader.cancel().catch(ignore);
        return result;
      };
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          if (buffer.push(read.value) === "too-large") return stop(TOO_LARGE);
          if (take?.(read.value.length) === false) return stop(TOO_MUCH);
        }
        return { ok: true, bytes: buffer.finish() };
      } catch {
        return MALFORMED;
      }
    },
  };
}

function formatOf(coding: "gzip" | "deflate", bytes: Uint8Array) {
  return coding === "deflate" && !hasZlibHeader(bytes) ? "deflate-raw" : coding;
}

const MALFORMED: DecompressResult = { ok: false, reason: "malformed" };
const TOO_LARGE: DecompressResult = { ok: false, reason: "too-large" };
const TOO_MUCH: DecompressResult = { ok: false, reason: "overloaded" };

async function feed(writer: StreamWriter, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await writer.write(bytes.subarray(at, at + PIECE_BYTES));
  }
  await writer.close();
}

const ignore = (): void => undefined;
