// Template source → a function of the event's frame, compiled once; or what is wrong with the source.

import type { TemplateRead } from "../origin/template-read.ts";
import type { RootName } from "../render/scope.ts";
import { solidLength } from "../render/solid-text.ts";
import { parseTemplate } from "../syntax/parse-template.ts";
import type { TemplateProblem } from "../syntax/template-problem.ts";
import type { CompileState, ParsedSource, PartialScope, Renderer } from "./compile-state.ts";
import { createSession, type SessionOptions } from "./create-session.ts";

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
  /** Of its statements all that are wrong; where its braces and blocks do not fit, the first. */
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

export interface TemplateOptions extends SessionOptions {
  readonly partials?: PartialScope;
}

export function compileTemplate(
  source: string,
  options: TemplateOptions = {},
): TemplateCompilation {
  if (!source.includes("{{")) return { ok: true, template: literalTemplate(source), reads: [] };
  const { session, problems } = createSession(source, options);
  try {
    const parsed = parseTemplate(source);
    const partials = options.partials ?? NO_PARTIALS;
    const depths = { contextDepth: 0, blockDepth: 0, partialDepth: 0 };
    const template = compileParsed(parsed, { session, parsed, locals: [], partials, ...depths });
    if (problems.length === 0) return { ok: true, template, reads: session.reads };
  } catch (error) {
    session.report(error);
  }
  return { ok: false, problems };
}

const NO_PARTIALS: PartialScope = new Map();

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
