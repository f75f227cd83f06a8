// One templated field of a mapping → its template, or a problem.
import {
  type CompiledTemplate,
  type CompileTemplateOptions,
  compileTemplate,
} from "../language/compile/compile-template.ts";
import type { TemplateProblem } from "../language/syntax/template-problem.ts";
import type { ConfigPath, Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

export interface FieldSource {
  /** The key as the operator wrote it. */
  readonly field: string;
  readonly source: string | undefined;
  readonly templates: CompileTemplateOptions;
  readonly report: (problem: Problem) => void;
}

export function compileField(
  mapping: Mapping,
  { field, source, templates, report }: FieldSource,
): CompiledTemplate | undefined {
  if (source === undefined) return undefined;
  const compilation = compileTemplate(source, templates);
  if (compilation.ok) return compilation.template;
  const what = `${field} of mapping "${mapping.id}"`;
  for (const problem of compilation.problems) {
    report(problemOfTemplate(problem, what, [...mapping.configPath, field]));
  }
  return undefined;
}

/** Located in the partial, where it is the text of a partial that is wrong. */
export function problemOfTemplate(
  { code, message, hint, position, partial }: TemplateProblem,
  what: string,
  path: ConfigPath,
): Problem {
  return createProblem(
    code,
    partial === undefined ? path : ["hooks", "partials", partial],
    `Cannot compile ${partial === undefined ? what : `partial "${partial}" in ${what}`}: ${message}.`,
    { hint, templatePosition: position },
  );
}

/**
 * Whether a rendered text can contain anything that a sender chose. `now` is ours, `mapping` the
 * operator's own word; and so is `path` where the mapping asks for one path.
 */
export function readsPayload(template: CompiledTemplate, mapping: Mapping): boolean {
  return template.roots.some((root) => {
    if (root === "now" || root === "mapping") return false;
    return root !== "path" || mapping.match.path === undefined;
  });
}
