// A template that was read → what its text can begin with.

import { isCall, pathFromLiteral } from "../../serving/link/compile-expression.ts";
import type { CallNode, ExpressionNode, ProgramNode } from "../../serving/syntax-tree.ts";

/** What a rendered text can begin with. */
export type Beginning =
  | { readonly kind: "text"; readonly text: string }
  /** A value of the event; with its path where the template shows it as it is. */
  | { readonly kind: "value"; readonly path?: string }
  /** What a helper or a partial makes, and may hold text of the template. */
  | { readonly kind: "unknown" };

/** White space at the start does not count. */
export function findBeginnings(program: ProgramNode): readonly Beginning[] {
  return beginningsOf(program).found;
}

interface Beginnings {
  readonly found: readonly Beginning[];
  /** Whether the text can be empty, so that it begins with what follows. */
  readonly canBeEmpty: boolean;
}

const NOTHING: Beginnings = { found: [], canBeEmpty: true };

function beginningsOf(program: ProgramNode | undefined): Beginnings {
  const found: Beginning[] = [];
  for (const node of program?.body ?? []) {
    const own = beginningsOfStatement(node);
    found.push(...own.found);
    if (!own.canBeEmpty) return { found, canBeEmpty: false };
  }
  return { found, canBeEmpty: true };
}

function beginningsOfStatement(node: ProgramNode["body"][number]): Beginnings {
  switch (node.type) {
    case "ContentStatement": {
      const text = node.value.trimStart();
      return text === "" ? NOTHING : { found: [{ kind: "text", text }], canBeEmpty: false };
    }
    case "CommentStatement":
      return NOTHING;
    case "MustacheStatement":
      return { found: [beginningOfValue(node)], canBeEmpty: true };
    case "BlockStatement": {
      const main = beginningsOf(node.program);
      const otherwise = beginningsOf(node.inverse);
      return {
        found: [...main.found, ...otherwise.found],
        canBeEmpty: main.canBeEmpty || otherwise.canBeEmpty,
      };
    }
    default:
      return { found: [{ kind: "unknown" }], canBeEmpty: true };
  }
}

function beginningOfValue(node: CallNode): Beginning {
  if (isCall(node)) return { kind: holdsText(node) ? "unknown" : "value" };
  return { kind: "value", path: pathFromLiteral(node.path).original };
}

function holdsText({ params, hash }: CallNode): boolean {
  const isText = (node: ExpressionNode): boolean =>
    node.type === "StringLiteral" || (node.type === "SubExpression" && holdsText(node));
  return [...params, ...(hash?.pairs ?? []).map(({ value }) => value)].some(isText);
}
