// A call of a helper → nothing, or an error where the helper does not take what it is given.
import { describeArity } from "../../problem/describe-arity.ts";
import { hintNearestName } from "../../problem/nearest-name.ts";
import type { Helper } from "../render/helper.ts";
import type { CallNode } from "../syntax/syntax-tree.ts";
import type { CompileState } from "./compile-state.ts";
import { createMisuseError } from "./helper-misuse.ts";

export function checkCall(node: CallNode, helper: Helper, state: CompileState): void {
  const [least, most] = helper.arity;
  const count = node.params.length;
  if (count < least || count > most) {
    const message = `helper "${helper.name}" takes ${describeArity(helper.arity, "to")}, not ${count}`;
    const hint = count > most ? hintSurplus(node, helper, state) : undefined;
    throw createMisuseError(node, state, { message, hint });
  }
  checkNamedArguments(node, helper, state);
  checkLocals(node, helper, state);
}

/** One argument too many often means a named one, or a call without its parentheses. */
function hintSurplus(
  { params }: CallNode,
  { name, hash = [] }: Helper,
  { session }: CompileState,
): string | undefined {
  if (name === "each") return 'Write "{{#each list as |item|}}".';
  const words = params.map((param) => (param.type === "PathExpression" ? param.original : ""));
  const inner = words.find((word) => session.helpers.get(word)?.kind === "value");
  if (inner !== undefined) return `A call within a call stands in parentheses: "(${inner} …)".`;
  return hash.length === 0
    ? undefined
    : `By name it takes: ${hash.map((key) => `${key}=…`).join(" ")}`;
}

function checkNamedArguments(node: CallNode, helper: Helper, state: CompileState): void {
  const { name, hash: known } = helper;
  if (known === undefined) return;
  for (const { key } of node.hash?.pairs ?? []) {
    if (known.includes(key)) continue;
    const hint = known.length === 0 ? "It takes none." : hintNearestName(key, known);
    const message = `helper "${name}" has no named argument "${key}"`;
    throw createMisuseError(node, state, { message, hint });
  }
}

/** `{{#if x as |y|}}`: nothing would ever be behind the name. */
function checkLocals(node: CallNode, helper: Helper, state: CompileState): void {
  const [name] = node.program?.blockParams ?? [];
  if (name === undefined || helper.kind !== "block" || helper.givesLocals) return;
  const message = `block "${helper.name}" has no value to call "${name}"`;
  const hint = `Write "{{#with value as |${name}|}}" inside of it.`;
  throw createMisuseError(node, state, { message, hint });
}
