// A partial call → a closure that renders the partial. Names are resolved while compiling: what is
// missing is a problem of the config, never of an event.
import { hintNearestName } from "../../problem/nearest-name.ts";
import { defineInlines, enterPartial, type PartialKind } from "../render/enter-partial.ts";
import { indentRenderer } from "../render/indent.ts";
import { TemplateSyntaxError } from "../syntax/syntax-error.ts";
import type { PartialNode, ProgramNode } from "../syntax/syntax-tree.ts";
import { pathFromLiteral } from "./compile-expression.ts";
import type {
  CompileState,
  PartialDefinition,
  PartialInstance,
  PartialScope,
  Renderer,
} from "./compile-state.ts";
import { collectInlinePartials } from "./inline-partials.ts";
import { compilePartialContext } from "./partial-context.ts";

/** The body of `{{#> name}}…{{/name}}`, as the partial calls it. */
const BODY = "@partial-block";

/** As deep as a config may allow them to be rendered. */
const LONGEST_CHAIN = 250;

/** Partials that redefine each other, twice each: their number would double with every level. */
const MOST_INSTANCES = 500;

export function compilePartial(node: PartialNode, state: CompileState): Renderer {
  const definition = findPartial(node, state);
  const { passed, passedInlines } = scopeForCall(node, state);
  const { changesContext, enter } = compilePartialContext(node, state);
  const render = instantiate({ definition, passed, changesContext }, node, state);
  const { kind, owner } = definition;
  const hasBody = node.program !== undefined;
  const levels = state.blockDepth + 1;
  const call: Renderer = (frame) => {
    frame.budget.enterPartial(levels);
    // Left also where it throws: the next element of the event has the same budget.
    try {
      const caller = passedInlines === undefined ? frame : defineInlines(frame, passedInlines);
      const { context, place } = enter(frame);
      return render(enterPartial(caller, { kind, owner, hasBody, context, place }));
    } finally {
      frame.budget.leavePartial(levels);
    }
  };
  return node.indent ? indentRenderer(call, node.indent) : call;
}

function findPartial(node: PartialNode, state: CompileState): PartialDefinition {
  const name = nameOfPartial(node, state);
  const known = state.partials.get(name);
  if (known !== undefined) return known;
  if (node.program !== undefined) return definitionOfBody("fallback", node.program, state);
  throw unknownPartial(name, node, state);
}

function nameOfPartial(node: PartialNode, state: CompileState): string {
  const { name } = node;
  if (name.type !== "SubExpression") return pathFromLiteral(name).original;
  const offset = state.parsed.offsetOf(node);
  throw new TemplateSyntaxError("the name of a partial must be fixed", offset, {
    code: "template_partial_unknown",
    hint: 'Write "{{> name}}" inside "{{#if …}}" blocks.',
  });
}

/** A body belongs to where it stands: it sees the partials there, and not itself. */
function definitionOfBody(
  kind: PartialKind,
  program: ProgramNode,
  { parsed, locals, partials }: CompileState,
): PartialDefinition {
  return { kind, parsed, program, locals, partials };
}

interface CallScope {
  /** The caller's partials, and the caller's body as `@partial-block`. */
  readonly passed: PartialScope;
  /** Stands for the inline partials that the body of the call defines. */
  readonly passedInlines: object | undefined;
}

function scopeForCall({ program }: PartialNode, state: CompileState): CallScope {
  if (program === undefined) return { passed: state.partials, passedInlines: undefined };
  const { state: inner, owner } = collectInlinePartials(program, state);
  const body = definitionOfBody("body", program, inner);
  return { passed: new Map([...inner.partials, [BODY, body]]), passedInlines: owner };
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
  const { parsed, program, partials = passed, locals = [] } = definition;
  const contextDepth = state.contextDepth + (changesContext ? 1 : 0);
  const isNested = contextDepth > 0;
  const known = session.instances.find(
    (one) => one.program === program && one.partials === partials && one.isNested === isNested,
  );
  if (known !== undefined) return renderLater(known.target);
  const partialDepth = state.partialDepth + 1;
  const isEndless = partialDepth > LONGEST_CHAIN || session.instances.length >= MOST_INSTANCES;
  if (isEndless) throw cyclicPartials(node, state);
  const target: PartialInstance["target"] = {};
  session.instances.push({ program, partials, isNested, target });
  const depths = { contextDepth, blockDepth: 0, partialDepth };
  const inner = { session, parsed, locals, partials, ...depths };
  target.render = session.compileProgram(program, inner).render;
  return target.render;
}

/** Looked up when it runs: a partial that includes itself is not compiled yet when it is asked for. */
function renderLater(target: PartialInstance["target"]): Renderer {
  return (frame) => (target.render as Renderer)(frame);
}

function unknownPartial(name: string, node: PartialNode, state: CompileState): TemplateSyntaxError {
  const names = [...state.partials.keys()].filter((known) => known !== BODY);
  const offset = state.parsed.offsetOf(node);
  return new TemplateSyntaxError(`there is no partial "${name}"`, offset, {
    code: "template_partial_unknown",
    hint: names.length === 0 ? `Define it in "partials" of hooks.` : hintNearestName(name, names),
  });
}

function cyclicPartials(node: PartialNode, state: CompileState): TemplateSyntaxError {
  const offset = state.parsed.offsetOf(node);
  return new TemplateSyntaxError("the partials include each other without end", offset, {
    code: "template_partial_cyclic",
    hint: "Break the cycle with {{#if …}}, or inline one of them.",
  });
}
