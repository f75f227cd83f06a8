// An expression (path, literal, sub-expression, call) → the closure that evaluates it and what it reads;
// undefined if it is wrong, which is reported.

import type { ReadSet } from "../origin.ts";
import type { Helper, HelperCall, LiteralArgument, ValueHelper } from "../render/helper.ts";
import {
  type ArgumentReaders,
  argumentReaders,
  callReader,
  literalReader,
  payloadCallReader,
} from "../render/readers.ts";
import {
  type CallNode,
  type ExpressionNode,
  type LiteralNode,
  type PathNode,
  valueOfLiteral,
} from "../syntax-tree.ts";
import { compilePath } from "./compile-path.ts";
import { type CompiledValue, type CompileState, type Misuse, report } from "./compile-state.ts";

export function compileExpression(
  node: ExpressionNode,
  state: CompileState,
): CompiledValue | undefined {
  if (node.type === "PathExpression") return compilePath(node, state);
  if (node.type === "SubExpression") return compileCall(node, state);
  return { read: literalReader(valueOfLiteral(node)), reads: NOTHING, helpers: NOTHING };
}

/** `{{name}}` alone is always a field, so that a field with the name of a helper stays reachable. */
export function compileMustache(node: CallNode, state: CompileState): CompiledValue | undefined {
  return isCall(node) ? compileCall(node, state) : compileFieldName(node, state);
}

/** Whether the node calls a helper; otherwise it names a field. */
export function isCall({ params, hash }: CallNode): boolean {
  return params.length > 0 || hash !== undefined;
}

export function compileFieldName(node: CallNode, state: CompileState): CompiledValue | undefined {
  return compilePath(pathFromLiteral(node.path), state);
}

/** `{{"a b"}}`, `{{0}}` and `{{null}}` name a field by a literal. */
export function pathFromLiteral(node: PathNode | LiteralNode): PathNode {
  if (node.type === "PathExpression") return node;
  const name = String(valueOfLiteral(node));
  const type = "PathExpression";
  return { type, data: false, depth: 0, parts: [name], original: name, start: node.start };
}

function compileCall(node: CallNode, state: CompileState): CompiledValue | undefined {
  const helper = findHelper(node, state);
  if (helper === undefined) return undefined;
  if (helper.kind === "block") {
    const misuse = { kind: "block", helper: helper.name } as const;
    return report(state, node, { code: "template_helper_misused", ...misuse });
  }
  const given = compileArguments(node, helper, state);
  const prepared = given && prepareCall(node, helper, state);
  if (given === undefined || prepared === undefined) return undefined;
  const { probe } = state.session;
  const call = probe?.call(node, state.parsed, { call: prepared, ...given }) ?? prepared;
  const helpers = [helper.name, ...given.helpers];
  const first = given.values[0] as CompiledValue;
  // Its arity says that there is a first argument.
  if (helper.callWithPayload === undefined || first.reads[0]?.yields !== true) {
    return { read: callReader(call, given, helper.name), reads: given.reads, helpers };
  }
  const { name, callWithPayload } = helper;
  const calls = { call, callWithPayload, first, helper: name };
  // The value may be of the body or of its key, so it is of the body as a whole.
  const reads = given.reads.map((read) =>
    read === first.reads[0] ? { ...read, yields: false } : read,
  );
  return { read: payloadCallReader(calls, given), reads, helpers };
}

export function findHelper(node: CallNode, state: CompileState): Helper | undefined {
  const name = nameOfCall(node);
  return (
    state.session.helpers.get(name) ??
    report(state, node, { code: "template_helper_unknown", helper: name, call: node })
  );
}

/** The name of the helper that a node calls, or of the field that it reads. */
export function nameOfCall({ path }: CallNode): string {
  return pathFromLiteral(path).original;
}

export interface CompiledArguments extends ArgumentReaders, ReadSet {
  /** The arguments without a name, in order. */
  readonly values: readonly CompiledValue[];
}

export function compileArguments(
  node: CallNode,
  helper: Helper,
  state: CompileState,
): CompiledArguments | undefined {
  if (!checkCall(node, helper, state)) return undefined;
  const args: CompiledValue[] = [];
  for (const param of node.params) {
    const compiled = compileExpression(param, state);
    if (compiled === undefined) return undefined;
    args.push(compiled);
  }
  const named = compileNamed(node, state);
  if (named === undefined) return undefined;
  const readers = args.map(({ read }) => read);
  const namedReaders = named.map(([key, { read }]) => [key, read] as const);
  const all = [...args, ...named.map(([, value]) => value)];
  const { args: readArgs, hash } = argumentReaders(readers, namedReaders);
  const reads = joinLists(all.map(({ reads }) => reads));
  const helpers = joinLists(all.map(({ helpers }) => helpers));
  return { args: readArgs, hash, reads, helpers, values: args };
}

const NOTHING: readonly never[] = [];

/** A config keeps these lists, so they are shared where possible and have no spare room. */
function joinLists<Value>(lists: readonly (readonly Value[])[]): readonly Value[] {
  const filled = lists.filter(({ length }) => length > 0);
  const [first, ...others] = filled;
  if (first === undefined) return NOTHING;
  return others.length === 0 ? first : [...filled.flat()];
}

type NamedValues = readonly (readonly [key: string, value: CompiledValue])[];

export function compileNamed(
  { hash }: Pick<CallNode, "hash">,
  state: CompileState,
): NamedValues | undefined {
  const named: [string, CompiledValue][] = [];
  for (const { key, value } of hash?.pairs ?? []) {
    const compiled = compileExpression(value, state);
    if (compiled === undefined) return undefined;
    named.push([key, compiled]);
  }
  return named;
}

/** A call of a helper → whether the helper takes these arguments; a wrong call is reported. */
function checkCall(node: CallNode, helper: Helper, state: CompileState): boolean {
  const misuse =
    findWrongCount(node, helper) ?? findUnknownName(node, helper) ?? findLocalMisuse(node, helper);
  if (misuse === undefined) return true;
  report(state, node, { code: "template_helper_misused", ...misuse });
  return false;
}

/** The function to call, which the helper may derive from the literals of the call. */
function prepareCall(
  node: CallNode,
  helper: ValueHelper,
  state: CompileState,
): HelperCall | undefined {
  const pairs = node.hash?.pairs ?? [];
  const prepared = helper.prepare?.({
    args: node.params.map(readLiteral),
    hash: Object.fromEntries(pairs.map(({ key, value }) => [key, readLiteral(value)])),
  });
  if (prepared === undefined) return helper.call;
  if (typeof prepared === "function") return prepared;
  const misuse = { kind: "literal", helper: helper.name, ...prepared } as const;
  return report(state, node, { code: "template_helper_misused", ...misuse });
}

function readLiteral(node: ExpressionNode): LiteralArgument {
  if (node.type === "PathExpression" || node.type === "SubExpression") return undefined;
  return { value: valueOfLiteral(node) };
}

function findWrongCount(node: CallNode, { name, arity }: Helper): Misuse | undefined {
  const [least, most] = arity;
  const count = node.params.length;
  if (count >= least && count <= most) return undefined;
  return { kind: "count", helper: name, arity, call: node };
}

function findUnknownName({ hash }: CallNode, { name, hash: known }: Helper): Misuse | undefined {
  if (known === undefined) return undefined;
  const unknown = hash?.pairs.find(({ key }) => !known.includes(key));
  return unknown && { kind: "argument", helper: name, name: unknown.key, known };
}

/** `{{#if x as |y|}}`: `y` would never have a value. */
function findLocalMisuse(node: CallNode, helper: Helper): Misuse | undefined {
  const [name] = node.program?.blockParams ?? [];
  if (name === undefined || helper.kind !== "block" || helper.givesLocals) return undefined;
  return { kind: "local", helper: helper.name, name };
}
