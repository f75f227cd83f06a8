// The ports of the core. Everything else in it is a function of its arguments.
import type { SecretInput } from "../generated/config-types.ts";
import type { TransformModule } from "./transform.ts";

/** A secret kept out of the config: in an environment variable, a file, or the gateway's own store. */
export type SecretReference = Exclude<SecretInput, string>;

/** Looks secrets up: a function of a reference, which may also say how to set one that is missing. */
export interface Secrets {
  /** The secret of a reference, or `undefined` where there is none; an error counts as none. */
  (reference: SecretReference): string | undefined;
  /** What to do about a secret that is missing, as a sentence without any secret. Absent: set the variable or file. */
  readonly hintFor?: (reference: SecretReference) => string | undefined;
}

/** How a body is compressed, by its name in `Content-Encoding`. */
export type ContentCoding = "gzip" | "deflate" | "br";

/** What decompressing a body came to. */
export type DecompressResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: "too-large" | "malformed" | "overloaded" };

/** How one body is decompressed. */
export interface DecompressOptions {
  readonly coding: ContentCoding;
  readonly maxBytes: number;
  /**
   * Asked for each piece that has come out, by its size; where it gives false, other requests hold too much,
   * and the result is `overloaded`. What a decompressor does not ask for is counted at its end.
   */
  readonly take?: (bytes: number) => boolean;
}

/**
 * Decompresses bodies whose senders are known. Default: the `DecompressionStream` of the runtime, which
 * takes gzip and deflate; `createNodeDecompressor()` of `@hookwright/config` takes br, too.
 */
export interface Decompressor {
  /** What it takes; a sender of anything else is told so by a 415. */
  readonly codings: readonly ContentCoding[];
  /** Never rejects, and stops as soon as more than `maxBytes` have come out. */
  readonly decompress: (bytes: Uint8Array, options: DecompressOptions) => Promise<DecompressResult>;
}

/** Transform modules by the names that mappings use in `transform.module`. */
export type Transforms = Readonly<Record<string, TransformModule>>;
