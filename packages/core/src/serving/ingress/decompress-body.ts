// The bytes of a body and its Content-Encoding → the bytes that were compressed, or 400, 413, 415, 503.
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
  /** Counts bytes that have come out; false where they are too many beside what others hold. */
  readonly take: (bytes: number) => boolean;
}

type DecompressedBody = { readonly bytes: Uint8Array } | GateRefusal;

/**
 * Of a sender that is known, or that signs its body before it compresses it; `take` bounds the memory of either.
 * Several codings are refused: nobody sends them but to make little into much.
 */
export async function decompressBody(
  sent: Uint8Array,
  { coding: written, limits, decompressor, take }: DecompressBodyOptions,
): Promise<DecompressedBody> {
  // RFC 9110, 8.4.1.3: the old name of gzip.
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
  createRefusal("bodies_overloaded", "Too many bodies are being worked on; send it again.", {
    detail:
      "The bodies of requests in flight, as they were sent and as they came out of their compression, are too large together.",
  }),
);

function isTaken(coding: string, { codings }: Decompressor): coding is ContentCoding {
  return (codings as readonly string[]).includes(coding);
}

/** RFC 9110, 15.5.16: the header says what the sender may use. */
function refuseCoding(sent: string, { codings }: Decompressor): GateRefusal {
  const message =
    codings.length === 0
      ? "Compressed bodies are not taken here."
      : `Of compressed bodies, ${codings.join(", ")} is taken here, and one coding at a time.`;
  const accepted = codings.length === 0 ? "identity" : codings.join(", ");
  // Names alone, and short ones: whatever else the header has is the sender's text.
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

/** As much of the web's class as is needed. */
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
 * Not br: some runtimes decompress a whole chunk before anybody reads, and a few bytes of br can stand
 * for 16 MiB. Those of gzip and deflate stand for at most a thousand each.
 */
const CODINGS: readonly ContentCoding[] = ["gzip", "deflate"];

/** At most 4 MiB come out of one such piece before the limit is looked at. */
const PIECE_BYTES = 4_096;

/** Takes nothing where there is no such class, which is asked for late: Node loads it then. */
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
      // What is wrong with the bytes, the reader is told, too.
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
