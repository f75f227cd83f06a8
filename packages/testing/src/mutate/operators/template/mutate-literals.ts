// The arguments of a helper → the literals among them changed a little, one at a time.

import { findEndOfSpan } from "@hookwright/core/internal";
import type { ExpressionNode, TextSpan } from "@hookwright/template/internal";
import type { TemplateChange } from "./edit.ts";

export interface CallText {
  readonly whole: TextSpan;
  readonly written: string;
}

export function mutateLiterals(
  source: string,
  args: readonly ExpressionNode[],
  { whole, written }: CallText,
): readonly TemplateChange[] {
  return args.flatMap((arg): readonly TemplateChange[] => {
    const { start } = arg;
    const end = findEndOfSpan(source, start);
    const text = otherLiteral(arg, source.slice(start, end));
    if (text === undefined) return [];
    const label = `${source.slice(start, end)} → ${text} in ${written}`;
    return [{ operator: "helper-arg", span: whole, label, edits: [{ start, end, text }] }];
  });
}

/** A text gets a character more, inside of its quotes. */
function otherLiteral(node: ExpressionNode, written: string): string | undefined {
  if (node.type === "NumberLiteral") return String(node.value + 1);
  if (node.type === "BooleanLiteral") return String(!node.value);
  return node.type === "StringLiteral" ? `${written.slice(0, -1)}~${written.at(-1)}` : undefined;
}
