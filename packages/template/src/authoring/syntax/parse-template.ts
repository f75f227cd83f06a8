// Template source → its syntax tree, or what is wrong with it. Only this folder throws, and nothing
// that it throws leaves it.

import { findNearestName } from "@hookwright/base";
import type {
  BlockNode,
  DecoratorNode,
  LiteralNode,
  LocatedText,
  MustacheNode,
  ParsedSource,
  PartialNode,
  PathNode,
  ProgramNode,
  StatementNode,
} from "../../serving/syntax-tree.ts";
import { hintExpression } from "./hint-expression.ts";
import { type ParsedCall, parseTag } from "./parse-tag.ts";
import { isSameName, nameOfBlock, rawPieces, type Tag } from "./scan-tag.ts";
import { scanTemplate, type Token } from "./scan-template.ts";
import {
  closeError,
  depthError,
  elseError,
  isPlainElse,
  MAX_BLOCK_DEPTH,
  MAX_BRANCHES,
  neverClosedError,
  sigilError,
} from "./structure-error.ts";
import {
  errorOf,
  problemFromSyntaxError,
  type SourceProblem,
  TemplateSyntaxError,
} from "./template-problem.ts";
import {
  type Body,
  type BodyItem,
  type BodyStatement,
  createText,
  type Trims,
  trimBlock,
  trimBody,
} from "./trim-whitespace.ts";

/** The tree of a source, or its problems and what of it can still be read. */
export type ParseResult =
  | { readonly ok: true; readonly parsed: ParsedSource }
  | {
      readonly ok: false;
      /** All of them, from the start of the source; none that another one causes. */
      readonly problems: readonly SourceProblem[];
      /** All but the tags that are wrong, where these are expressions on their own: the rest keeps its offsets. */
      readonly rest?: ParsedSource;
    };

/**
 * A source → its tree, or every problem of its syntax. `partial` names the partial whose text it
 * is; with `locates`, texts have their offsets. Never throws.
 */
export function parseTemplate(source: string, partial?: string, locates = false): ParseResult {
  const { program, errors } = parseProgram(source, locates);
  const parsed = program && { source, program, partial };
  if (errors.length === 0) return { ok: true, parsed: parsed as ParsedSource };
  const problems = errors
    .toSorted((one, other) => one.offset - other.offset)
    .map((error) => problemFromSyntaxError(error, { source, partial }));
  return parsed === undefined ? { ok: false, problems } : { ok: false, problems, rest: parsed };
}

interface BuiltProgram {
  /** Absent where tags do not fit together. */
  readonly program?: ProgramNode;
  readonly errors: readonly TemplateSyntaxError[];
}

function parseProgram(source: string, locates: boolean): BuiltProgram {
  const tokens: Token[] = [];
  const broken = errorOf(() => scanTemplate(source, tokens, locates));
  const built: BuiltProgram =
    broken === undefined && isPlain(tokens)
      ? { program: { type: "Program", body: tokens }, errors: [] }
      : buildTree(source, tokens, broken);
  // As in Handlebars: text without it.
  if (built.errors.length > 0 || !source.includes("\0") || !tokens.some(hasNull)) return built;
  return { errors: [new TemplateSyntaxError("it is not a Handlebars template", 0)] };
}

/** Text and fields, as most templates are: there is nothing to nest and no white space to trim. */
function isPlain(tokens: readonly Token[]): tokens is readonly (LocatedText | MustacheNode)[] {
  return tokens.every(({ type }) => type !== "Tag");
}

function hasNull(token: Token): boolean {
  return token.type === "ContentStatement" && token.value.includes("\0");
}

/** Tags, fields and text in order → the syntax tree, and all tags that do not fit. `broken` ends them too early. */
function buildTree(
  source: string,
  tokens: readonly Token[],
  broken: TemplateSyntaxError | undefined,
): BuiltProgram {
  const builder = new TreeBuilder(source);
  const tooDeep = errorOf(() => {
    for (const token of tokens) builder.add(token);
  });
  return builder.finish(broken ?? tooDeep);
}

/** Replaces a call that cannot be read; the result is then an error and not a tree. */
const UNREADABLE: ParsedCall = {
  path: { type: "UndefinedLiteral", start: 0 },
  params: [],
  hash: undefined,
  blockParams: undefined,
};

class TreeBuilder {
  readonly #source: string;
  readonly #root: BodyItem[] = [];
  readonly #open: OpenBlock[] = [];
  readonly #errors: TemplateSyntaxError[] = [];
  /** How many blocks were open at a tag that fits nothing: until one of them is closed, no structure is checked. */
  #lostAt: number | undefined;
  /** Whether a tag that others depend on is wrong. */
  #isBroken = false;

  constructor(source: string) {
    this.#source = source;
  }

  add(token: Token): void {
    if (token.type === "ContentStatement") this.#addText(token);
    else if (token.type === "MustacheStatement") this.#push({ node: token, edges: NO_TRIMS });
    else if (token.kind === "open" || token.kind === "inverse") this.#openBlock(token);
    else if (token.kind === "else") this.#addBranch(token);
    else this.#push(this.#buildStatement(token));
  }

  #buildStatement(tag: Tag): BodyStatement {
    switch (tag.kind) {
      case "comment":
        return { node: COMMENT, edges: inlineEdges(tag) };
      case "raw":
        return this.#buildRaw(tag);
      case "close":
        return this.#closeBlock(tag);
      default:
        return this.#buildLeaf(tag);
    }
  }

  /** Behind a tag that ends the template too early, it is not known which blocks are closed. */
  finish(broken?: TemplateSyntaxError): BuiltProgram {
    if (broken !== undefined) this.#report(broken);
    else
      for (const { tag } of this.#open) this.#reportStructure(neverClosedError(this.#source, tag));
    if (this.#isBroken || this.#open.length > 0) return { errors: this.#errors };
    trimBody(this.#root, true);
    return { program: programFromBody(this.#root), errors: this.#errors };
  }

  #report(error: TemplateSyntaxError): void {
    this.#errors.push(error);
    this.#isBroken = true;
  }

  /** Errors that a stray closing tag causes are not reported. */
  #reportStructure(error: TemplateSyntaxError): void {
    if (this.#lostAt === undefined) this.#report(error);
  }

  #addText(text: LocatedText): void {
    const isFirst = this.#open.length === 0 && this.#root.length === 0;
    this.#push(createText(text, isFirst));
  }

  #push(item: BodyItem): void {
    const branch = this.#open.at(-1)?.branches.at(-1);
    (branch?.body ?? this.#root).push(item);
  }

  #openBlock(tag: Tag): void {
    const branch = { tag, call: UNREADABLE, body: [] };
    this.#open.push({ tag, branches: [branch], hasElse: false });
    this.#checkDepth(tag);
    branch.call = this.#readCall(tag);
  }

  #addBranch(tag: Tag): void {
    const block = this.#open.at(-1);
    const error = elseError(this.#source, tag, block);
    // `{{else-name}}` is an "else" to the grammar; where none can be, a field was meant.
    if (error !== undefined && /^\s*else\S/.test(tag.inner)) {
      this.#errors.push(this.#notAnExpression(tag));
      return;
    }
    if (error !== undefined) {
      this.#reportStructure(error);
      return;
    }
    const { branches } = block as OpenBlock;
    const isLast = isPlainElse(tag);
    const branch = { tag, call: isLast ? undefined : UNREADABLE, body: [] };
    branches.push(branch);
    (block as OpenBlock).hasElse = isLast;
    this.#checkDepth(tag);
    if (!isLast) branch.call = this.#readCall(tag);
  }

  #closeBlock(tag: Tag): BodyStatement {
    const name = tag.inner.trim();
    const last = this.#open.at(-1);
    const found = this.#open.findLastIndex((block) =>
      isSameName(nameOfBlock(block.tag.inner), name),
    );
    const isLast = found !== -1 && found === this.#open.length - 1;
    if (!isLast) this.#reportStructure(closeError(this.#source, tag, last?.tag));
    // A name that is nearly that of the last block is a slip; what was opened within another block ends with it.
    const isSlip = last !== undefined && isNear(nameOfBlock(last.tag.inner), name);
    const closed = found === -1 && isSlip ? this.#open.length - 1 : found;
    const block = this.#open[closed];
    if (block === undefined) {
      if (last !== undefined) this.#lostAt ??= this.#open.length;
      return { node: COMMENT, edges: inlineEdges(tag) };
    }
    this.#open.length = closed;
    if (this.#lostAt !== undefined && closed < this.#lostAt) this.#lostAt = undefined;
    return closeBlock(block, tag);
  }

  /** A partial, a decorator, or an expression whose value is shown. */
  #buildLeaf(tag: Tag): BodyStatement {
    const { kind, sigil, start, end } = tag;
    const spaced = kind === "value" ? sigilError(this.#source, tag) : undefined;
    if (spaced !== undefined) {
      this.#report(spaced);
      // What it would open or close is not known.
      this.#lostAt ??= this.#open.length;
    }
    this.#checkDepth(tag);
    const call = spaced === undefined ? parseTag(tag) : UNREADABLE;
    if (call === undefined) {
      this.#errors.push(this.#notAnExpression(tag));
      return { node: COMMENT, edges: inlineEdges(tag) };
    }
    const { path: callee, params, hash } = call;
    if (kind === "partial") {
      const type = "PartialStatement";
      const node = { type, name: callee, params, hash, indent: "", start } as const;
      return { node, edges: inlineEdges(tag) };
    }
    const path = callee as PathNode | LiteralNode;
    const type = sigil === "*" ? "Decorator" : "MustacheStatement";
    return { node: { type, path, params, hash, start, end }, edges: tag };
  }

  #buildRaw(tag: Tag): BodyStatement {
    this.#checkDepth(tag);
    const body = rawPieces(this.#source, tag).map((value) => createText({ value }));
    const branch = { tag, call: this.#readCall(tag), body };
    if (body.some(({ node }) => node.value.includes("\0")))
      this.#report(this.#notAnExpression(tag));
    return closeBlock({ tag, branches: [branch], hasElse: false }, tag);
  }

  #checkDepth(tag: Tag): void {
    const calls = tag.inner.includes("(") ? tag.inner.split("(").length - 1 : 0;
    const branches = this.#open.reduce((sum, block) => sum + block.branches.length, 0);
    const depth = Math.max(this.#open.length, calls);
    if (depth > MAX_BLOCK_DEPTH || branches > MAX_BRANCHES) throw depthError(tag);
  }

  #readCall(tag: Tag): ParsedCall {
    const call = parseTag(tag);
    if (call === undefined) this.#report(this.#notAnExpression(tag));
    return call ?? UNREADABLE;
  }

  #notAnExpression({ start, end, inner }: Tag): TemplateSyntaxError {
    const message = `"${this.#source.slice(start, end)}" is not a Handlebars expression`;
    return new TemplateSyntaxError(message, start, { hint: hintExpression(inner) });
  }
}

const COMMENT = { type: "CommentStatement" } as const;

const NO_TRIMS = { trimsBefore: false, trimsAfter: false };

/** Comments and partials may have a line to themselves. */
function inlineEdges({ trimsBefore, trimsAfter }: Tag): BodyStatement["edges"] {
  return { trimsBefore, trimsAfter, isInline: true };
}

function isNear(name: string, written: string): boolean {
  return findNearestName(written, [name]) !== undefined;
}

/** A block whose close is still to come. */
interface OpenBlock {
  readonly tag: Tag;
  /** The block itself and, after each "else", one more. */
  readonly branches: Branch[];
  hasElse: boolean;
}

/** The text after the opening tag, or after an "else". */
interface Branch {
  readonly tag: Tag;
  /** Absent behind an "else" without a condition. */
  call: ParsedCall | undefined;
  readonly body: BodyItem[];
}

/** What comes behind an "else": the last branch, or the rest of a chain as a block of its own. */
interface Otherwise {
  readonly tag: Tag;
  readonly body: Body;
  /** The branch next to the "else": that of an "else if" where there is a chain. */
  readonly branch: Body;
}

/** The tags and branches of one block → its node, with the white space inside of it trimmed. */
function closeBlock({ tag, branches }: OpenBlock, close: Trims): BodyStatement {
  for (const { body } of branches) trimBody(body, false);
  let otherwise: Otherwise | undefined;
  for (let index = branches.length - 1; index > 0; index--) {
    const { tag: between, call, body } = branches[index] as Branch;
    // As in Handlebars, each "else if" but the first ends with the white space of its own tag.
    const end = index === 1 ? close : between;
    const branch: Branch = { tag: between, call, body };
    const rest = call === undefined ? body : [buildBlock(branch, otherwise, end)];
    otherwise = { tag: between, body: rest, branch: body };
  }
  const build = tag.kind === "inverse" ? buildInverse : buildBlock;
  return build(branches[0] as Branch, otherwise, close);
}

function buildBlock(
  { tag, call, body }: Branch,
  otherwise: Otherwise | undefined,
  close: Trims,
): BodyStatement {
  const between = otherwise?.tag;
  const other = otherwise && { body: otherwise.body, branch: otherwise.branch };
  const edges = trimBlock({ main: body, other, open: tag, between, close });
  const program = programFromBody(body, call?.blockParams);
  const isChained = otherwise !== undefined && otherwise.body !== otherwise.branch;
  const rest = otherwise && programFromBody(otherwise.body);
  const inverse = rest && isChained ? { ...rest, chained: true } : rest;
  return { node: nodeFromCall(tag, call as ParsedCall, program, inverse), edges };
}

/** `{{^x}}…{{else}}…{{/x}}`: the first branch is what is shown otherwise. */
function buildInverse(
  { tag, call, body }: Branch,
  otherwise: Otherwise | undefined,
  close: Trims,
): BodyStatement {
  const main = otherwise?.body;
  const other = { body, branch: body };
  const edges = trimBlock({ main, other, open: tag, between: otherwise?.tag, close });
  const program = main && programFromBody(main);
  const inverse = programFromBody(body, call?.blockParams);
  return { node: nodeFromCall(tag, call as ParsedCall, program, inverse), edges };
}

function nodeFromCall(
  { kind, sigil, start, end }: Tag,
  { path, params, hash }: ParsedCall,
  program: ProgramNode | undefined,
  inverse: ProgramNode | undefined,
): BlockNode | DecoratorNode | PartialNode {
  if (sigil === "#>") {
    return { type: "PartialBlockStatement", name: path, params, hash, program, indent: "", start };
  }
  const call = { path: path as BlockNode["path"], params, hash, program, start };
  if (sigil === "#*") return { type: "DecoratorBlock", ...call };
  return { type: "BlockStatement", ...call, inverse, openEnd: end, isRaw: kind === "raw" };
}

function programFromBody(body: Body, blockParams?: readonly string[]): ProgramNode {
  const nodes = body.map(({ node }) => node);
  const decorators = nodes.filter(isDecorator);
  if (decorators.length === 0) {
    return { type: "Program", body: nodes as readonly StatementNode[], blockParams };
  }
  const statements = nodes.filter((node) => !isDecorator(node));
  return { type: "Program", body: statements, decorators, blockParams };
}

function isDecorator(node: StatementNode | DecoratorNode): node is DecoratorNode {
  return node.type === "Decorator" || node.type === "DecoratorBlock";
}
