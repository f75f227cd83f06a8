// The syntax tree of a template → the fields of the payload that it names, as patches write them.
import type { ExpressionNode, ProgramNode, StatementNode } from "@hookwright/template/internal";

/** Names within `each` and `with` are taken for fields of the payload, too: a try that hits nothing is harmless. */
export function listPayloadPaths(program: ProgramNode): readonly string[] {
  const names = listStatements(program).flatMap(listArguments).flatMap(listNames);
  return [...new Set(names)];
}

function listStatements(program: ProgramNode | undefined): readonly StatementNode[] {
  return (program?.body ?? []).flatMap((node) => [
    node,
    ...("program" in node ? listStatements(node.program) : []),
    ...("inverse" in node ? listStatements(node.inverse) : []),
  ]);
}

function listArguments(node: StatementNode): readonly ExpressionNode[] {
  if (!("params" in node)) return [];
  const isField = node.type === "MustacheStatement" && node.params.length === 0;
  return isField ? [node.path] : node.params;
}

function listNames(node: ExpressionNode): readonly string[] {
  if (node.type === "SubExpression") return node.params.flatMap(listNames);
  if (node.type !== "PathExpression" || node.data || node.parts.length === 0) return [];
  const name = node.original.replace(/^payload\./, "");
  return /^(?:headers|query|path|now)\b/.test(name) ? [] : [`payload.${name}`];
}
