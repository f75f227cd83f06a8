// What compiling a mapping needs to know of the config around it. Types only.

import type { CompileTemplateOptions } from "@hookwright/template/internal";
import type { Policies } from "../compiled.ts";
import type { HooksInput } from "../model/config.ts";
import type { Transforms } from "../model/ports.ts";
import type { IsIncomplete, Report } from "../problem/problem.ts";

/** What the templates of a config share; each mapping adds its roots. */
export type SharedTemplateOptions = CompileTemplateOptions &
  Required<Pick<CompileTemplateOptions, "partials" | "helpers" | "fields">>;

export interface CompileContext extends Policies {
  readonly transforms: Transforms;
  /** Milliseconds. */
  readonly transformTimeoutMs: number;
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  readonly templates: SharedTemplateOptions;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}
