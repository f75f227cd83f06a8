// What compiling a mapping needs to know of the config around it. Types only.
import type { Policies } from "../compiled.ts";
import type { CompileTemplateOptions } from "../language/compile/compile-template.ts";
import type { HooksInput } from "../model/config.ts";
import type { Transforms } from "../model/ports.ts";
import type { IsIncomplete, Report } from "../problem/problem.ts";

export interface CompileContext extends Policies {
  readonly transforms: Transforms;
  /** Milliseconds. */
  readonly transformTimeoutMs: number;
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  readonly templates: CompileTemplateOptions;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}
