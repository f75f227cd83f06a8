// Partial sources by name → the partials that templates can name, and what is wrong with the others.
import type { PartialDefinition, PartialScope } from "./compile-state.ts";
import { parseTemplate } from "./parse-template.ts";
import { problemFromError, type TemplateProblem } from "./template-problem.ts";

export interface ParsedPartials {
  readonly partials: PartialScope;
  readonly problems: readonly TemplateProblem[];
}

export function parsePartials(sources: Readonly<Record<string, string>>): ParsedPartials {
  const partials = new Map<string, PartialDefinition>();
  const problems: TemplateProblem[] = [];
  for (const [name, source] of Object.entries(sources)) {
    try {
      const parsed = parseTemplate(source, name);
      partials.set(name, { kind: "named", parsed, program: parsed.program });
    } catch (error) {
      problems.push(problemFromError(error, source, name));
    }
  }
  return { partials, problems };
}
