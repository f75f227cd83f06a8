// The tree of a template → its renderer and what it reads; or its faults.

import { keysFromPath } from "@hookwright/base";
import type { TemplateLocation } from "../../text-span.ts";
import { sectionHelper } from "../helpers/blocks.ts";
import { builtInHelpers } from "../helpers/index.ts";
import type { TemplateRead } from "../origin.ts";
import {
  type BodyPart,
  createBodyRenderer,
  createFieldTable,
  createLocatedBodyRenderer,
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
  LocatedText,
  MustacheNode,
  ParsedSource,
  PlainSource,
  ProgramNode,
  StatementNode,
  TemplateTree,
} from "../syntax-tree.ts";
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
import { collectInlinePartials, compilePartial } from "./compile-partial.ts";
import { findPlainNames } from "./compile-path.ts";
import {
  type CompiledBody,
  type CompiledText,
  type CompileSession,
  type CompileState,
  type LocatedExpression,
  type PartialScope,
  report,
  type TemplateFault,
  type TemplateProbe,
} from "./compile-state.ts";

/** A template that is ready to render. */
export interface CompiledTemplate {
  readonly source: string;
  readonly render: Renderer;
  /** Whether the template has no expression, so that `render` always gives the same text. */
  readonly isLiteral: boolean;
  /** The literal text before the first expression. */
  readonly literalPrefix: string;
  /**
   * Length of the literal text outside of blocks: the rendered length when every expression is empty.
   * -1 where empty lines are dropped, so that a length does not show it.
   */
  readonly literalLength: number;
  /** The same without white space. */
  readonly solidLength: number;
  /** The names of the roots that the expressions read, each once. */
  readonly roots: readonly string[];
}

/** The closures of a template and what they read, or all that is wrong with its tree. */
export type LinkResult =
  | {
      readonly ok: true;
      readonly template: CompiledTemplate;
      /** Not part of the template: a config of thousands of mappings keeps the templates only. */
      readonly reads: readonly TemplateRead[];
      /** With `locates`: all expressions, also of the partials that it calls, which some events do not reach. */
      readonly located?: readonly LocatedExpression[];
    }
  | { readonly ok: false; readonly faults: readonly TemplateFault[] };

/** What the templates of a config share. */
export interface LinkOptions {
  /** Default: the built-in ones. */
  readonly helpers?: HelperTable;
  /** Grows while the templates that share it are linked. */
  readonly fields?: FieldTable;
  readonly roots?: readonly TemplateRoot[];
  readonly partials?: PartialScope;
  /** Whether a line that holds nothing but tags, and shows nothing, is dropped. Default: kept. */
  readonly emptyLines?: "keep" | "drop" | undefined;
  /** Default: nothing listens. */
  readonly probe?: TemplateProbe | undefined;
  /**
   * Whether a trace gets the location of each part. Such a template takes more memory; its sources must be
   * parsed with `locates`, too. Default: false.
   */
  readonly locates?: boolean;
}

const NO_PARTIALS: PartialScope = new Map();

/**
 * The tree of a template, as `compileSource` makes it or as JSON gives it back, becomes closures. Never throws
 * for a tree that `compileSource` made.
 *
 * @example
 * ```ts
 * const linked = linkTemplate(JSON.parse(text), { helpers: adoptHelpers({ shout }).helpers });
 * if (linked.ok) linked.template.render(createRootFrame({ payload }, new Budget(DEFAULT_RENDER_LIMITS)));
 * ```
 */
export function linkTemplate(tree: TemplateTree, options: LinkOptions = {}): LinkResult {
  if (tree.program === undefined) {
    return { ok: true, template: literalTemplate(tree, options.locates), reads: [] };
  }
  const session = createSession(options);
  const partials = options.partials ?? NO_PARTIALS;
  const depths = { contextDepth: 0, blockDepth: 0, partialDepth: 0, bodyDepth: 1 };
  const state = { session, parsed: tree, locals: [], partials, ...depths };
  const body = compileBody(tree.program, state);
  const { faults, dropsLines } = session;
  if (body === undefined || faults.length > 0) return { ok: false, faults };
  const template = templateFromBody(tree.source, body);
  const chosen = dropsLines ? dropLines(template, tree) : template;
  const { located } = session;
  return { ok: true, template: chosen, reads: body.reads, ...(located && { located }) };
}

/** The trees of partials by name → the partials that a template can call. */
export function partialsFromTrees(trees: Readonly<Record<string, ParsedSource>>): PartialScope {
  const definitions = Object.entries(trees).map(
    ([name, parsed]) => [name, { kind: "named", parsed, program: parsed.program }] as const,
  );
  return new Map(definitions);
}

function createSession(options: LinkOptions): CompileSession {
  return {
    helpers: options.helpers ?? builtInHelpers,
    roots: new Map((options.roots ?? EVENT_ROOTS).map((root) => [root.name, root])),
    fields: options.fields ?? createFieldTable(),
    dropsLines: options.emptyLines === "drop",
    probe: options.probe,
    located: options.locates === true ? [] : undefined,
    instances: [],
    faults: [],
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

function literalTemplate(
  { source, text = source }: PlainSource,
  locates = false,
): CompiledTemplate {
  const at = locates ? { start: 0, end: source.length } : undefined;
  return {
    source,
    render: (frame) => {
      frame.run.trace?.literal(text, at);
      return text;
    },
    isLiteral: true,
    literalPrefix: text,
    literalLength: text.length,
    solidLength: solidLength(text),
    roots: [],
  };
}

/** Each level of blocks and partials takes several calls, and a stack may hold 1,000 levels. */
const MAX_BODY_DEPTH = 400;

/**
 * The body of a template, a block or a partial → the closure that renders it and what it reads;
 * undefined if the body is wrong, which is reported.
 */
function compileBody(program: ProgramNode, outer: CompileState): CompiledBody | undefined {
  if (outer.bodyDepth > MAX_BODY_DEPTH) {
    return report(outer, { start: 0 }, { code: "template_too_deep" });
  }
  const collected =
    program.decorators === undefined
      ? { state: outer, owner: undefined }
      : collectInlinePartials(program, outer);
  const statements = collected && compileStatements(program, collected.state);
  if (collected === undefined || statements === undefined) return undefined;
  const { literals, reads } = statements;
  const { owner } = collected;
  const { probe } = outer.session;
  const plain = renderStatements(program, statements, outer);
  const render = probe === undefined ? plain : probe.body(program, plain);
  return { render: owner === undefined ? render : inlinesRenderer(render, owner), literals, reads };
}

function renderStatements(
  { body }: ProgramNode,
  { literals, parts }: CompiledStatements,
  { parsed: { partial }, session: { dropsLines, located } }: CompileState,
): Renderer {
  const locations = located && locateLiterals(body, partial);
  if (!dropsLines) {
    return locations === undefined
      ? createBodyRenderer(literals, parts)
      : createLocatedBodyRenderer(literals, parts, locations);
  }
  const lines = lineLiteralsFromBody(body);
  const shown = locations ? lines.map((line, at) => ({ ...line, at: locations[at] })) : lines;
  return createLineBodyRenderer(shown, parts);
}

/** Where each literal of a body is written; undefined for one without text. A comment may be within it. */
function locateLiterals(
  body: readonly StatementNode[],
  partial: string | undefined,
): readonly (TemplateLocation | undefined)[] {
  const locations: (TemplateLocation | undefined)[] = [undefined];
  for (const statement of body) {
    if (statement.type === "ContentStatement") {
      const { start, end }: LocatedText = statement;
      if (start === undefined || end === undefined) continue;
      const from = locations.pop()?.start ?? start;
      locations.push({ start: from, end, ...(partial !== undefined && { partial }) });
    } else if (statement.type !== "CommentStatement") locations.push(undefined);
  }
  return locations;
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
  const expression = expressionOf(node, state);
  const read = readOfContext(0, names, contextDepth);
  const at = locateExpression(node, state);
  if (at !== undefined) {
    return { part: { keys: keysFromPath(names), isAtRoot, expression, at }, reads: [read] };
  }
  const known = isAtRoot ? session.fields.atRoot : session.fields.inBlocks;
  const part = known.get(expression) ?? { keys: keysFromPath(names), isAtRoot, expression };
  known.set(expression, part);
  return { part, reads: [read] };
}

function compileLeaf(node: MustacheNode, state: CompileState): CompiledPart | undefined {
  const value = compileMustache(node, state);
  if (value === undefined) return undefined;
  const { reads, helpers } = value;
  const { session, parsed } = state;
  const read = session.probe?.expression(node, parsed, value) ?? value.read;
  const at = locateExpression(node, state);
  const set = { reads, helpers };
  return { part: createValueRenderer(expressionOf(node, state), read, set, at), reads };
}

/** Undefined unless the trace gets locations. */
function locateExpression(node: MustacheNode, state: CompileState): TemplateLocation | undefined {
  const { located } = state.session;
  if (located === undefined) return undefined;
  const at = locationOf(node.start, node.end, state);
  located.push({ expression: expressionOf(node, state), at });
  return at;
}

function locationOf(
  start: number,
  end: number,
  { parsed: { partial } }: CompileState,
): TemplateLocation {
  return { start, end, ...(partial !== undefined && { partial }) };
}

/** The tag as its author wrote it. */
function expressionOf({ start, end }: MustacheNode, { parsed }: CompileState): string {
  return parsed.source.slice(start, end);
}

/** A block statement → the closure that renders it and what it reads; undefined if it is wrong. */
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
    ...(state.session.located && { at: locationOf(node.start, node.openEnd, state) }),
  };
  const reads = [...given.reads, ...main.reads, ...otherwise.reads];
  const value = given.values[0]?.read;
  const probed = state.session.probe?.block(node, state.parsed, helper) ?? helper;
  return { render: blockRenderer(probed, { value, hash: given.hash }, block), reads };
}

/** `{{#list}}` is a section over the field `list`, although there is a value helper of that name. */
function namesBlock(node: BlockNode, state: CompileState): boolean {
  const helper = state.session.helpers.get(nameOfCall(node));
  return helper?.kind === "block" && (helper.name !== "raw" || node.isRaw);
}

function findBlockHelper(node: BlockNode, state: CompileState): BlockHelper | undefined {
  const helper = findHelper(node, state);
  if (helper === undefined || helper.kind === "block") return helper;
  const misuse = { kind: "value", helper: helper.name } as const;
  return report(state, node, { code: "template_helper_misused", ...misuse });
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

function lineLiteralsFromBody(body: readonly StatementNode[]): readonly LineLiteral[] {
  const between: Between[] = [createBetween()];
  for (const [index, statement] of body.entries()) {
    const isFirst = index === 0;
    if (statement.type === "ContentStatement")
      addText(between.at(-1) as Between, statement, isFirst);
    else if (statement.type !== "CommentStatement") between.push(createBetween());
  }
  return between.map(literalFromLines);
}

interface Line {
  text: string;
  lineBreak: string;
}

/** The texts between two parts: comments, and definitions of partials, may interrupt them. */
interface Between {
  readonly lines: Line[];
  /** Whether a tag precedes the first line break. */
  isTagged: boolean;
}

function createBetween(): Between {
  return { lines: [{ text: "", lineBreak: "" }], isTagged: true };
}

function addText(between: Between, { value, opensLine }: ContentNode, isFirst: boolean): void {
  const { lines } = between;
  let isTagged = !(opensLine ?? isFirst);
  if (lines.length === 1) between.isTagged = isTagged;
  for (const [piece] of value.matchAll(/[^\n]*\n|[^\n]+/g)) {
    const [text, lineBreak] = piece.split(/(\r?\n)$/) as [string, string?];
    const line = lines.at(-1) as Line;
    line.text += text;
    if (lineBreak === undefined) return;
    // A whole line of comments, between two line breaks of these texts.
    if (lines.length > 1 && isTagged && isBlank(line.text)) line.text = "";
    else {
      line.lineBreak = lineBreak;
      lines.push({ text: "", lineBreak: "" });
    }
    isTagged = false;
  }
}

function literalFromLines({ lines, isTagged }: Between): LineLiteral {
  const [first, ...others] = lines as [Line, ...Line[]];
  const tail = others.pop()?.text ?? "";
  const lastBreak = others.at(-1)?.lineBreak ?? "";
  const inner = others.map(({ text, lineBreak }) => text + lineBreak).join("");
  return {
    isTagged,
    head: first.text,
    isHeadSolid: !isBlank(first.text),
    firstBreak: first.lineBreak,
    inner: inner.slice(0, inner.length - lastBreak.length),
    lastBreak,
    tail,
    isTailSolid: !isBlank(tail),
  };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
