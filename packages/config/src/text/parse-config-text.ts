// The text of a config (JSON, JSONC, JSON5 or YAML) → plain data with positions, or the syntax errors.
import type { ConfigPath, FileRange, Fix, Problem, TextSpan } from "@hookwright/core";
import type { ConfigDocument, LoadResult, RangeOptions } from "../load-result.ts";
import { limitProblems } from "../report/limit-problems.ts";
import { sourceOfSpan } from "./character-spans.ts";
import { createRangeFinder, positionOf, type RangeFinder } from "./position.ts";
import type { ParseResult, SyntaxFix, SyntaxNode, SyntaxProblem } from "./syntax-node.ts";

type Format = "json5" | "yaml";

/** The format of a text, and its name. */
export interface ConfigTextOptions {
  /** `json5` reads JSON, JSONC and JSON5 alike. Default: by the extension of `filename`; if it is unknown, `json5`. */
  readonly format?: Format;
  /** Chooses the format by its extension, and is shown in reports. Default: `config`. */
  readonly filename?: string;
  /** Whether the text is an included file, so that all of it is about hooks. Default: false. */
  readonly isIncluded?: boolean;
}

/**
 * Parses the text of a config in linear time. Never rejects; no message quotes the text.
 *
 * @example
 * ```ts
 * const result = await parseConfigText("hooks: { enabled: true }", { format: "yaml" });
 * if (result.ok) result.locate(["hooks", "enabled"]); // { line: 1, column: 19 }
 * ```
 */
export async function parseConfigText(
  text: string,
  options: ConfigTextOptions = {},
): Promise<LoadResult<ConfigDocument>> {
  const { filename = "config", isIncluded = false } = options;
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const format = options.format ?? formatOf(filename);
  const parsed = await parse(source, { format, isIncluded }).catch(refusalFromError);
  const rangeOfSpan = createRangeFinder(source);
  const report = { filename, source, files: [] };
  if (!parsed.ok) {
    const problems = parsed.errors.map((error) => toProblem(error, rangeOfSpan));
    return { ...report, ok: false, ...limitProblems(problems, parsed.furtherProblems) };
  }
  const { config, root, repeated, misread = [], explain } = parsed;
  const rangeOf: ConfigDocument["rangeOf"] = (path, options = {}) =>
    rangeOfSpan(findSpan({ root, source }, path, options));
  const locate: ConfigDocument["locate"] = (path, part = "value") =>
    positionOf(rangeOf(path, { part }));
  const reported = limitProblems([
    ...repeated.map((one) => problemOfRepeated(one, format, rangeOfSpan)),
    ...misread.map((one) => problemOfMisread(one, rangeOfSpan)),
  ]);
  // YAML forbids repeated keys; in JSON, the last one counts, and a running gateway may rely on that.
  if (format === "yaml" && repeated.length > 0) return { ...report, ok: false, ...reported };
  return {
    ...report,
    ok: true,
    ...reported,
    config,
    format,
    locate,
    rangeOf,
    ...(explain && { explain }),
  };
}

function problemOfRepeated(
  { path, first, span }: RepeatedKey,
  format: Format,
  rangeOfSpan: RangeFinder,
): Problem {
  const isYaml = format === "yaml";
  const rule = isYaml ? "which YAML does not allow" : "and only the last one counts";
  return {
    code: "key_repeated",
    severity: isYaml ? "error" : "warning",
    path,
    message: `The key "${path.at(-1)}" is repeated in one object, ${rule}.`,
    hint: `Keep one of the two: line ${rangeOfSpan(first).start.line} has the key first.`,
    ...located(rangeOfSpan(span)),
  };
}

function problemOfMisread(
  {
    path,
    message,
    hint,
    span,
    severity = "warning",
  }: NonNullable<(ParseResult & { ok: true })["misread"]>[number],
  rangeOfSpan: RangeFinder,
): Problem {
  const text = { code: "yaml_value_misread" as const, severity, path, message, hint };
  return { ...text, ...located(rangeOfSpan(span)) };
}

type Parsed =
  | (ParseResult & { readonly ok: true; readonly repeated: readonly RepeatedKey[] })
  | (ParseResult & { readonly ok: false });

/** Imports a parser when it is needed: the YAML parser takes as long to load as everything else together. */
async function parse(
  source: string,
  { format, isIncluded }: Required<Pick<ConfigTextOptions, "format" | "isIncluded">>,
): Promise<Parsed> {
  if (nestsTooDeep(source)) return TOO_DEEP;
  const parsed =
    format === "yaml"
      ? await (await import("./parse-yaml.ts")).parseYaml(source, isIncluded)
      : await (await import("./parse-json5.ts")).parseJson5(source);
  return parsed.ok ? { ...parsed, repeated: findRepeatedKeys(parsed.root, isIncluded) } : parsed;
}

/** Attack: within brackets, YAML nests by colons alone (`[a: b: c: …`), and the parser recurses at each. */
function refusalFromError(error: unknown): Parsed {
  if (error instanceof RangeError) return TOO_DEEP;
  if (error instanceof ReferenceError) return TOO_MANY_ALIASES;
  throw error;
}

const TOO_DEEP = refuseText("The config is nested too deeply.");

const TOO_MANY_ALIASES = refuseText(
  "The aliases of the config multiply beyond what is reasonable.",
);

function refuseText(message: string): Parsed & { readonly ok: false } {
  return { ok: false, errors: [{ message, span: { start: 0, end: 0 } }] };
}

/** A config needs ten levels. Parsers recurse at each level, and a stack overflow can end the process. */
const MAX_NESTING_LEVELS = 500;

/** YAML also nests without brackets: by `- - - -` on one line, or by indentation. */
const DEEP_LINE = new RegExp(
  `^(?: {${MAX_NESTING_LEVELS}}| *(?:[-?:] +){${MAX_NESTING_LEVELS / 2}})`,
  "m",
);

/** Counts brackets in strings too: no template has hundreds of unclosed brackets. */
function nestsTooDeep(source: string): boolean {
  let depth = 0;
  for (const [bracket] of source.matchAll(/[{}[\]]/g)) {
    depth = bracket === "{" || bracket === "[" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_NESTING_LEVELS) return true;
  }
  return DEEP_LINE.test(source);
}

/** Most files with another extension are a gateway's own config, which is JSON5. */
function formatOf(filename: string): Format {
  return /\.ya?ml$/i.test(filename) ? "yaml" : "json5";
}

function toProblem({ message, hint, span, fix }: SyntaxProblem, rangeOfSpan: RangeFinder): Problem {
  return {
    code: "config_syntax",
    severity: "error",
    path: [],
    message,
    ...(hint !== undefined && { hint }),
    ...located(rangeOfSpan(span)),
    ...(fix !== undefined && { fixes: [locateFix(fix, rangeOfSpan)] }),
  };
}

function locateFix({ edits, ...fix }: SyntaxFix, rangeOfSpan: RangeFinder): Fix {
  return { ...fix, edits: edits.map(({ text, ...span }) => ({ range: rangeOfSpan(span), text })) };
}

function located(range: FileRange): Pick<Problem, "position" | "range"> {
  return { position: positionOf(range), range };
}

interface Tree {
  readonly root: SyntaxNode;
  readonly source: string;
}

function findSpan(
  { root, source }: Tree,
  path: ConfigPath,
  { part = "value", within }: RangeOptions,
): TextSpan {
  let node = root;
  for (const step of path) {
    const child = node.child(step);
    if (child === undefined) return firstLine(node.value, source);
    node = child;
  }
  const characters = within && node.characters();
  const span = within && characters && sourceOfSpan(characters, within);
  return span ?? node[part];
}

/** A missing key is marked at the first line of its object, not at the whole object. */
function firstLine({ start, end }: TextSpan, source: string): TextSpan {
  const [line = ""] = source.slice(start, end).split(/\r?\n/, 1);
  return { start, end: start + line.trimEnd().length };
}

interface RepeatedKey {
  readonly path: ConfigPath;
  readonly first: TextSpan;
  /** The span of the repeated key. */
  readonly span: TextSpan;
}

/** The rest of the file is the gateway's; an included file is all ours. */
function findRepeatedKeys(root: SyntaxNode, isIncluded = false): readonly RepeatedKey[] {
  const found = new Map<number, RepeatedKey>();
  visit(root, isIncluded ? INCLUDED : [], (repeated) => {
    // YAML: the target of an alias is visited again, and is the same text.
    if (!found.has(repeated.span.start)) found.set(repeated.span.start, repeated);
  });
  return [...found.values()];
}

/** The content of an included file is below this key. */
const INCLUDED: ConfigPath = ["hooks"];

function visit(node: SyntaxNode, path: ConfigPath, report: (repeated: RepeatedKey) => void): void {
  const seen = new Map<string | number, TextSpan>();
  for (const { step, node: child } of node.entries()) {
    const at = [...path, step];
    if (!isOurs(at)) continue;
    const first = seen.get(step);
    if (first === undefined) seen.set(step, child.key);
    else report({ path: at, first, span: child.key });
    visit(child, at, report);
  }
}

/** `hooks.internal` is another feature of the gateway. */
function isOurs([top, second]: ConfigPath): boolean {
  return top === "agents" || (top === "hooks" && second !== "internal");
}
