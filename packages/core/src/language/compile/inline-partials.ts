// The `{{#*inline "name"}}…{{/inline}}` blocks of a body, on top of the partials already in reach.

import { TemplateSyntaxError } from "../syntax/syntax-error.ts";
import type { DecoratorNode, ProgramNode } from "../syntax/syntax-tree.ts";
import type { CompileState, PartialDefinition } from "./compile-state.ts";

export interface CollectedInlines {
  readonly state: CompileState;
  /** Stands for the body at run time; absent where it defines none. */
  readonly owner: object | undefined;
}

export function collectInlinePartials(program: ProgramNode, state: CompileState): CollectedInlines {
  const decorators = program.body.filter((node): node is DecoratorNode => isDecorator(node.type));
  if (decorators.length === 0) return { state, owner: undefined };
  const inlines = decorators.map((node) => readInline(node, state));
  // A partial that includes itself meets its own definitions again: a new scope each time would not end.
  const known = inlines.map(({ name, body }) => knownInline(name, body, state));
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

export function isDecorator(type: string): type is DecoratorNode["type"] {
  return type === "Decorator" || type === "DecoratorBlock";
}

interface Inline {
  readonly name: string;
  readonly body: ProgramNode;
}

function readInline(node: DecoratorNode, state: CompileState): Inline {
  const { path, params, program: body } = node;
  const [name] = params;
  const isInline = path.type === "PathExpression" && path.original === "inline";
  if (isInline && body !== undefined && name?.type === "StringLiteral") {
    return { name: name.value, body };
  }
  throw new TemplateSyntaxError("this decorator is not supported", state.parsed.offsetOf(node), {
    code: "template_decorator",
    hint: 'The only decorator is {{#*inline "name"}}…{{/inline}}.',
  });
}

function knownInline(
  name: string,
  body: ProgramNode,
  { partials }: CompileState,
): PartialDefinition | undefined {
  const known = partials.get(name);
  return known?.program === body ? known : undefined;
}
