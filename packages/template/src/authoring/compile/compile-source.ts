// The source of a template → its tree, its closures and what it reads; or its problems.
import { builtInHelpers } from "../../serving/helpers/index.ts";
import type {
  PartialDefinition,
  PartialScope,
  TemplateFault,
} from "../../serving/link/compile-state.ts";
import {
  type LinkOptions,
  type LinkResult,
  linkTemplate,
  partialsFromTrees,
} from "../../serving/link/link-template.ts";
import type { ParsedSource, PlainSource, TemplateTree } from "../../serving/syntax-tree.ts";
import { hintRewrites } from "../foreign/hint-rewrites.ts";
import { unescapeForeign } from "../syntax/dialect.ts";
import { parseTemplate } from "../syntax/parse-template.ts";
import type { SourceProblem } from "../syntax/template-problem.ts";
import { problemsFromFaults } from "./problems-from-faults.ts";

type CompileResult =
  | (Extract<LinkResult, { ok: true }> & {
      /** What `linkTemplate` makes the same closures of. */
      readonly tree: TemplateTree;
    })
  /** A problem for each wrong statement; where blocks do not match, none but those of the syntax. */
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

/** What the templates of a config share. */
export interface CompileTemplateOptions extends LinkOptions {
  /** What to write for a partial where there are none: the caller knows where they are defined. */
  readonly partialsHint?: string;
}

/**
 * The source of a template → its tree and its closures, or every problem with sentence, hint and
 * position. Never throws.
 */
export function compileSource(source: string, options: CompileTemplateOptions = {}): CompileResult {
  const parsed = parseSource(source, options.locates);
  const { tree, problems } = parsed;
  const linked = tree && linkTemplate(tree, options);
  if (tree !== undefined && linked?.ok && problems.length === 0) return { ...linked, tree };
  const faults = linked === undefined || linked.ok ? [] : linked.faults;
  return failWith(source, problems, faults, options);
}

interface ReadSource {
  /** Where there are problems, the tree of the rest; absent where the rest has no structure. */
  readonly tree?: TemplateTree | undefined;
  readonly problems: readonly SourceProblem[];
}

function parseSource(source: string, locates?: boolean): ReadSource {
  if (!source.includes("{{")) return { tree: plainSource(source), problems: [] };
  const result = parseTemplate(source, undefined, locates);
  return result.ok
    ? { tree: result.parsed, problems: [] }
    : { tree: result.rest, problems: result.problems };
}

function plainSource(source: string): PlainSource {
  const text = source.includes("\\") ? unescapeForeign(source) : source;
  return text === source ? { source } : { source, text };
}

const NO_PARTIALS: PartialScope = new Map();

function failWith(
  source: string,
  problems: readonly SourceProblem[],
  faults: readonly TemplateFault[],
  {
    helpers = builtInHelpers,
    partials = NO_PARTIALS,
    partialsHint = 'Pass it in the option "partials".',
  }: CompileTemplateOptions,
): CompileResult {
  // A fault names a partial that was found.
  const sourceOf = (name: string | undefined) =>
    name === undefined ? source : (partials.get(name) as PartialDefinition).parsed.source;
  const linking = problemsFromFaults(faults, { sourceOf, helpers, partialsHint });
  return { ok: false, problems: hintRewrites([...problems, ...linking], { sourceOf, helpers }) };
}

/** All partials by name, and the problems of those that cannot be parsed. */
interface ParsedPartials {
  readonly partials: PartialScope;
  /** What `partialsFromTrees` makes the same partials of. */
  readonly trees: Readonly<Record<string, ParsedSource>>;
  readonly problems: readonly SourceProblem[];
}

/**
 * The sources of partials by name → the partials that templates can call, and the problems of their
 * texts.
 */
export function parsePartials(
  sources: Readonly<Record<string, string>>,
  { helpers = builtInHelpers, locates }: Pick<LinkOptions, "helpers" | "locates"> = {},
): ParsedPartials {
  const problems: SourceProblem[] = [];
  const parsed = Object.entries(sources).map(([name, source]) => {
    const result = parseTemplate(source, name, locates);
    if (result.ok) return [name, result.parsed] as const;
    problems.push(...hintRewrites(result.problems, { sourceOf: () => source, helpers }));
    // A wrong partial keeps its name, so that templates that call it are not reported, too.
    return [name, EMPTY] as const;
  });
  const trees = Object.fromEntries(parsed);
  return { partials: partialsFromTrees(trees), trees, problems };
}

const EMPTY: ParsedSource = { source: "", program: { type: "Program", body: [] } };
