// The operator's instructions → their template, which must not read anything that a sender chose.
import type {
  CompiledTemplate,
  CompileTemplateOptions,
} from "../language/compile/compile-template.ts";
import { EVENT_ROOTS } from "../language/render/scope.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import { compileField, readsPayload } from "./compile-field.ts";

export function compileInstructions(
  mapping: Mapping,
  templates: CompileTemplateOptions,
  report: (problem: Problem) => void,
): CompiledTemplate | undefined {
  const template = compileField(mapping, {
    field: "instructions",
    source: mapping.instructions,
    templates: { ...templates, roots: [...EVENT_ROOTS, { name: "mapping" }] },
    report,
  });
  if (template === undefined || !readsPayload(template, mapping)) return template;
  const message = `The instructions of mapping "${mapping.id}" read the event; they stand outside of the fence, where a sender could then give orders.`;
  const hint = `Move the expression into ${mapping.action === "agent" ? "messageTemplate" : "textTemplate"}; {{now}} and {{mapping}} may stay, and {{path}} with a match.path.`;
  report(
    createProblem("instructions_untrusted", [...mapping.configPath, "instructions"], message, {
      hint,
    }),
  );
  return undefined;
}
