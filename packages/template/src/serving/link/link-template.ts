// The source of a template → its renderer and what it reads; or its problems.

import { keysFromPath } from "@hookwright/base";
import { unescapeForeign } from "../../authoring/syntax/dialect.ts";
import { parseTemplate } from "../../authoring/syntax/parse-template.ts";
import type { SourceProblem } from "../../authoring/syntax/template-problem.ts";
import { createPositionFinder } from "../../authoring/syntax/template-problem.ts";
import { rawHelper, sectionHelper } from "../helpers/blocks.ts";
import { builtInHelpers } from "../helpers/index.ts";
import type { TemplateRead } from "../origin.ts";
import {
  type BodyPart,
  createBodyRenderer,
  createFieldTable,
  createValueRenderer,
  type FieldTable,
  readOfContext,
  solidLength,
} from "../render/body.ts";
import { defineInlines } from "../render/enter-partial.ts";
import type { Renderer } from "../render/frame.ts";
import type { BlockHelper, BlockParts, HelperTable } from "../render/helper.ts";
import { createLineBodyRenderer, createLinesRenderer } from "../render/line-body.ts";
import type { LineLiteral } from "../render/line-writer.ts";
import { argumentReaders, blockRenderer } from "../render/readers.ts";
import { EVENT_ROOTS, type TemplateRoot } from "../render/scope.ts";
import type {
  BlockNode,
  CommentNode,
  ContentNode,
  MustacheNode,
  ParsedSource,
  ProgramNode,
  StatementNode,
} from "../syntax-tree.ts";
import { collectInlinePartials } from "./collect-inline-partials.ts";
import {
  type CompiledArguments,
  compileArguments,
  compileFieldName,
  compileMustache,
  findHelper,
  isCall,
  nameOfCall,
  pathFromLiteral,
} from "./compile-expression.ts";
import { compilePartial } from "./compile-partial.ts";
import { findPlainNames } from "./compile-path.ts";
import type { TemplateProbe } from "./compile-state.ts";
import {
  type CompiledBody,
  type CompiledText,
  type CompileSession,
  type CompileState,
  type PartialDefinition,
  type PartialScope,
  report,
  type TemplateAdviser,
} from "./compile-state.ts";
import { lineLiteralsFromBody } from "./line-literals.ts";

export interface CompiledTemplate {
  readonly source: string;
  readonly render: Renderer;
  /** Whether the template has no expression, so that `render` always gives the same text. */
  readonly isLiteral: boolean;
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

type CompileResult =
  | {
      readonly ok: true;
      readonly template: CompiledTemplate;
      /** Not part of the template: a config of thousands of mappings keeps the templates only. */
      readonly reads: readonly TemplateRead[];
    }
  /** A problem for each wrong statement; where blocks do not match, none but those of the syntax. */
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

/** What the templates of a config share. */
export interface CompileTemplateOptions {
  /** Who knows what to write in place of a mistake. Default: problems have no hint. */
  readonly adviser?: TemplateAdviser | undefined;
  readonly helpers?: HelperTable;
  /** Grows while the templates that share it are compiled. */
  readonly fields?: FieldTable;
  readonly roots?: readonly TemplateRoot[];
  readonly partials?: PartialScope;
  /** What to write for a partial where there are none: the caller knows where they are defined. */
  readonly partialsHint?: string;
  /** Whether a line that holds nothing but tags, and shows nothing, is dropped. Default: kept. */
  readonly emptyLines?: "keep" | "drop" | undefined;
  /** Default: nothing listens. */
  readonly probe?: TemplateProbe | undefined;
}

const NO_PARTIALS: PartialScope = new Map();

export function compileSource(source: string, options: CompileTemplateOptions = {}): CompileResult {
  if (!source.includes("{{")) return { ok: true, template: literalTemplate(source), reads: [] };
  const result = parseTemplate(source);
  if (result.ok) return compileParsed(result.parsed, options);
  const others = result.rest === undefined ? [] : compileProgram(result.rest, options).problems;
  return failWith([...result.problems, ...others], source, options);
}

/** The tree of a template, as the reader makes it or as JSON gives it back. */
export function compileParsed(
  parsed: ParsedSource,
  options: CompileTemplateOptions = {},
): CompileResult {
  const { source } = parsed;
  const { body, problems, dropsLines } = compileProgram(parsed, options);
  if (body === undefined || problems.length > 0) return failWith(problems, source, options);
  const template = templateFromBody(source, body);
  const chosen = dropsLines ? dropLines(template, parsed) : template;
  return { ok: true, template: chosen, reads: body.reads };
}

interface CompiledProgram extends Pick<CompileSession, "problems" | "dropsLines"> {
  readonly body: CompiledBody | undefined;
}

function compileProgram(parsed: ParsedSource, options: CompileTemplateOptions): CompiledProgram {
  const session = createSession(options);
  const partials = options.partials ?? NO_PARTIALS;
  const depths = { contextDepth: 0, blockDepth: 0, partialDepth: 0, bodyDepth: 1 };
  const body = compileBody(parsed.program, { session, parsed, locals: [], partials, ...depths });
  const { problems, dropsLines } = session;
  return { body, problems, dropsLines };
}

function failWith(
  problems: readonly SourceProblem[],
  source: string,
  { adviser, helpers = builtInHelpers, partials = NO_PARTIALS }: CompileTemplateOptions,
): CompileResult {
  if (adviser === undefined) return { ok: false, problems };
  // A problem names a partial that was found.
  const sourceOf = (name: string | undefined) =>
    name === undefined ? source : (partials.get(name) as PartialDefinition).parsed.source;
  return { ok: false, problems: adviser.hintRewrites(problems, { sourceOf, helpers }) };
}

function createSession(options: CompileTemplateOptions): CompileSession {
  return {
    adviser: options.adviser,
    helpers: options.helpers ?? builtInHelpers,
    roots: new Map((options.roots ?? EVENT_ROOTS).map((root) => [root.name, root])),
    fields: options.fields ?? createFieldTable(),
    partialsHint: options.partialsHint ?? 'Pass it in the option "partials".',
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
      frame.run.trace?.literal(text);
      return text;
    },
    isLiteral: true,
    literalPrefix: text,
    literalLength: text.length,
    solidLength: solidLength(text),
    roots: [],
  };
}

/** All partials by name, and the problems of those that cannot be parsed. */
interface ParsedPartials {
  readonly partials: PartialScope;
  readonly problems: readonly SourceProblem[];
}

export function parsePartials(
  sources: Readonly<Record<string, string>>,
  { adviser, helpers = builtInHelpers }: Pick<CompileTemplateOptions, "adviser" | "helpers"> = {},
): ParsedPartials {
  const partials = new Map<string, PartialDefinition>();
  const problems: SourceProblem[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const result = parseTemplate(source, name);
    if (!result.ok) {
      const found = result.problems;
      const sources = { sourceOf: () => source, helpers };
      problems.push(...(adviser?.hintRewrites(found, sources) ?? found));
    }
    // A wrong partial keeps its name, so that templates that call it are not reported, too.
    const parsed = result.ok ? result.parsed : EMPTY;
    partials.set(name, { kind: "named", parsed, program: parsed.program });
  }
  return { partials, problems };
}

const EMPTY: ParsedSource = { source: "", program: { type: "Program", body: [] } };

/** Each level of blocks and partials takes several calls, and a stack may hold 1,000 levels. */
const MAX_BODY_DEPTH = 400;

/**
 * The body of a template, a block or a partial → the closure that renders it and what it reads;
 * undefined where the body is wrong, which is reported.
 */
function compileBody(program: ProgramNode, outer: CompileState): CompiledBody | undefined {
  if (outer.bodyDepth > MAX_BODY_DEPTH) return reportTooDeep(outer);
  const collected =
    program.decorators === undefined
      ? { state: outer, owner: undefined }
      : collectInlinePartials(program, outer);
  const statements = collected && compileStatements(program, collected.state);
  if (collected === undefined || statements === undefined) return undefined;
  const { literals, parts, reads } = statements;
  const { owner } = collected;
  const { dropsLines, probe } = outer.session;
  const plain = dropsLines
    ? createLineBodyRenderer(lineLiteralsFromBody(program.body), parts)
    : createBodyRenderer(literals, parts);
  const render = probe === undefined ? plain : probe.body(program, plain);
  return { render: owner === undefined ? render : inlinesRenderer(render, owner), literals, reads };
}

interface CompiledStatements extends Omit<CompiledBody, "render"> {
  readonly parts: readonly BodyPart[];
}

function compileStatements(
  { body }: ProgramNode,
  state: CompileState,
): CompiledStatements | undefined {
  const literals = [""];
  const parts: BodyPart[] = [];
  const reads: TemplateRead[] = [];
  for (const statement of body) {
    if (statement.type === "ContentStatement") {
      literals.push((literals.pop() as string) + statement.value);
    } else if (statement.type !== "CommentStatement") {
      const compiled = compileStatement(statement, state);
      if (compiled === undefined && state.session.mustStop) return undefined;
      // Compiling goes on, so that wrong statements further down are reported as well.
      if (compiled === undefined) continue;
      parts.push(compiled.part);
      for (const read of compiled.reads) reads.push(read);
      literals.push("");
    }
  }
  // A list that grew keeps spare room for 17 elements; a copy has none.
  return { literals: [...literals], parts: [...parts], reads };
}

/** A function of its own, so that the closure does not keep the syntax tree in memory. */
function inlinesRenderer(render: Renderer, owner: object): Renderer {
  return (frame) => render(defineInlines(frame, owner));
}

function reportTooDeep(state: CompileState): undefined {
  return report(
    state,
    { start: 0 },
    {
      code: "template_too_deep",
      message: "partials and blocks are nested too deep within each other",
      hint: "Flatten the partials, or shape the payload in a transform.",
    },
  );
}

type DynamicStatement = Exclude<StatementNode, ContentNode | CommentNode>;

interface CompiledPart {
  readonly part: BodyPart;
  readonly reads: readonly TemplateRead[];
}

function compileStatement(node: DynamicStatement, state: CompileState): CompiledPart | undefined {
  if (node.type === "MustacheStatement") {
    // A plain field is data, which no probe can listen to.
    if (state.session.probe !== undefined) return compileLeaf(node, state);
    return compileField(node, state) ?? compileLeaf(node, state);
  }
  const text =
    node.type === "BlockStatement" ? compileBlock(node, state) : compilePartial(node, state);
  return text && { part: text.render, reads: text.reads };
}

/** An expression that is a field of the context → its keys; undefined for any other expression. */
function compileField(node: MustacheNode, state: CompileState): CompiledPart | undefined {
  const { session, contextDepth } = state;
  const names = isCall(node) ? undefined : findPlainNames(pathFromLiteral(node.path), state);
  if (names === undefined) return undefined;
  const isAtRoot = contextDepth === 0;
  const known = isAtRoot ? session.fields.atRoot : session.fields.inBlocks;
  const expression = expressionOf(node, state);
  const part = known.get(expression) ?? { keys: keysFromPath(names), isAtRoot, expression };
  known.set(expression, part);
  return { part, reads: [readOfContext(0, names, contextDepth)] };
}

function compileLeaf(node: MustacheNode, state: CompileState): CompiledPart | undefined {
  const value = compileMustache(node, state);
  if (value === undefined) return undefined;
  const { reads, helpers } = value;
  const { session, parsed } = state;
  const read = session.probe?.expression(node, parsed, value) ?? value.read;
  return { part: createValueRenderer(expressionOf(node, state), read, { reads, helpers }), reads };
}

/** The tag as its author wrote it. */
function expressionOf({ start, end }: MustacheNode, { parsed }: CompileState): string {
  return parsed.source.slice(start, end);
}

/** A block statement → the closure that renders it and what it reads; undefined where it is wrong. */
function compileBlock(node: BlockNode, state: CompileState): CompiledText | undefined {
  const isSection = !isCall(node) && !namesBlock(node, state);
  const helper = isSection ? sectionHelper : findBlockHelper(node, state);
  if (helper === undefined) return undefined;
  const given = isSection ? sectionArguments(node, state) : compileArguments(node, helper, state);
  const halves = given && compileHalves(node, helper, state);
  if (given === undefined || halves === undefined) return undefined;
  const { main, otherwise } = halves;
  const block: BlockParts = {
    main: main.render,
    otherwise: otherwise.render,
    hasLocals: hasLocals(node),
    from: { reads: given.reads, helpers: given.helpers },
    expression: state.parsed.source.slice(node.start, node.openEnd),
    hasMain: node.program !== undefined,
    hasOtherwise: node.inverse !== undefined,
  };
  const reads = [...given.reads, ...main.reads, ...otherwise.reads];
  const value = given.values[0]?.read;
  const probed = state.session.probe?.block(node, state.parsed, helper) ?? helper;
  return { render: blockRenderer(probed, { value, hash: given.hash }, block), reads };
}

/** `{{#list}}` is a section over the field `list`, although there is a value helper of that name. */
function namesBlock(node: BlockNode, state: CompileState): boolean {
  const helper = state.session.helpers.get(nameOfCall(node));
  return helper === rawHelper ? node.isRaw : helper?.kind === "block";
}

function findBlockHelper(node: BlockNode, state: CompileState): BlockHelper | undefined {
  const helper = findHelper(node, state);
  if (helper === undefined || helper.kind === "block") return helper;
  return report(state, node, {
    code: "template_helper_misused",
    message: `helper "${helper.name}" is not a block`,
    hint: `Write "{{${helper.name} …}}", or "{{#if (${helper.name} …)}}".`,
  });
}

/** The argument of a section: the field that the name of the block reads. */
function sectionArguments(node: BlockNode, state: CompileState): CompiledArguments | undefined {
  const field = compileFieldName(node, state);
  return (
    field && {
      ...argumentReaders([field.read], []),
      reads: field.reads,
      helpers: [],
      values: [field],
    }
  );
}

function hasLocals({ program }: BlockNode): boolean {
  return program?.blockParams !== undefined && program.blockParams.length > 0;
}

interface Halves {
  readonly main: CompiledText;
  readonly otherwise: CompiledText;
}

function compileHalves(
  node: BlockNode,
  helper: BlockHelper,
  state: CompileState,
): Halves | undefined {
  const names = node.program?.blockParams ?? [];
  const main = compileHalf(node.program, {
    ...state,
    locals: names.length > 0 ? [...state.locals, names] : state.locals,
    contextDepth: state.contextDepth + (helper.changesContext ? 1 : 0),
  });
  const otherwise = main && compileHalf(node.inverse, state);
  return main && otherwise && { main, otherwise };
}

const EMPTY_TEXT: CompiledText = { render: () => "", reads: [] };

function compileHalf(
  program: ProgramNode | undefined,
  state: CompileState,
): CompiledText | undefined {
  if (program === undefined) return EMPTY_TEXT;
  const { session, blockDepth, bodyDepth } = state;
  const inner = { ...state, blockDepth: blockDepth + 1, bodyDepth: bodyDepth + 1 };
  return session.compileBody(program, inner);
}
