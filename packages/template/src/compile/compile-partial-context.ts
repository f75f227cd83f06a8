// The arguments of a partial call → the closure that gives the context of the partial.
import type { TemplateRead } from "../origin/read.ts";
import { argumentContext, type ContextReader, layeredContext } from "../render/partial-context.ts";
import type { PartialNode } from "../syntax/syntax-tree.ts";
import { compileExpression, compileNamed } from "./compile-expression.ts";
import { type CompiledValue, type CompileState, report } from "./compile-state.ts";

export interface PartialContext {
  readonly changesContext: boolean;
  readonly enter: ContextReader;
  readonly reads: readonly TemplateRead[];
}

export function compilePartialContext(
  node: PartialNode,
  state: CompileState,
): PartialContext | undefined {
  const [param, ...surplus] = node.params;
  if (surplus.length > 0) {
    return report(state, node, {
      code: "template_helper_misused",
      message: `a partial takes one context, not ${node.params.length}`,
      hint: "Pass further values by name: {{> name context key=value}}.",
    });
  }
  const base = param === undefined ? CALLER : compileExpression(param, state);
  const named = base && compileNamed(node, state);
  if (base === undefined || named === undefined) return undefined;
  const ofParam = param === undefined ? [] : base.reads;
  return {
    changesContext: node.hash !== undefined || param !== undefined,
    enter: node.hash === undefined ? argumentContext(base) : layeredContext(base, named),
    reads: [...ofParam, ...named.flatMap(([, value]) => value.reads)],
  };
}

/** Without an argument the partial has the context of its caller. */
const CALLER: CompiledValue = {
  read: (frame) => frame.context,
  reads: [{ root: "payload", steps: [], exact: false, start: { kind: "context", depth: 0 } }],
  helpers: [],
};
