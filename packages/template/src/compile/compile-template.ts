// The source of a template → its renderer and what it reads; or its problems.
import { hintRewrites } from "../foreign/hint-rewrites.ts";
import { builtInHelpers } from "../helpers/index.ts";
import type { TemplateRead } from "../origin/read.ts";
import { createFieldTable, type FieldTable, solidLength } from "../render/body.ts";
import type { Renderer } from "../render/frame.ts";
import type { HelperTable } from "../render/helper.ts";
import { createLinesRenderer } from "../render/line-body.ts";
import type { LineLiteral } from "../render/line-writer.ts";
import { EVENT_ROOTS, type TemplateRoot } from "../render/scope.ts";
import { unescapeForeign } from "../syntax/foreign-text.ts";
import { parseTemplate } from "../syntax/parse-template.ts";
import { createPositionFinder } from "../syntax/syntax-error.ts";
import type { ParsedSource } from "../syntax/syntax-tree.ts";
import type { TemplateProblem } from "../syntax/template-problem.ts";
import { compileBody } from "./compile-body.ts";
import type {
  CompiledBody,
  CompileSession,
  PartialDefinition,
  PartialScope,
} from "./compile-state.ts";
import { lineLiteralsFromBody } from "./line-literals.ts";
import type { TemplateProbe } from "./template-probe.ts";

export interface CompiledTemplate {
  readonly source: string;
  readonly render: Renderer;
  /** Whether the template has no expression, so that `render` always gives the same text. */
  readonly isLiteral: boolean;
  /** How many expressions and blocks are not within others. */
  readonly expressionCount: number;
  /** The literal text before the first expression. */
  readonly literalPrefix: string;
  /**
   * Length of the literal text outside of blocks: the rendered length when every expression is empty.
   * -1 where empty lines are dropped, so that no length tells that.
   */
  readonly literalLength: number;
  /** The same without white space. */
  readonly solidLength: number;
  /** The names of the roots that the expressions read, each once. */
  readonly roots: readonly string[];
}

export type CompileResult =
  | {
      readonly ok: true;
      readonly template: CompiledTemplate;
      /** Not part of the template: a config of thousands of mappings keeps the templates only. */
      readonly reads: readonly TemplateRead[];
    }
  /** A problem for each wrong statement; only the first problem where braces or blocks do not match. */
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

/** What the templates of a config share. */
export interface CompileTemplateOptions {
  readonly helpers?: HelperTable;
  /** Grows while the templates that share it are compiled. */
  readonly fields?: FieldTable;
  readonly roots?: readonly TemplateRoot[];
  readonly partials?: PartialScope;
  /** Whether a line that holds nothing but tags, and shows nothing, is dropped. Default: kept. */
  readonly emptyLines?: "keep" | "drop" | undefined;
  /** Default: nothing listens. */
  readonly probe?: TemplateProbe | undefined;
}

const NO_PARTIALS: PartialScope = new Map();

export function compileTemplate(
  source: string,
  options: CompileTemplateOptions = {},
): CompileResult {
  if (!source.includes("{{")) return { ok: true, template: literalTemplate(source), reads: [] };
  const result = parseTemplate(source);
  if (!result.ok) return failWith([result.problem], source, options);
  const { parsed } = result;
  const session = createSession(options);
  const partials = options.partials ?? NO_PARTIALS;
  const depths = { contextDepth: 0, blockDepth: 0, partialDepth: 0, bodyDepth: 1 };
  const body = compileBody(parsed.program, { session, parsed, locals: [], partials, ...depths });
  if (body === undefined || session.problems.length > 0) {
    return failWith(session.problems, source, options);
  }
  const template = templateFromBody(source, body);
  const chosen = session.dropsLines ? dropLines(template, parsed) : template;
  return { ok: true, template: chosen, reads: body.reads };
}

function failWith(
  problems: readonly TemplateProblem[],
  source: string,
  { helpers = builtInHelpers, partials = NO_PARTIALS }: CompileTemplateOptions,
): CompileResult {
  // A problem names a partial that was found.
  const sourceOf = (name: string | undefined) =>
    name === undefined ? source : (partials.get(name) as PartialDefinition).parsed.source;
  return { ok: false, problems: hintRewrites(problems, { sourceOf, helpers }) };
}

function createSession(options: CompileTemplateOptions): CompileSession {
  return {
    helpers: options.helpers ?? builtInHelpers,
    roots: new Map((options.roots ?? EVENT_ROOTS).map((root) => [root.name, root])),
    fields: options.fields ?? createFieldTable(),
    dropsLines: options.emptyLines === "drop",
    probe: options.probe,
    instances: [],
    problems: [],
    positionAt: createPositionFinder(),
    mustStop: false,
    compileBody,
  };
}

function templateFromBody(
  source: string,
  { render, literals, reads }: CompiledBody,
): CompiledTemplate {
  const text = literals.join("");
  return {
    source,
    render,
    isLiteral: literals.length === 1,
    expressionCount: literals.length - 1,
    literalPrefix: literals[0] as string,
    literalLength: text.length,
    solidLength: solidLength(text),
    roots: [...new Set(reads.map(({ root }) => root))],
  };
}

/** The bodies of the template write to lines, which the frame of its root begins. */
function dropLines(template: CompiledTemplate, { program }: ParsedSource): CompiledTemplate {
  const last = lineLiteralsFromBody(program.body).at(-1) as LineLiteral;
  return { ...template, render: createLinesRenderer(template.render, last), literalLength: -1 };
}

function literalTemplate(source: string): CompiledTemplate {
  const text = source.includes("\\") ? unescapeForeign(source) : source;
  return {
    source,
    render: (frame) => {
      frame.trace?.literal(text);
      return text;
    },
    isLiteral: true,
    expressionCount: 0,
    literalPrefix: text,
    literalLength: text.length,
    solidLength: solidLength(text),
    roots: [],
  };
}

/** All partials by name, and the problems of those that cannot be parsed. */
export interface ParsedPartials {
  readonly partials: PartialScope;
  readonly problems: readonly TemplateProblem[];
}

export function parsePartials(
  sources: Readonly<Record<string, string>>,
  helpers: HelperTable = builtInHelpers,
): ParsedPartials {
  const partials = new Map<string, PartialDefinition>();
  const problems: TemplateProblem[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const result = parseTemplate(source, name);
    if (!result.ok) {
      problems.push(...hintRewrites([result.problem], { sourceOf: () => source, helpers }));
    }
    // A wrong partial keeps its name, so that templates that call it are not reported, too.
    const parsed = result.ok ? result.parsed : EMPTY;
    partials.set(name, { kind: "named", parsed, program: parsed.program });
  }
  return { partials, problems };
}

const EMPTY: ParsedSource = { source: "", program: { type: "Program", body: [] } };
