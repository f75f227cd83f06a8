// Partial sources by name → the partials that templates can name, and what is wrong with the others.

import { parseTemplate } from "../syntax/parse-template.ts";
import { problemFromError, type TemplateProblem } from "../syntax/template-problem.ts";
import type { PartialDefinition, PartialScope } from "./compile-state.ts";

export interface ParsedPartials {
  readonly partials: PartialScope;
  readonly problems: readonly TemplateProblem[];
}

export function parsePartials(sources: Readonly<Record<string, string>>): ParsedPartials {
  const partials = new Map<string, PartialDefinition>();
  const problems: TemplateProblem[] = [];
  for (const [name, source] of Object.entries(sources)) {
    try {
      partials.set(name, parsePartial(source, name));
    } catch (error) {
      problems.push(problemFromError(error, source, name));
      // It is there: a template that calls it has no problem of its own.
      partials.set(name, parsePartial("", name));
    }
  }
  return { partials, problems };
}

function parsePartial(source: string, name: string): PartialDefinition {
  const parsed = parseTemplate(source, name);
  return { kind: "named", parsed, program: parsed.program };
}
