// An expression (path, literal, sub-expression, call) → a closure that evaluates it.
import { hintNearestName } from "../../problem/nearest-name.ts";
import type { Frame } from "../render/frame.ts";
import type { Helper, HelperCall, HelperHash } from "../render/helper.ts";
import { valueOfLiteral } from "../syntax/literal.ts";
import { TemplateSyntaxError } from "../syntax/syntax-error.ts";
import type { CallNode, ExpressionNode, LiteralNode, PathNode } from "../syntax/syntax-tree.ts";
import { checkCall } from "./check-call.ts";
import { compilePath } from "./compile-path.ts";
import type { CompileState, Reader } from "./compile-state.ts";
import { createMisuseError } from "./helper-misuse.ts";
import { prepareCall } from "./prepare-call.ts";

export function compileExpression(node: ExpressionNode, state: CompileState): Reader {
  switch (node.type) {
    case "PathExpression":
      return compilePath(node, state);
    case "SubExpression":
      return compileCall(node, state);
    default: {
      const value = valueOfLiteral(node);
      return () => value;
    }
  }
}

/** `{{name}}` alone is always a field, so that a field called like a helper stays reachable. */
export function compileMustache(node: CallNode, state: CompileState): Reader {
  return node.params.length > 0 || node.hash
    ? compileCall(node, state)
    : compileFieldName(node, state);
}

export function compileFieldName(node: CallNode, state: CompileState): Reader {
  return compileExpression(pathFromLiteral(node.path), state);
}

/** `{{"a b"}}`, `{{0}}` and `{{null}}` name a field by a literal. */
export function pathFromLiteral(node: PathNode | LiteralNode): PathNode {
  if (node.type === "PathExpression") return node;
  const name = String(valueOfLiteral(node));
  return {
    type: "PathExpression",
    data: false,
    depth: 0,
    parts: [name],
    original: name,
    loc: node.loc,
  };
}

function compileCall(node: CallNode, state: CompileState): Reader {
  const helper = findHelper(node, state);
  state.session.calls.push(helper.name);
  if (helper.kind === "block") {
    throw createMisuseError(node, state, {
      message: `helper "${helper.name}" is a block`,
      hint: `Write "{{#${helper.name} …}}…{{/${helper.name}}}".`,
    });
  }
  const given = compileArguments(node, helper, state);
  return callReader(prepareCall(node, helper, state), given);
}

/** What a helper is given and gives is paid for: a loop may ask for it again and again. */
function callReader(call: HelperCall, given: CallArguments): Reader {
  return (frame) => {
    const args = given.args(frame);
    const { budget } = frame;
    for (const arg of args) budget.spendSize(arg);
    const value = call(args, given.hash(frame), frame);
    budget.spendSize(value);
    return value;
  };
}

export function findHelper(node: CallNode, state: CompileState): Helper {
  const name = nameOfCall(node);
  const helper = state.session.helpers.get(name);
  if (helper !== undefined) return helper;
  throw new TemplateSyntaxError(`there is no helper "${name}"`, state.parsed.offsetOf(node), {
    code: "template_helper_unknown",
    hint: hintNearestName(name, [...state.session.helpers.keys()]),
  });
}

export function nameOfCall({ path }: CallNode): string {
  return pathFromLiteral(path).original;
}

/** Two functions, not one that gives both: blocks are entered too often to make an object for it. */
export interface CallArguments {
  readonly args: (frame: Frame) => readonly unknown[];
  readonly hash: (frame: Frame) => HelperHash;
}

export function compileArguments(
  node: CallNode,
  helper: Helper,
  state: CompileState,
): CallArguments {
  checkCall(node, helper, state);
  const readers = node.params.map((param) => compileExpression(param, state));
  const pairs = (node.hash?.pairs ?? []).map(
    ({ key, value }) => [key, compileExpression(value, state)] as const,
  );
  return { args: listReader(readers), hash: pairs.length === 0 ? readNoHash : hashReader(pairs) };
}

/** Frozen: one object for all calls, and helpers of an integrator could write into it. */
const NO_HASH: HelperHash = Object.freeze({});

export function readNoHash(): HelperHash {
  return NO_HASH;
}

/** Apart from the compiling, so that the closures do not hold on to the syntax tree. */
export function listReader(readers: readonly Reader[]): CallArguments["args"] {
  const [only] = readers;
  if (only !== undefined && readers.length === 1) return (frame) => [only(frame)];
  return (frame) => readers.map((read) => read(frame));
}

function hashReader(pairs: readonly (readonly [string, Reader])[]): (frame: Frame) => HelperHash {
  return (frame) => Object.fromEntries(pairs.map(([key, read]) => [key, read(frame)]));
}
