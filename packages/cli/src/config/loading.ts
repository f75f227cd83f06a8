// What loading a config gives a command: hooks to use, and what to show of it.
import type { Hooks, Problem } from "@hookwright/core";

/** What loading found, and what is needed to show it. */
export interface LoadingReport {
  /** Errors and warnings, with positions. */
  readonly problems: readonly Problem[];
  readonly filename: string;
  /** Absent where the file could not be read. */
  readonly source?: string;
  /** Absent where the text could not be parsed. */
  readonly config?: unknown;
}

export type Loading =
  | (LoadingReport & {
      readonly ok: true;
      /** Those of now: a watched config may have others later. */
      readonly hooks: () => Hooks;
      /** Ends the transform modules. */
      readonly close: (graceMs?: number) => Promise<void>;
    })
  | (LoadingReport & { readonly ok: false });
