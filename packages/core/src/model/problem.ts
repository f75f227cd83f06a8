// Problems of a config as data.
import type { ConfigPath } from "./mapping.ts";

/** A stable name of one kind of config problem. */
export type ConfigCode =
  | "config_unreadable"
  | "config_syntax"
  | "wrong_type"
  | "unknown_key"
  | "missing_key"
  | "invalid_value"
  | "token_missing"
  | "token_is_a_name"
  | "token_short"
  | "secret_missing"
  | "secret_source_unknown"
  | "path_invalid"
  | "preset_unknown"
  | "id_duplicate"
  | "match_blank"
  | "match_repeats_base_path"
  | "match_missing"
  | "template_missing"
  | "template_syntax"
  | "template_unclosed"
  | "template_block_mismatch"
  | "template_else_stray"
  | "template_too_deep"
  | "template_helper_unknown"
  | "template_helper_misused"
  | "template_partial_unknown"
  | "template_partial_cyclic"
  | "template_decorator"
  | "channel_unknown"
  | "channel_templated"
  | "transform_unavailable"
  | "transform_export_missing"
  | "transform_missing"
  | "transform_outside"
  | "transform_syntax"
  | "transform_load_failed"
  | "transform_bare_payload"
  | "condition_operator_unknown"
  | "condition_arguments"
  | "condition_variable"
  | "condition_too_deep"
  | "for_each_path"
  | "instructions_untrusted"
  | "mapping_unreachable"
  | "mapping_never_succeeds";

/** A place in a text, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with a config, or worth a warning. Never contains a secret. */
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
  /** The place within the template, for problems of a template. */
  readonly templatePosition?: Position;
  /** The place in the source file, where the config came from one. */
  readonly position?: Position;
}
