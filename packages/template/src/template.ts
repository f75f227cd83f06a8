// The source of a template → the template by itself, without mappings and requests around it.

import type { HeaderRecord } from "@hookwright/base";
import { lowerHeaderNames } from "@hookwright/base";
import {
  type CompiledTemplate,
  compileTemplate as compile,
  parsePartials,
} from "./compile/compile-template.ts";
import { adoptHelpers } from "./helpers/adopt-helpers.ts";
import { Budget, DEFAULT_RENDER_LIMITS, type RenderLimits } from "./render/budget.ts";
import { createRootFrame } from "./render/frame.ts";
import { failureFromError, type RenderFailure } from "./render/render-failure.ts";
import { EVENT_ROOTS, type TemplateRoot } from "./render/scope.ts";
import type { RenderedExpression, RenderTrace } from "./render/trace.ts";
import type { TemplateProblem as LocatedProblem } from "./syntax/template-problem.ts";
import type {
  Template,
  TemplateOptions,
  TemplatePath,
  TemplateProblem,
  TemplateResult,
  TemplateScope,
  TemplateSpan,
} from "./template-types.ts";

/** Thrown by `render`: these values cannot be rendered by this template. */
export class TemplateRenderError extends Error {
  override readonly name = "TemplateRenderError";
  readonly code: RenderFailure["code"];

  constructor({ code, message }: RenderFailure) {
    super(message);
    this.code = code;
  }
}

/**
 * Compiles a template as the config does, and never throws.
 *
 * @example
 * ```ts
 * const { template } = compileTemplate("{{pusher.name}} pushed");
 * console.log(template?.render({ payload: { pusher: { name: "ann" } } })); // ann pushed
 * ```
 */
export function compileTemplate(source: string, options: TemplateOptions = {}): TemplateResult {
  const roots = options.roots ?? EVENT_ROOTS;
  const adopted = adoptHelpers(options.helpers ?? {});
  const parsed = parsePartials(options.partials ?? {}, adopted.helpers);
  const { partials } = parsed;
  const { emptyLines } = options;
  const result = compile(source, { helpers: adopted.helpers, partials, roots, emptyLines });
  const problems = [
    ...adopted.problems,
    ...parsed.problems.map(publicProblem),
    ...(result.ok ? [] : result.problems.map(publicProblem)),
  ];
  if (!result.ok || problems.length > 0) return { ok: false, problems };
  const limits = { ...DEFAULT_RENDER_LIMITS, ...options.limits };
  const reads = result.reads.map(({ root, steps, exact }) => ({ root, steps, exact }));
  const run: TemplateRun = { compiled: result.template, roots, limits };
  return { ok: true, template: createTemplate(run, reads), problems: [] };
}

interface TemplateRun {
  readonly compiled: CompiledTemplate;
  readonly roots: readonly TemplateRoot[];
  readonly limits: RenderLimits;
}

function createTemplate(run: TemplateRun, reads: readonly TemplatePath[]): Template {
  return {
    render(scope) {
      try {
        return renderScope(run, scope);
      } catch (error) {
        throw new TemplateRenderError(failureFromError(error));
      }
    },
    explain(scope) {
      const spans: TemplateSpan[] = [];
      const add = (span: TemplateSpan) => {
        if (span.text !== "") spans.push(span);
      };
      const literal = (text: string) => add({ text });
      const expression = (rendered: RenderedExpression) => add(spanFromExpression(rendered));
      try {
        return { ok: true, text: renderScope(run, scope, { literal, expression }), spans };
      } catch (error) {
        return { ok: false, ...failureFromError(error) };
      }
    },
    reads,
  };
}

/** Headers are found in any case, as those of a request. */
function renderScope(
  { compiled, roots, limits }: TemplateRun,
  scope: TemplateScope,
  trace?: RenderTrace,
): string {
  const headers = roots.filter(({ isHeaders, name }) => isHeaders && scope[name]);
  const lowered = headers.map(({ name }) => [name, lowerHeaderNames(scope[name] as HeaderRecord)]);
  const values = { ...scope, ...Object.fromEntries(lowered) };
  return compiled.render(createRootFrame(values, new Budget(limits), trace));
}

function spanFromExpression({
  text,
  expression,
  reads,
  helpers,
}: RenderedExpression): TemplateSpan {
  const paths = reads.map(({ root, steps }) => [root, ...steps].join("."));
  return { text, origin: { expression, paths, helpers } };
}

function publicProblem({
  code,
  message,
  hint,
  position,
  offset,
  edit,
  partial,
}: LocatedProblem): TemplateProblem {
  return {
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...position,
    offset,
    ...(edit !== undefined && { edit }),
    ...(partial !== undefined && { partial }),
  };
}
