// What loading gives, at each step from the text of a config to hooks that follow their file.
import type { ConfigPath, Hooks, Position, Problem } from "@hookwright/core";

/**
 * The result of every load. What a successful load has beyond the report depends on the step: a
 * document, hooks, or hooks that follow their file.
 */
export type LoadResult<Loaded = LoadedHooks> =
  | (LoadReport & Loaded & { readonly ok: true })
  | (LoadReport & { readonly ok: false });

/** What there is to say about a load, whether it succeeded or not: what `formatProblems` shows. */
export interface LoadReport {
  /** With positions where there is a text. Only warnings where the load succeeded. */
  readonly problems: readonly Problem[];
  /** The name to print in reports, such as the path as it was given. */
  readonly filename: string;
  /** The text of the config, without a byte order mark. Absent where the file could not be read. */
  readonly source?: string;
  /** The config as plain data. Absent where the text could not be parsed. */
  readonly config?: unknown;
  /**
   * Absolute paths of the files that were read or looked for: the config file, transform modules and
   * what they import. A change of one of them can change the result.
   */
  readonly files: readonly string[];
}

/** A config that could be parsed. */
export interface ConfigDocument {
  /** Plain data. A key named `__proto__` is an own property like any other. */
  readonly config: unknown;
  readonly source: string;
  /** The position of a value, or of its key; where there is no such value, of the nearest parent. */
  readonly locate: (path: ConfigPath, part?: "value" | "key") => Position;
}

/** Hooks to serve. */
export interface LoadedHooks {
  readonly hooks: Hooks;
  /**
   * Ends the transform modules. Events in progress, and what modules left running, get the grace, in
   * milliseconds; then they are ended. Default: 5,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Hooks that follow their config file while they are served. */
export interface LiveHooks {
  /** Those in use now: `createIngress` takes this function for its `hooks`. */
  readonly hooks: () => Hooks;
  /** Loads everything anew, from now on. Never rejects. After `close` it changes nothing. */
  readonly reload: () => Promise<LoadResult>;
  /** Stops watching, and ends the transform modules as `LoadedHooks.close` does. */
  readonly close: (graceMs?: number) => Promise<void>;
}
