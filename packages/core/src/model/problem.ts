// Problems of a config as data.
import type { ConfigCode } from "./codes/config-codes.ts";
import type { ConfigPath } from "./mapping.ts";

export type { ConfigCode } from "./codes/config-codes.ts";

/** A position in a text; both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What to write in place of a piece of a template. Offsets are UTF-16 code units from its start. */
export interface TemplateEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An error keeps the config from being used. A warning or a hint is reported, and the config is used. */
export type Severity = "error" | "warning" | "hint";

/** The severity of problems that a tool may take more lightly than a server, or the other way round. */
export interface Severities {
  readonly hooks_missing?: "error" | "warning";
  readonly secret_missing?: "error" | "warning";
  readonly secret_source_unknown?: "error" | "warning";
}

/** One error, warning or hint about a config. Never contains a secret. */
export interface Problem {
  readonly code: ConfigCode;
  /** A hint says what is legal and may be meant in another way. */
  readonly severity: Severity;
  /** Keys and indexes from the root of the config: `["hooks", "mappings", 0, "channel"]`. */
  readonly path: ConfigPath;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** The position within the template, for problems of a template. */
  readonly templatePosition?: Position;
  /** What mends the template, where that is known: the hint says the same. */
  readonly templateEdit?: TemplateEdit;
  /** The position in the source file, where the config came from one. */
  readonly position?: Position;
}
