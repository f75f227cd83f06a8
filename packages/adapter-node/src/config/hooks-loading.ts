// What loading a config needs and gives, whether it comes from a file or is a document already.
import type { CompileOptions, Hooks, Problem } from "@hookwright/core";
import type { TransformLoaderOptions } from "../transforms/load/transform-loader.ts";
import type { ConfigDocument } from "./document.ts";

/**
 * Options of `loadHooks`: those of `compileHooks`, and how transform modules are loaded. Every one has
 * a default. A function in `transforms` goes before a file of the same name. `env` is where secrets are
 * read from, too.
 */
export type HooksLoadOptions = CompileOptions &
  Pick<TransformLoaderOptions, "env" | "warn" | "loadTimeoutMs" | "output">;

/** Hooks to serve. */
export interface HooksLoaded {
  readonly ok: true;
  readonly hooks: Hooks;
  /** Those of the transform modules too, all with positions; `hooks.warnings` has neither. */
  readonly warnings: readonly Problem[];
  readonly document: ConfigDocument;
  /** Absolute paths of what was read: the config file, transform modules and what they import. */
  readonly files: readonly string[];
  /**
   * Ends the transform modules. Events at hand, and what modules left running, get the grace, in
   * milliseconds; then they are ended. Default: 5,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Everything that keeps a config from being used. Nothing is left to close. */
export interface HooksUnloadable {
  readonly ok: false;
  /** Errors and warnings, with positions where there is a text. */
  readonly problems: readonly Problem[];
  readonly filename: string;
  /** Absent where the file could not be read. */
  readonly source?: string;
  /** Absent where the text could not be parsed. */
  readonly config?: unknown;
  /** As of hooks that were loaded, and where missing ones are looked for. */
  readonly files: readonly string[];
}

/** What `loadHooks` resolves to. */
export type HooksLoading = HooksLoaded | HooksUnloadable;
