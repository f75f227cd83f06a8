// node:zlib → the decompressor port of the core. It supports br, unlike the web streams of Node 20.
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { hasZlibHeader } from "@hookwright/base";
import type { ContentCoding, Decompressor } from "@hookwright/core";

/**
 * Creates the port that decompresses bodies with `node:zlib`; `loadHooks` uses it by default.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, { decompressor: createNodeDecompressor() });
 * ```
 */
export function createNodeDecompressor(): Decompressor {
  return {
    codings: ["gzip", "deflate", "br"],
    decompress: (bytes, { coding, maxBytes, take }) =>
      new Promise((resolve) => {
        const stream = STREAMS[coding](bytes);
        const pieces: Buffer[] = [];
        let size = 0;
        const refuse = (reason: "too-large" | "malformed" | "overloaded"): void => {
          // Decompression pauses at each piece: at most one piece of 16 KiB is made beyond a limit.
          stream.destroy();
          resolve({ ok: false, reason });
        };
        stream.on("data", (piece: Buffer) => {
          size += piece.length;
          pieces.push(piece);
          if (size > maxBytes) refuse("too-large");
          else if (take?.(piece.length) === false) refuse("overloaded");
        });
        stream.on("end", () => resolve({ ok: true, bytes: Buffer.concat(pieces, size) }));
        stream.on("error", () => refuse("malformed"));
        stream.end(bytes);
      }),
  };
}

const STREAMS: Readonly<Record<ContentCoding, (bytes: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  deflate: (bytes) => (hasZlibHeader(bytes) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};
