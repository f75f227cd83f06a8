// What compiling a mapping needs to know of the config around it. Types only.
import type { Policies } from "../compiled.ts";
import type { CompileTemplateOptions } from "../language/compile/compile-template.ts";
import type { Transforms } from "../model/ports.ts";
import type { Report } from "../problem/problem.ts";

export interface CompileContext extends Policies {
  readonly transforms: Transforms;
  /** Milliseconds. */
  readonly transformTimeoutMs: number;
  readonly templates: CompileTemplateOptions;
  /** Config paths, as JSON, of the mappings from which something wrong was taken out. */
  readonly incomplete: ReadonlySet<string>;
  readonly report: Report;
}
