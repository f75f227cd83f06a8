// What is shared by everything that is compiled for one template, and a list for what is wrong with it.

import { builtInHelpers } from "../helpers/index.ts";
import { createFieldTable, type FieldTable } from "../render/field-table.ts";
import type { HelperTable } from "../render/helper.ts";
import { EVENT_ROOTS, type RootName } from "../render/scope.ts";
import { type TemplateCode, TemplateSyntaxError } from "../syntax/syntax-error.ts";
import { problemFromError, type TemplateProblem } from "../syntax/template-problem.ts";
import { compileProgram } from "./compile-program.ts";
import type { CompileSession, ParsedSource } from "./compile-state.ts";

export interface SessionOptions {
  readonly helpers?: HelperTable;
  /** Shared by templates that are kept together; grows while they are compiled. */
  readonly fields?: FieldTable;
  /** Default: those of an event. */
  readonly roots?: readonly RootName[];
}

export interface NewSession {
  readonly session: CompileSession;
  /** Grows while the template is compiled. */
  readonly problems: readonly TemplateProblem[];
}

export function createSession(source: string, options: SessionOptions): NewSession {
  const problems: TemplateProblem[] = [];
  // Errors are located in the text that was being compiled: the template, or one of its partials.
  let current: Pick<ParsedSource, "source" | "partial"> = { source };
  let depth = 0;
  const session: CompileSession = {
    helpers: options.helpers ?? builtInHelpers,
    roots: new Set(options.roots ?? EVENT_ROOTS),
    fields: options.fields ?? createFieldTable(),
    reads: [],
    calls: [],
    instances: [],
    compileProgram(program, state) {
      const outer = current;
      current = state.parsed;
      depth += 1;
      if (depth > DEEPEST_PROGRAMS) throw tooDeep();
      const compiled = compileProgram(program, state);
      depth -= 1;
      current = outer;
      return compiled;
    },
    attempt(compile) {
      const outer = current;
      const level = depth;
      try {
        return compile();
      } catch (error) {
        if (!(error instanceof TemplateSyntaxError) || ENDLESS.has(error.code)) throw error;
        session.report(error);
        current = outer;
        depth = level;
        return undefined;
      }
    },
    report(error) {
      problems.push(problemFromError(error, current.source, current.partial));
    },
  };
  return { session, problems };
}

/** Blocks within partials within blocks: each is some calls deep, and stacks end near 1,000. */
const DEEPEST_PROGRAMS = 400;

/** What would come again and again, if compiling went on. */
const ENDLESS: ReadonlySet<TemplateCode> = new Set([
  "template_too_deep",
  "template_partial_cyclic",
]);

function tooDeep(): TemplateSyntaxError {
  return new TemplateSyntaxError("partials and blocks are nested too deep within each other", 0, {
    code: "template_too_deep",
    hint: "Flatten the partials, or shape the payload in a transform.",
  });
}
