// A template that was read → the fields that it reads outside and inside of blocks, and the names that its blocks give.

import { isCall, pathFromLiteral } from "../../serving/link/compile-expression.ts";
import type { HelperTable } from "../../serving/render/helper.ts";
import type {
  BlockNode,
  CallNode,
  ExpressionNode,
  LiteralNode,
  PartialNode,
  PathNode,
  ProgramNode,
} from "../../serving/syntax-tree.ts";

/** A path whose first name no block around gives, where the context is the whole body. */
export interface FieldUse {
  readonly name: string;
  readonly path: string;
  readonly offset: number;
}

/** A path of several names where the context is what a block gives. */
interface InnerUse extends FieldUse {
  readonly parts: readonly string[];
  /** The last name of what the nearest block goes through or into. */
  readonly block: string;
}

/** A partial called within blocks that give names. */
interface PartialCall {
  readonly partial: string;
  /** The names that the call does not pass on. */
  readonly names: ReadonlySet<string>;
  readonly offset: number;
}

/** The names that a template reads and gives. */
export interface NameSurvey {
  readonly fields: readonly FieldUse[];
  readonly inner: readonly InnerUse[];
  /** The names behind `as`, without those of fields: in `{{#with user as |user|}}` it is both. */
  readonly blockNames: ReadonlySet<string>;
  readonly partialCalls: readonly PartialCall[];
}

/**
 * A template that was read → the names that it reads outside and inside of blocks, and those that
 * its blocks give.
 */
export function surveyNames(program: ProgramNode, helpers: HelperTable): NameSurvey {
  const found: Found = { fields: [], inner: [], given: new Set(), read: new Set(), calls: [] };
  visitProgram(program, { found, helpers, locals: new Set(), isAtRoot: true, block: undefined });
  const { fields, inner, given, read, calls } = found;
  const blockNames = new Set([...given].filter((name) => !read.has(name)));
  return { fields, inner, blockNames, partialCalls: calls };
}

interface Found {
  readonly fields: FieldUse[];
  readonly inner: InnerUse[];
  readonly given: Set<string>;
  /** First names of the arguments of blocks that give names. */
  readonly read: Set<string>;
  readonly calls: PartialCall[];
}

interface Scope {
  readonly found: Found;
  readonly helpers: HelperTable;
  readonly locals: ReadonlySet<string>;
  /** Whether no block around changes the context. */
  readonly isAtRoot: boolean;
  /** Of the nearest block that changes the context, what it is about; undefined if that has no name. */
  readonly block: string | undefined;
}

function visitProgram(program: ProgramNode | undefined, scope: Scope): void {
  for (const { program: body } of program?.decorators ?? []) {
    // Where an inline partial is called decides what it reads.
    visitProgram(body, { ...scope, isAtRoot: false, block: undefined });
  }
  for (const node of program?.body ?? []) {
    if (node.type === "MustacheStatement") visitCall(node, scope);
    else if (node.type === "BlockStatement") visitBlock(node, scope);
    else if (node.type !== "ContentStatement" && node.type !== "CommentStatement") {
      visitPartial(node, scope);
    }
  }
}

function visitCall(node: CallNode, scope: Scope): void {
  if (!isCall(node)) visitPath(node.path, scope);
  else visitArguments(node, scope);
}

function visitArguments({ params, hash }: Pick<CallNode, "params" | "hash">, scope: Scope): void {
  for (const param of params) visitExpression(param, scope);
  for (const { value } of hash?.pairs ?? []) visitExpression(value, scope);
}

function visitExpression(node: ExpressionNode, scope: Scope): void {
  if (node.type === "PathExpression") visitPath(node, scope);
  else if (node.type === "SubExpression") visitArguments(node, scope);
}

function visitPath(node: PathNode | LiteralNode, scope: Scope): void {
  const { found, locals, isAtRoot, block } = scope;
  const { original: path, start: offset } = pathFromLiteral(node);
  const name = firstName(node);
  if (name === undefined || locals.has(name)) return;
  if (isAtRoot) found.fields.push({ name, path, offset });
  else if (block !== undefined && node.type === "PathExpression" && node.parts.length > 1) {
    found.inner.push({ name, path, offset, parts: node.parts, block });
  }
}

/** Undefined for anything but a plain name: `@index`, `this.a`, `../a`, `"a b"`. */
function firstName(node: PathNode | LiteralNode): string | undefined {
  if (node.type !== "PathExpression" || node.data || node.depth > 0) return undefined;
  return /^(?:this|\.)(?:[./]|$)/.test(node.original) ? undefined : node.parts[0];
}

function visitBlock(node: BlockNode, scope: Scope): void {
  const { helpers, found } = scope;
  const helper = node.path.type === "PathExpression" && helpers.get(node.path.original);
  const isBlock = helper !== false && helper?.kind === "block";
  if (isBlock || isCall(node)) visitArguments(node, scope);
  else visitPath(node.path, scope);
  const names = node.program?.blockParams ?? [];
  for (const name of names) found.given.add(name);
  const [argument = node.path] = node.params;
  if (names.length > 0 && argument.type === "PathExpression") {
    found.read.add(String(firstName(argument)));
  }
  // Nothing in a raw block is an expression, and its text is one statement.
  visitProgram(node.program, {
    ...scope,
    locals: new Set([...scope.locals, ...names]),
    ...(isBlock && !helper.changesContext
      ? {}
      : {
          isAtRoot: false,
          block: argument.type === "PathExpression" ? argument.parts.at(-1) : undefined,
        }),
  });
  visitProgram(node.inverse, scope);
}

function visitPartial(node: PartialNode, scope: Scope): void {
  visitArguments(node, scope);
  visitProgram(node.program, { ...scope, isAtRoot: false, block: undefined });
  const { found, locals } = scope;
  if (locals.size === 0 || node.params.length > 0 || node.name.type === "SubExpression") return;
  const passed = new Set((node.hash?.pairs ?? []).map(({ key }) => key));
  const names = new Set([...locals].filter((name) => !passed.has(name)));
  found.calls.push({ partial: pathFromLiteral(node.name).original, names, offset: node.start });
}
