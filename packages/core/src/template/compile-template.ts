// Template source → a function of the event's frame, compiled once; or what is wrong with the source.
import { compileProgram } from "./compile-program.ts";
import type {
  CompileSession,
  CompileState,
  ParsedSource,
  PartialScope,
  Renderer,
} from "./compile-state.ts";
import { createFieldTable, type FieldTable } from "./field-table.ts";
import type { HelperTable } from "./helper.ts";
import { builtInHelpers } from "./helpers/index.ts";
import { parseTemplate } from "./parse-template.ts";
import { EVENT_ROOTS, type RootName } from "./scope.ts";
import { solidLength } from "./solid-text.ts";
import { TemplateSyntaxError } from "./syntax-error.ts";
import { problemFromError, type TemplateProblem } from "./template-problem.ts";
import type { TemplateRead } from "./template-read.ts";

export interface Template {
  readonly source: string;
  readonly render: Renderer;
  /** Whether there is no expression at all: then `render` always gives the same text. */
  readonly isLiteral: boolean;
  /** The literal text before the first expression. */
  readonly literalPrefix: string;
  /** Length of the literal text outside of blocks: what is left when every expression is empty. */
  readonly literalLength: number;
  /** The same without white space: what is left when every expression is blank. */
  readonly solidLength: number;
  /** What the expressions read from, each once. */
  readonly roots: readonly RootName[];
}

export type TemplateCompilation =
  | {
      readonly ok: true;
      readonly template: Template;
      /** Apart: a config of thousands of mappings keeps the templates only. */
      readonly reads: readonly TemplateRead[];
    }
  | { readonly ok: false; readonly problem: TemplateProblem };

export interface TemplateOptions {
  readonly helpers?: HelperTable;
  readonly partials?: PartialScope;
  /** Shared by templates that are kept together; grows while they are compiled. */
  readonly fields?: FieldTable;
  /** Default: those of an event. */
  readonly roots?: readonly RootName[];
}

export function compileTemplate(
  source: string,
  options: TemplateOptions = {},
): TemplateCompilation {
  if (!source.includes("{{")) return { ok: true, template: literalTemplate(source), reads: [] };
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
  };
  try {
    const parsed = parseTemplate(source);
    const partials = options.partials ?? NO_PARTIALS;
    const depths = { contextDepth: 0, blockDepth: 0, partialDepth: 0 };
    const state = { session, parsed, locals: [], partials, ...depths };
    return { ok: true, template: compileParsed(parsed, state), reads: session.reads };
  } catch (error) {
    return { ok: false, problem: problemFromError(error, current.source, current.partial) };
  }
}

const NO_PARTIALS: PartialScope = new Map();

/** Blocks within partials within blocks: each is some calls deep, and stacks end near 1,000. */
const DEEPEST_PROGRAMS = 400;

function tooDeep(): TemplateSyntaxError {
  return new TemplateSyntaxError("partials and blocks are nested too deep within each other", 0, {
    code: "template_too_deep",
    hint: "Flatten the partials, or shape the payload in a transform.",
  });
}

function compileParsed(parsed: ParsedSource, state: CompileState): Template {
  const { render, literals } = state.session.compileProgram(parsed.program, state);
  return {
    source: parsed.source,
    render,
    isLiteral: literals.length === 1,
    literalPrefix: literals[0] as string,
    literalLength: literals.join("").length,
    solidLength: solidLength(literals.join("")),
    roots: [...new Set(state.session.reads.map(({ root }) => root))],
  };
}

function literalTemplate(source: string): Template {
  return {
    source,
    render: (frame) => {
      frame.trace?.literal(source);
      return source;
    },
    isLiteral: true,
    literalPrefix: source,
    literalLength: source.length,
    solidLength: solidLength(source),
    roots: [],
  };
}
