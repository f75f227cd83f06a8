// A call of a helper and what the template writes as literals → the function to call per event.

import type { HelperCall, LiteralArgument, ValueHelper } from "../render/helper.ts";
import { valueOfLiteral } from "../syntax/literal.ts";
import type { CallNode, ExpressionNode } from "../syntax/syntax-tree.ts";
import type { CompileState } from "./compile-state.ts";
import { createMisuseError } from "./helper-misuse.ts";

export function prepareCall(node: CallNode, helper: ValueHelper, state: CompileState): HelperCall {
  const pairs = node.hash?.pairs ?? [];
  const prepared = helper.prepare?.({
    args: node.params.map(readLiteral),
    hash: Object.fromEntries(pairs.map(({ key, value }) => [key, readLiteral(value)])),
  });
  if (prepared === undefined) return helper.call;
  if ("call" in prepared) return prepared.call;
  const message = `helper "${helper.name}" ${prepared.problem}`;
  throw createMisuseError(node, state, { message, hint: prepared.hint });
}

function readLiteral(node: ExpressionNode): LiteralArgument {
  if (node.type === "PathExpression" || node.type === "SubExpression") return undefined;
  return { value: valueOfLiteral(node) };
}
