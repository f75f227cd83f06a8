// The DecompressionStream of a runtime → the port that decompresses bodies with it.
import type { ContentCoding, Decompressor, DecompressResult } from "../../base/index.ts";
import { BodyBuffer } from "../body/body-source.ts";

/** As much of the web's class as is needed. */
export type DecompressionStreamClass = new (
  format: "gzip" | "deflate",
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
      const { writable, readable } = new Stream(coding);
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
          if (take?.(read.value.length) === false) return stop(OVERLOADED);
        }
        return { ok: true, bytes: buffer.finish() };
      } catch {
        return MALFORMED;
      }
    },
  };
}

const MALFORMED: DecompressResult = { ok: false, reason: "malformed" };
const TOO_LARGE: DecompressResult = { ok: false, reason: "too-large" };
const OVERLOADED: DecompressResult = { ok: false, reason: "overloaded" };

async function feed(writer: StreamWriter, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await writer.write(bytes.subarray(at, at + PIECE_BYTES));
  }
  await writer.close();
}

const ignore = (): void => undefined;
