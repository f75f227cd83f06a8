// The `{{#*inline "name"}}…{{/inline}}` blocks of a body → the state with these partials in reach.
import type { DecoratorNode, ProgramNode } from "../syntax-tree.ts";
import { type CompileState, type PartialDefinition, report } from "./compile-state.ts";

interface CollectedInlines {
  readonly state: CompileState;
  /** Identifies the body at run time; undefined where it defines no partials. */
  readonly owner: object | undefined;
}

/** Undefined where a decorator is not supported, which is reported. */
export function collectInlinePartials(
  { decorators }: ProgramNode,
  state: CompileState,
): CollectedInlines | undefined {
  if (decorators === undefined) return { state, owner: undefined };
  const inlines: Inline[] = [];
  for (const node of decorators) {
    const inline = readInline(node, state);
    if (inline === undefined) return undefined;
    inlines.push(inline);
  }
  // A partial that includes itself defines the same partials again: a new scope each time would not end.
  const known = inlines.map((inline) => findKnown(inline, state));
  const [first] = known;
  if (first !== undefined && known.every((one) => one?.owner === first.owner)) {
    return { state, owner: first.owner };
  }
  const owner = {};
  const { parsed, locals } = state;
  const partials = new Map(state.partials);
  for (const { name, body: program } of inlines) {
    partials.set(name, { kind: "inline", parsed, program, locals, owner });
  }
  return { state: { ...state, partials }, owner };
}

interface Inline {
  readonly name: string;
  readonly body: ProgramNode;
}

function readInline(node: DecoratorNode, state: CompileState): Inline | undefined {
  const { path, params, program: body } = node;
  const [name] = params;
  const isInline = path.type === "PathExpression" && path.original === "inline";
  if (isInline && body !== undefined && name?.type === "StringLiteral") {
    return { name: name.value, body };
  }
  return report(state, node, { code: "template_decorator" });
}

function findKnown(
  { name, body }: Inline,
  { partials }: CompileState,
): PartialDefinition | undefined {
  const known = partials.get(name);
  return known?.program === body ? known : undefined;
}
