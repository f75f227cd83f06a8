// A call of a helper → nothing, or an error where it has too few or too many arguments.
import type { CallNode } from "./ast.ts";
import type { CompileState } from "./compile-state.ts";
import type { Helper } from "./helper.ts";
import { createMisuseError } from "./helper-misuse.ts";

export function checkArity(node: CallNode, helper: Helper, state: CompileState): void {
  const [least, most] = helper.arity;
  const count = node.params.length;
  if (count >= least && count <= most) return;
  const message = `helper "${helper.name}" takes ${describeArity(least, most)}, not ${count}`;
  throw createMisuseError(node, state, { message, hint: hintNamed(helper, count) });
}

/** Who writes one argument too many often means a named one. */
function hintNamed(helper: Helper, count: number): string | undefined {
  const names = helper.kind === "value" ? (helper.hash ?? []) : [];
  if (count <= helper.arity[1] || names.length === 0) return undefined;
  return `By name it takes: ${names.map((name) => `${name}=…`).join(" ")}`;
}

function describeArity(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${least} arguments`;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  return `${wanted} argument${most === 1 ? "" : "s"}`;
}
