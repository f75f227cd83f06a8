// What the compiler of one template carries with it.
import type { Location } from "./ast.ts";
import type { Frame } from "./frame.ts";
import type { HelperTable } from "./helper.ts";

export type Reader = (frame: Frame) => unknown;
export type Renderer = (frame: Frame) => string;

/** One place of the event that a template reads. */
export interface TemplateRead {
  readonly root: "payload" | "headers" | "query" | "path" | "now";
  readonly steps: readonly string[];
  /** Whether the steps start at the root, and not at some element of a block. */
  readonly exact: boolean;
}

export interface CompileState {
  readonly source: string;
  readonly helpers: HelperTable;
  readonly offsetOf: (node: { readonly loc: Location }) => number;
  /** Filled while compiling. */
  readonly reads: TemplateRead[];
  /** Names of the block parameters in reach, one list per block, innermost last. */
  readonly locals: readonly (readonly string[])[];
  /** How many blocks around change the context. */
  readonly contextDepth: number;
}
