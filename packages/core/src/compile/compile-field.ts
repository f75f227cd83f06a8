// One templated field of a mapping → its template, or a problem.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import { compileTemplate, type Template } from "../template/compile-template.ts";

export interface FieldSource {
  /** The key as the operator wrote it. */
  readonly field: string;
  readonly source: string | undefined;
  readonly report: (problem: Problem) => void;
}

export function compileField(
  mapping: Mapping,
  { field, source, report }: FieldSource,
): Template | undefined {
  if (source === undefined) return undefined;
  const compilation = compileTemplate(source);
  if (compilation.ok) return compilation.template;
  const { message, hint, position } = compilation.problem;
  report(
    createProblem(
      "template_syntax",
      [...mapping.configPath, field],
      `Cannot compile ${field} of mapping "${mapping.id}": ${message}.`,
      { hint, templatePosition: position },
    ),
  );
  return undefined;
}

/**
 * Whether a rendered text can contain anything that a sender chose. `now` is ours; `path` is the
 * operator's own word where the mapping asks for one path.
 */
export function readsPayload(template: Template, mapping: Mapping): boolean {
  return template.reads.some(({ root }) => {
    if (root === "now") return false;
    return root !== "path" || mapping.match.path === undefined;
  });
}
