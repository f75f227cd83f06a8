// A literal of the syntax tree → its value.
import type { LiteralNode } from "./syntax-tree.ts";

type LiteralValue = string | number | boolean | null | undefined;

export function valueOfLiteral(node: LiteralNode): LiteralValue {
  if (node.type === "UndefinedLiteral") return undefined;
  return node.type === "NullLiteral" ? null : node.value;
}
