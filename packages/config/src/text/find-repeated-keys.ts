// The syntax tree of a config → the keys that stand twice in one object below `hooks` or `agents`.
import type { ConfigPath, TextSpan } from "@hookwright/core";
import type { SyntaxNode } from "./syntax-node.ts";

export interface RepeatedKey {
  readonly path: ConfigPath;
  readonly first: TextSpan;
  /** Where the key stands again. */
  readonly span: TextSpan;
}

/** The rest of the file is the gateway's; of an included file, everything is ours. */
export function findRepeatedKeys(root: SyntaxNode, isIncluded = false): readonly RepeatedKey[] {
  const found = new Map<number, RepeatedKey>();
  visit(root, isIncluded ? INCLUDED : [], (repeated) => {
    // YAML: what an alias refers to is visited again, and is the same text.
    if (!found.has(repeated.span.start)) found.set(repeated.span.start, repeated);
  });
  return [...found.values()];
}

/** What an included file holds stands below this key. */
const INCLUDED: ConfigPath = ["hooks"];

function visit(node: SyntaxNode, path: ConfigPath, report: (repeated: RepeatedKey) => void): void {
  const seen = new Map<string | number, TextSpan>();
  for (const { step, node: child } of node.entries()) {
    const at = [...path, step];
    if (!isOurs(at)) continue;
    const first = seen.get(step);
    if (first === undefined) seen.set(step, child.key);
    else report({ path: at, first, span: child.key });
    visit(child, at, report);
  }
}

/** `hooks.internal` is another feature of the gateway. */
function isOurs([top, second]: ConfigPath): boolean {
  return top === "agents" || (top === "hooks" && second !== "internal");
}
