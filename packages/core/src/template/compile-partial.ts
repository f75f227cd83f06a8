// A partial call → a closure that renders the partial. Names are resolved while compiling: what is
// missing is a problem of the config, never of an event.
import { hintNearestName } from "../problem/nearest-name.ts";
import type { DecoratorNode, PartialNode, ProgramNode } from "./ast.ts";
import { compileExpression, compileHash } from "./compile-expression.ts";
import type {
  CompileState,
  PartialDefinition,
  PartialInstance,
  PartialScope,
  Reader,
  Renderer,
} from "./compile-state.ts";
import { enterPartial } from "./frame.ts";
import { indentRenderer } from "./indent.ts";
import { TemplateSyntaxError } from "./syntax-error.ts";

/** The body of `{{#> name}}…{{/name}}`, as the partial calls it. */
const BODY = "@partial-block";

/** More instances than this come from partials that redefine each other without end. */
const MOST_INSTANCES = 500;

export function compilePartial(node: PartialNode, state: CompileState): Renderer {
  const name = nameOfPartial(node, state);
  const definition = state.partials.get(name) ?? fallbackOf(node, state);
  if (definition === undefined) throw unknownPartial(name, node, state);
  const readContext = compileContext(node, state);
  const changesContext = readContext !== undefined;
  const passed = scopeForCall(node, state);
  const render = instantiate({ definition, passed, changesContext }, node, state);
  const call: Renderer = (frame) => {
    frame.budget.enterPartial();
    const context = readContext === undefined ? frame.context : readContext(frame);
    const { kind } = definition;
    const text = render(
      enterPartial(frame, context, { kind, hasBody: node.program !== undefined }),
    );
    frame.budget.leavePartial();
    return text;
  };
  return node.indent ? indentRenderer(call, node.indent) : call;
}

/** `{{#*inline "name"}}…{{/inline}}` blocks of a body, on top of the partials already in reach. */
export function collectInlinePartials(program: ProgramNode, state: CompileState): CompileState {
  const decorators = program.body.filter((node): node is DecoratorNode => isDecorator(node.type));
  if (decorators.length === 0) return state;
  const partials = new Map(state.partials);
  const inner: CompileState = { ...state, partials };
  for (const node of decorators) {
    const { program: body } = node;
    const [name] = node.params;
    const isInline = node.path.type === "PathExpression" && node.path.original === "inline";
    if (!isInline || body === undefined || name?.type !== "StringLiteral") {
      throw unknownDecorator(node, state);
    }
    partials.set(name.value, {
      kind: "inline",
      parsed: state.parsed,
      program: body,
      locals: state.locals,
    });
  }
  return inner;
}

export function isDecorator(type: string): type is DecoratorNode["type"] {
  return type === "Decorator" || type === "DecoratorBlock";
}

function nameOfPartial(node: PartialNode, state: CompileState): string {
  const { name } = node;
  if (name.type === "PathExpression") return name.original;
  if (name.type === "StringLiteral" || name.type === "NumberLiteral") return String(name.value);
  throw new TemplateSyntaxError(
    "the name of a partial must be fixed",
    state.parsed.offsetOf(node),
    { code: "template_partial_unknown", hint: 'Write "{{> name}}" inside "{{#if …}}" blocks.' },
  );
}

/** The body of a partial block is what is shown where there is no partial of that name. */
function fallbackOf(node: PartialNode, state: CompileState): PartialDefinition | undefined {
  return node.program === undefined ? undefined : bodyOf(node.program, state);
}

/** A body belongs to where it stands: it sees the partials there, and not itself. */
function bodyOf(
  program: ProgramNode,
  { parsed, locals, partials }: CompileState,
): PartialDefinition {
  return { kind: "body", parsed, program, locals, partials };
}

/** The partial sees its caller's partials, and the caller's body as `@partial-block`. */
function scopeForCall(node: PartialNode, state: CompileState): PartialScope {
  if (node.program === undefined) return state.partials;
  const inner = collectInlinePartials(node.program, state);
  return new Map([...inner.partials, [BODY, bodyOf(node.program, inner)]]);
}

interface Instantiation {
  readonly definition: PartialDefinition;
  /** The partials that the call passes on. */
  readonly passed: PartialScope;
  readonly changesContext: boolean;
}

function instantiate(
  { definition, passed, changesContext }: Instantiation,
  node: PartialNode,
  state: CompileState,
): Renderer {
  const { session } = state;
  const { parsed, program, partials = passed } = definition;
  const contextDepth = state.contextDepth + (changesContext ? 1 : 0);
  const isNested = contextDepth > 0;
  const known = session.instances.find(
    (one) => one.program === program && one.partials === partials && one.isNested === isNested,
  );
  if (known !== undefined) {
    // Looked up when it runs: a partial that includes itself is not compiled yet at this point.
    return (frame) => (known.render as Renderer)(frame);
  }
  if (session.instances.length >= MOST_INSTANCES) throw cyclicPartials(node, state);
  const instance: PartialInstance = { program, partials, isNested, render: undefined };
  session.instances.push(instance);
  // A named partial sees none of its caller's block parameters, but they keep their places.
  const locals = definition.locals ?? state.locals.map(() => []);
  const inner = { session, parsed, locals, contextDepth, partials };
  const { render } = session.compileProgram(program, inner);
  instance.render = render;
  return render;
}

function compileContext(node: PartialNode, state: CompileState): Reader | undefined {
  const [param] = node.params;
  const readParam = param === undefined ? undefined : compileExpression(param, state);
  const pairs = node.hash?.pairs ?? [];
  if (pairs.length === 0) return readParam;
  const readHash = compileHash(node.hash, state);
  return (frame) => {
    const base = readParam === undefined ? frame.context : readParam(frame);
    return { ...(base as object), ...readHash(frame) };
  };
}

function unknownPartial(name: string, node: PartialNode, state: CompileState): TemplateSyntaxError {
  const names = [...state.partials.keys()].filter((known) => known !== BODY);
  const offset = state.parsed.offsetOf(node);
  return new TemplateSyntaxError(`there is no partial "${name}"`, offset, {
    code: "template_partial_unknown",
    hint: names.length === 0 ? `Define it in "partials" of hooks.` : hintNearestName(name, names),
  });
}

function unknownDecorator(node: DecoratorNode, state: CompileState): TemplateSyntaxError {
  return new TemplateSyntaxError("this decorator is not supported", state.parsed.offsetOf(node), {
    code: "template_decorator",
    hint: 'The only decorator is {{#*inline "name"}}…{{/inline}}.',
  });
}

function cyclicPartials(node: PartialNode, state: CompileState): TemplateSyntaxError {
  const offset = state.parsed.offsetOf(node);
  return new TemplateSyntaxError("the partials include each other without end", offset, {
    code: "template_partial_cyclic",
    hint: "Break the cycle with {{#if …}}, or inline one of them.",
  });
}
