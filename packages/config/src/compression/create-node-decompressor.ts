// node:zlib → the decompressor port of the core. It takes br, which the web's classes of Node 20 do not.
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import type { ContentCoding, Decompressor, DecompressResult } from "@hookwright/core";

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
    decompress: (bytes, { coding, maxBytes }) =>
      new Promise<DecompressResult>((resolve) => {
        // What comes out is counted piece by piece, and nothing more is made once it is too much.
        DECOMPRESS[coding](bytes, { maxOutputLength: maxBytes }, (error, decompressed) => {
          if (error === null) resolve({ ok: true, bytes: decompressed });
          else resolve({ ok: false, reason: isTooLarge(error) ? "too-large" : "malformed" });
        });
      }),
  };
}

type Decompress = (
  bytes: Uint8Array,
  options: Pick<ZlibOptions, "maxOutputLength">,
  callback: (error: Error | null, decompressed: Buffer) => void,
) => void;

const DECOMPRESS: Readonly<Record<ContentCoding, Decompress>> = {
  gzip: gunzip,
  deflate: inflate,
  br: brotliDecompress,
};

function isTooLarge(error: Error & { readonly code?: unknown }): boolean {
  return error.code === "ERR_BUFFER_TOO_LARGE";
}
