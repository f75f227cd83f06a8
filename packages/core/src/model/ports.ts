// The ports of the core. Everything else in the core is a function of its arguments.
import type { SecretInput } from "../generated/config-types.ts";
import type { TransformModule } from "./transform.ts";

/** A secret kept out of the config: in an environment variable, a file, or the gateway's own store. */
export type SecretReference = Exclude<SecretInput, string>;

/** Looks up secrets by reference. It may also say how to set a missing one. */
export interface Secrets {
  /** Returns the secret of a reference, or `undefined` if there is none. An error counts as none. */
  (reference: SecretReference): string | undefined;
  /** What to do about a missing secret, as a sentence without any secret. Absent: set the variable or file. */
  readonly hintFor?: (reference: SecretReference) => string | undefined;
}

/** How a body is compressed, by its name in `Content-Encoding`. */
export type ContentCoding = "gzip" | "deflate" | "br";

/** The result of decompressing a body. */
export type DecompressResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: "too-large" | "malformed" | "overloaded" };

/** How one body is decompressed. */
export interface DecompressOptions {
  readonly coding: ContentCoding;
  readonly maxBytes: number;
  /**
   * Called with the size of each decompressed piece. If it returns false, other requests hold too much, and
   * the result is `overloaded`. Bytes that are not reported are counted at the end.
   */
  readonly take?: (bytes: number) => boolean;
}

/**
 * Decompresses bodies. Default: the `DecompressionStream` of the runtime, for gzip and deflate;
 * `createNodeDecompressor()` of `@hookwright/config` supports br, too.
 */
export interface Decompressor {
  /** The supported codings. Any other coding gets a 415 that lists them. */
  readonly codings: readonly ContentCoding[];
  /** Never rejects, and stops as soon as the output exceeds `maxBytes`. */
  readonly decompress: (bytes: Uint8Array, options: DecompressOptions) => Promise<DecompressResult>;
}

/** Transform modules by the names that mappings use in `transform.module`. */
export type Transforms = Readonly<Record<string, TransformModule>>;
