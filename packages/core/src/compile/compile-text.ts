// The message or text of a mapping → its template; it may be missing only where a transform supplies it.
import type { CompiledTemplate } from "../language/compile/compile-template.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileField } from "./compile-field.ts";

export function compileText(
  mapping: Mapping,
  context: CompileContext,
  report: (problem: Problem) => void,
): CompiledTemplate | undefined {
  const field = mapping.action === "agent" ? "messageTemplate" : "textTemplate";
  if (mapping.text !== undefined && mapping.text.trim() !== "") {
    const { templates } = context;
    return compileField(mapping, { field, source: mapping.text, templates, report });
  }
  const isDamaged = context.damaged.has(JSON.stringify(mapping.configPath));
  const isNeeded = mapping.transform === undefined && !mapping.skip;
  if (isNeeded && !isDamaged) report(missingText(mapping, field));
  return undefined;
}

function missingText(mapping: Mapping, field: string): Problem {
  return createProblem(
    "template_missing",
    mapping.configPath,
    `Mapping "${mapping.id}" has neither ${field} nor a transform, so every event would be refused.`,
    { hint: `Add "${field}": "… {{field.of.the.body}} …".` },
  );
}
