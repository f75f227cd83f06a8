// The source of a template → the template by itself, without mappings and requests around it.
import { type HeaderRecord, lowerHeaderNames } from "@hookwright/base";
import { adoptHelpers, type HelperProblem } from "../serving/helpers/adopt-helpers.ts";
import type { CompiledTemplate } from "../serving/link/link-template.ts";
import type { RootPath } from "../serving/origin.ts";
import { Budget, DEFAULT_RENDER_LIMITS, type RenderLimits } from "../serving/render/budget.ts";
import { createRootFrame } from "../serving/render/frame.ts";
import type { HelperDefinition } from "../serving/render/helper.ts";
import { failureFromError, type RenderFailure } from "../serving/render/render-failure.ts";
import { EVENT_ROOTS, type TemplateRoot } from "../serving/render/scope.ts";
import type { RenderedExpression, RenderTrace } from "../serving/render/trace.ts";
import type { TemplateEdit } from "../text-span.ts";
import { compileSource, parsePartials } from "./compile/compile-source.ts";
import type { SourceProblem as LocatedProblem, TemplateCode } from "./syntax/template-problem.ts";

/** Thrown by `render` if the template cannot render these values. */
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
  const { helpers } = adopted;
  const parsed = parsePartials(options.partials ?? {}, { helpers });
  const { partials } = parsed;
  const { emptyLines } = options;
  const result = compileSource(source, { helpers, partials, roots, emptyLines });
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

/** What a template may use beyond the language itself. */
export interface TemplateOptions {
  /** Further helpers by name; the names of the built-in ones are taken. */
  readonly helpers?: Readonly<Record<string, HelperDefinition>>;
  /** The sources of partials by name. */
  readonly partials?: Readonly<Record<string, string>>;
  /** Names that mean more than a field. Default: `EVENT_ROOTS`, those of a webhook's templates. */
  readonly roots?: readonly TemplateRoot[];
  /** `drop` leaves out lines that hold nothing but tags, and show nothing. Default: `keep`. */
  readonly emptyLines?: "keep" | "drop" | undefined;
  /** How much one rendering may do. Default: as for one event. */
  readonly limits?: Partial<RenderLimits>;
}

/**
 * The values that a template reads: the payload, in which plain names are looked up, and the other roots
 * by name. A root that is not given is missing. A function is called when its root is read.
 */
export interface TemplateScope {
  readonly payload: unknown;
  readonly [root: string]: unknown;
}

/** A path that a template reads, such as `payload.user.name`. */
export interface TemplatePath extends RootPath {
  /** Whether the steps start at the root, not at an element of a block. */
  readonly exact: boolean;
}

/** A piece of a rendered text. */
export interface TemplateSpan {
  readonly text: string;
  /** Absent where the text is the template's own. */
  readonly origin?: {
    /** The expression as written. */
    readonly expression: string;
    /** Where it read: `payload.messages.0.subject`, `headers.x-event`. */
    readonly paths: readonly string[];
    /** The helpers that the values went through. */
    readonly helpers: readonly string[];
  };
}

/** The text with what each expression read and rendered; joined in order, the spans are the text. */
export type TemplateExplanation =
  | { readonly ok: true; readonly text: string; readonly spans: readonly TemplateSpan[] }
  | ({ readonly ok: false } & RenderFailure);

/** A compiled template. */
export interface Template {
  /** Throws a `TemplateRenderError` where a limit is passed, a helper fails, or a value is too deep. */
  readonly render: (scope: TemplateScope) => string;
  /** The same rendering in pieces. Never throws because of a value. */
  readonly explain: (scope: TemplateScope) => TemplateExplanation;
  /** What its expressions read. */
  readonly reads: readonly TemplatePath[];
}

/** One thing that is wrong with a template, a partial or a helper. */
export interface TemplateProblem {
  readonly code: TemplateCode | HelperProblem["code"];
  readonly message: string;
  readonly hint?: string;
  /** Counted from 1, within the template or the partial; of a helper absent. */
  readonly line?: number;
  readonly column?: number;
  /** In UTF-16 code units from the start. */
  readonly offset?: number;
  /** What to write instead of a piece of the template or the partial. */
  readonly edit?: TemplateEdit;
  /** The partial that contains it. */
  readonly partial?: string;
  /** The helper whose definition is wrong. */
  readonly helper?: string;
}

/** A template, or all that is wrong with its source. */
export type TemplateResult =
  | { readonly ok: true; readonly template: Template; readonly problems: readonly [] }
  | {
      readonly ok: false;
      readonly template?: undefined;
      readonly problems: readonly TemplateProblem[];
    };
