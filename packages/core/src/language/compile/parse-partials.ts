// Partial sources by name → the partials that templates can name, and what is wrong with the others.
import { parseTemplate } from "../syntax/parse-template.ts";
import type { ParsedSource } from "../syntax/syntax-tree.ts";
import type { TemplateProblem } from "../syntax/template-problem.ts";
import type { PartialDefinition, PartialScope } from "./compile-state.ts";

export interface ParsedPartials {
  readonly partials: PartialScope;
  readonly problems: readonly TemplateProblem[];
}

export function parsePartials(sources: Readonly<Record<string, string>>): ParsedPartials {
  const partials = new Map<string, PartialDefinition>();
  const problems: TemplateProblem[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const result = parseTemplate(source, name);
    if (!result.ok) problems.push(result.problem);
    // One that is wrong is there: a template that calls it has no problem of its own.
    const parsed = result.ok ? result.parsed : EMPTY;
    partials.set(name, { kind: "named", parsed, program: parsed.program });
  }
  return { partials, problems };
}

const EMPTY: ParsedSource = { source: "", program: { type: "Program", body: [] } };
