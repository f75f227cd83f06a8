// The results of each step, from the text of a config to hooks that are reloaded.
import type { ConfigPath, FileRange, Hooks, Position, Problem, TextSpan } from "@hookwright/core";
import type { RuntimeHooks } from "@hookwright/core/runtime";

/**
 * The result of every load. Besides the report, a successful load has the result of its step: a document,
 * hooks, or hooks that are reloaded when their file changes.
 */
export type LoadResult<Loaded = LoadedHooks> =
  | (LoadReport & Loaded & { readonly ok: true })
  | (LoadReport & { readonly ok: false });

/** What a load reports, whether it succeeded or failed. `formatProblems` takes it as its options. */
export interface LoadReport {
  /** They have positions if the text could be read. After a successful load, all of them are warnings or hints. */
  readonly problems: readonly Problem[];
  /** The number of further problems: a report has at most 100, errors first. Absent: none. */
  readonly furtherProblems?: number;
  /** The name to print in reports, such as the path as it was given. */
  readonly filename: string;
  /** The text of the config, without a byte order mark. Absent if the file could not be read. */
  readonly source?: string;
  /** The config as plain data. Absent if the text could not be parsed. */
  readonly config?: unknown;
  /**
   * Absolute paths of the files that were read or looked for: the config file, transform modules and
   * what they import, files of secrets. A change to any of them can change the result.
   */
  readonly files: readonly string[];
  /** The files that `hooks.include` added, by the name that `file` of a problem has. Absent: none. */
  readonly included?: readonly IncludedSource[];
  /** Absolute paths whose last segment may have `*` and `?`: a new file that matches one is included, too. */
  readonly patterns?: readonly string[];
}

/** The text of an included file. */
export interface IncludedSource {
  readonly filename: string;
  readonly source: string;
}

/** A config that could be parsed. */
export interface ConfigDocument {
  /** Plain data. A key named `__proto__` is an own property like any other. */
  readonly config: unknown;
  readonly source: string;
  readonly format: "json5" | "yaml";
  /** The position of a value or of its key; for a missing value, that of its nearest parent. */
  readonly locate: (path: ConfigPath, part?: "value" | "key") => Position;
  /** The range of the same, or of a part of a string, whatever escapes, line breaks and indentation it contains. */
  readonly rangeOf: (path: ConfigPath, options?: RangeOptions) => FileRange;
  /** A problem at a range, explained in terms of the format. Absent if the format needs no explanations. */
  readonly explain?: (problem: Problem, range: FileRange) => Problem;
  /** The origin of a value that an included file added, or undefined for any other value. */
  readonly includedAt?: (path: ConfigPath) => IncludedValue | undefined;
}

/** Which part of a value or key a range is of. */
export interface RangeOptions {
  /** Default: the value. */
  readonly part?: "value" | "key";
  /** An offset range within the string. */
  readonly within?: TextSpan | undefined;
}

/** A value in an included file. */
export interface IncludedValue {
  readonly document: ConfigDocument & { readonly filename: string };
  /** The path of the value within that file. */
  readonly path: ConfigPath;
}

/** Hooks to serve: of a config, or of a plan, which cannot explain events. */
export interface LoadedHooks<Of extends RuntimeHooks = Hooks> {
  readonly hooks: Of;
  /**
   * Stops the transform modules. Events in progress and background work of modules may continue for this
   * many milliseconds; then they are ended. Default: 5,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Hooks that are reloaded when their files change. */
export interface LiveHooks<Of extends RuntimeHooks = Hooks> {
  /** The hooks in use now. Pass this function to `createIngress` as `hooks`. */
  readonly hooks: () => Of;
  /** Loads everything again; the load begins after the call. Never rejects. Does nothing after `close`. */
  readonly reload: () => Promise<LoadResult<LoadedHooks<Of>>>;
  /** Replaces the further files whose changes cause a reload, such as those that are known after a load. */
  readonly watchAlso: (files: readonly string[]) => void;
  /** Stops watching, and stops the transform modules as `LoadedHooks.close` does. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Warnings of files and modules are found outside of the core; the hooks list them, too. */
export function hooksWithProblems<Loaded extends RuntimeHooks>(
  hooks: Loaded,
  problems: readonly Problem[],
): Loaded {
  return {
    ...hooks,
    warnings: problems.filter(({ severity }) => severity === "warning"),
    hints: problems.filter(({ severity }) => severity === "hint"),
  };
}
