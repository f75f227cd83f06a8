// Template source → a function of the event's frame, compiled once; or what is wrong with the source.
import type { Position } from "../model/problem.ts";
import { compileProgram } from "./compile-program.ts";
import type { Renderer, TemplateRead } from "./compile-state.ts";
import type { HelperTable } from "./helper.ts";
import { builtInHelpers } from "./helpers/index.ts";
import { parseTemplate } from "./parse-template.ts";
import { positionFromOffset, TemplateSyntaxError } from "./syntax-error.ts";

export interface Template {
  readonly source: string;
  readonly render: Renderer;
  /** Whether there is no expression at all: then `render` always gives the same text. */
  readonly isLiteral: boolean;
  /** The literal text before the first expression. */
  readonly literalPrefix: string;
  /** Length of the literal text outside of blocks: what is left when every expression is empty. */
  readonly literalLength: number;
  readonly reads: readonly TemplateRead[];
}

export interface TemplateProblem {
  readonly message: string;
  readonly hint: string | undefined;
  readonly position: Position;
}

export type TemplateCompilation =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problem: TemplateProblem };

export interface TemplateOptions {
  readonly helpers?: HelperTable;
}

export function compileTemplate(
  source: string,
  options: TemplateOptions = {},
): TemplateCompilation {
  try {
    return {
      ok: true,
      template: compileSource(source, options.helpers ?? builtInHelpers),
    };
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    const position = positionFromOffset(source, error.offset);
    return {
      ok: false,
      problem: { message: error.message, hint: error.hint, position },
    };
  }
}

function compileSource(source: string, helpers: HelperTable): Template {
  if (!source.includes("{{")) return literalTemplate(source);
  const { program, offsetOf } = parseTemplate(source);
  const reads: TemplateRead[] = [];
  const state = {
    source,
    helpers,
    offsetOf,
    reads,
    locals: [],
    contextDepth: 0,
  };
  const { render, literals } = compileProgram(program, state);
  return {
    source,
    render,
    isLiteral: literals.length === 1,
    literalPrefix: literals[0] as string,
    literalLength: literals.reduce((length, literal) => length + literal.length, 0),
    reads,
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
    reads: [],
  };
}
