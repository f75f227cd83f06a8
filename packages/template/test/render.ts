// A template and what it may read → the rendered text, its problem, or what a trace reports.

import type { HeaderRecord, QueryRecord } from "../../base/src/values.ts";
import {
  type CompileTemplateOptions,
  compileSource,
  parsePartials,
} from "../src/authoring/compile/compile-source.ts";
import type { SourceProblem } from "../src/authoring/syntax/template-problem.ts";
import type { CompiledTemplate } from "../src/serving/link/link-template.ts";
import { Budget, DEFAULT_RENDER_LIMITS, type RenderLimits } from "../src/serving/render/budget.ts";
import { createRootFrame } from "../src/serving/render/frame.ts";
import type { RenderTrace } from "../src/serving/render/trace.ts";
import { unitsOf } from "./event-budget.ts";

export interface RenderOptions {
  readonly headers?: HeaderRecord;
  readonly query?: QueryRecord;
  readonly partials?: Readonly<Record<string, string>>;
  readonly helpers?: CompileTemplateOptions["helpers"];
  readonly roots?: CompileTemplateOptions["roots"];
  readonly limits?: Partial<RenderLimits>;
  readonly emptyLines?: CompileTemplateOptions["emptyLines"];
}

/** Throws what rendering throws, and an error where the template does not compile. */
export function renderTemplate(
  source: string,
  payload: unknown = {},
  options: RenderOptions = {},
): string {
  return render(compile(source, options), payload, options);
}

export interface TracedPart {
  readonly text: string;
  /** Absent for the operator's text. */
  readonly expression?: string;
  /** `payload.a.b`, `headers.x`. */
  readonly paths?: readonly string[];
  readonly helpers?: readonly string[];
}

/** The same rendering, with a trace of it; parts without text are left out. */
export function traceTemplate(
  source: string,
  payload: unknown = {},
  options: RenderOptions = {},
): { readonly text: string; readonly parts: readonly TracedPart[] } {
  const parts: TracedPart[] = [];
  const text = render(compile(source, options), payload, options, {
    literal: (literal) => {
      parts.push({ text: literal });
    },
    expression: ({ text: shown, expression, reads, helpers }) => {
      const paths = reads.map(({ root, steps }) => [root, ...steps].join("."));
      parts.push({ text: shown, expression, paths, helpers });
    },
  });
  return { text, parts: parts.filter((part) => part.text !== "") };
}

/** The units of work that a rendering takes. */
export function unitsOfTemplate(
  source: string,
  payload: unknown,
  options: RenderOptions = {},
): number {
  const template = compile(source, options);
  return unitsOf((budget) => template.render(createRootFrame(scopeOf(payload, options), budget)));
}

/** What is wrong first with a template, or with one of its partials. */
export function problemOfTemplate(
  source: string,
  options: RenderOptions = {},
): Omit<SourceProblem, "offset"> {
  const { offset: _, ...problem } = firstProblem(source, options);
  return problem;
}

function firstProblem(source: string, options: RenderOptions): SourceProblem {
  const { partials, problems } = parsePartials(options.partials ?? {});
  const [ofPartial] = problems;
  if (ofPartial !== undefined) return ofPartial;
  const compilation = compileSource(source, { ...chosen(options), partials });
  if (compilation.ok) throw new Error(`This template compiles: ${source}`);
  return compilation.problems[0] as SourceProblem;
}

function compile(source: string, options: RenderOptions): CompiledTemplate {
  const { partials } = parsePartials(options.partials ?? {});
  const compilation = compileSource(source, { ...chosen(options), partials });
  if (compilation.ok) return compilation.template;
  throw new Error(`${compilation.problems[0]?.message} in ${source}`);
}

function chosen({ helpers, roots, emptyLines }: RenderOptions): CompileTemplateOptions {
  return {
    ...(helpers !== undefined && { helpers }),
    ...(roots !== undefined && { roots }),
    emptyLines,
  };
}

function render(
  template: CompiledTemplate,
  payload: unknown,
  options: RenderOptions,
  trace?: RenderTrace,
): string {
  const budget = new Budget({ ...DEFAULT_RENDER_LIMITS, ...options.limits });
  return template.render(createRootFrame(scopeOf(payload, options), budget, trace));
}

function scopeOf(payload: unknown, { headers = {}, query = {} }: RenderOptions) {
  return {
    payload,
    headers,
    query,
    path: "p",
    now: () => "2026-01-02T03:04:05.678Z",
    item: "the item",
    index: 7,
    mapping: "the-mapping",
  };
}
