// What compiling a mapping needs to know of the config around it. Types only.

import type { CompileTemplateOptions } from "@hookwright/template/compile";
import type { IsIncomplete, Report, Transforms } from "../../base/index.ts";
import type { Policies } from "../../serving/resolve/index.ts";
import type { HooksInput } from "../config/index.ts";
import type { Adviser } from "./adviser.ts";
import type { ForeignChannels } from "./plan-policies.ts";

/** What the templates of a config share; each mapping adds its roots. */
export type SharedTemplateOptions = CompileTemplateOptions &
  Required<Pick<CompileTemplateOptions, "partials" | "helpers" | "fields">>;

export interface CompileContext extends Policies {
  /** Absent where nobody reads a hint. */
  readonly adviser: Adviser | undefined;
  readonly foreign: ForeignChannels;
  readonly transforms: Transforms;
  /** Milliseconds. */
  readonly transformTimeoutMs: number;
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  readonly templates: SharedTemplateOptions;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}
