// A call of a helper and what the template writes as literals → the function to call per event.
import { hintNearestName } from "../problem/nearest-name.ts";
import type { CallNode, ExpressionNode } from "./ast.ts";
import type { CompileState } from "./compile-state.ts";
import type { HelperCall, LiteralArgument, ValueHelper } from "./helper.ts";
import { createMisuseError } from "./helper-misuse.ts";
import { valueOfLiteral } from "./literal.ts";

export function prepareCall(node: CallNode, helper: ValueHelper, state: CompileState): HelperCall {
  checkNamedArguments(node, helper, state);
  const prepared = helper.prepare?.({
    args: node.params.map(readLiteral),
    hash: Object.fromEntries(pairsOf(node).map(({ key, value }) => [key, readLiteral(value)])),
  });
  if (prepared === undefined) return helper.call;
  if ("call" in prepared) return prepared.call;
  const message = `helper "${helper.name}" ${prepared.problem}`;
  throw createMisuseError(node, state, { message, hint: prepared.hint });
}

function checkNamedArguments(node: CallNode, helper: ValueHelper, state: CompileState): void {
  const { name, hash: known } = helper;
  if (known === undefined) return;
  for (const { key } of pairsOf(node)) {
    if (known.includes(key)) continue;
    const hint = known.length === 0 ? "It takes none." : hintNearestName(key, known);
    const message = `helper "${name}" has no named argument "${key}"`;
    throw createMisuseError(node, state, { message, hint });
  }
}

function pairsOf({ hash }: CallNode): readonly { key: string; value: ExpressionNode }[] {
  return hash?.pairs ?? [];
}

function readLiteral(node: ExpressionNode): LiteralArgument {
  if (node.type === "PathExpression" || node.type === "SubExpression") return undefined;
  return { value: valueOfLiteral(node) };
}
