// Problems of a config as data.
import type { ConfigCode } from "./codes.ts";
import type { ConfigPath } from "./mapping.ts";

export type { ConfigCode } from "./codes.ts";

/** A position in a text; both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One error or warning about a config. Never contains a secret. */
export interface Problem {
  readonly code: ConfigCode;
  /** An error keeps the config from being used; a warning is reported, and the config is used. */
  readonly severity: "error" | "warning";
  /** Keys and indexes from the root of the config: `["hooks", "mappings", 0, "channel"]`. */
  readonly path: ConfigPath;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** The position within the template, for problems of a template. */
  readonly templatePosition?: Position;
  /** The position in the source file, where the config came from one. */
  readonly position?: Position;
}
