// A partial call → the closure that renders the partial and what it reads. The compiler resolves the
// names: a missing partial is a problem of the config, never of an event.
import { hintNearestName } from "@hookwright/base";
import type { PartialKind } from "../render/enter-partial.ts";
import type { Renderer } from "../render/frame.ts";
import { partialRenderer } from "../render/partial.ts";
import type { PartialNode, ProgramNode } from "../syntax/syntax-tree.ts";
import { collectInlinePartials } from "./collect-inline-partials.ts";
import { pathFromLiteral } from "./compile-expression.ts";
import { compilePartialContext } from "./compile-partial-context.ts";
import {
  type CompiledText,
  type CompileState,
  type PartialDefinition,
  type PartialInstance,
  type PartialScope,
  report,
} from "./compile-state.ts";

/** The name by which a partial calls the body of `{{#> name}}…{{/name}}`. */
const BODY = "@partial-block";

/** The largest `maxNesting` that a config can set. */
const MAX_PARTIAL_DEPTH = 250;

/** Partials that redefine each other twice: their number would double with every level. */
const MAX_INSTANCES = 500;

export function compilePartial(node: PartialNode, state: CompileState): CompiledText | undefined {
  const definition = findPartial(node, state);
  const scope = definition && scopeForCall(node, state);
  const context = scope && compilePartialContext(node, state);
  if (definition === undefined || scope === undefined || context === undefined) return undefined;
  const { passed, passedInlines } = scope;
  const { changesContext, enter } = context;
  state.session.probe?.partial(node, state.parsed);
  const compiled = instantiate({ definition, passed, changesContext }, node, state);
  if (compiled === undefined) return undefined;
  const render = partialRenderer({
    kind: definition.kind,
    render: compiled.render,
    enter,
    levels: state.blockDepth + 1,
    hasBody: node.program !== undefined,
    owner: definition.owner,
    passedInlines,
    indent: node.indent,
  });
  return { render, reads: [...context.reads, ...compiled.reads] };
}

function findPartial(node: PartialNode, state: CompileState): PartialDefinition | undefined {
  if (node.name.type === "SubExpression") {
    return report(state, node, {
      code: "template_partial_unknown",
      message: "the name of a partial must be fixed",
      hint: 'Write "{{> name}}" inside "{{#if …}}" blocks.',
    });
  }
  const name = pathFromLiteral(node.name).original;
  const known = state.partials.get(name);
  if (known !== undefined) return known;
  if (node.program !== undefined) return definitionOfBody("fallback", node.program, state);
  const names = [...state.partials.keys()].filter((key) => key !== BODY);
  return report(state, node, {
    code: "template_partial_unknown",
    message: `there is no partial "${name}"`,
    hint: names.length === 0 ? `Define it in "partials" of hooks.` : hintNearestName(name, names),
  });
}

/** A body sees the partials in reach where it is written, and not itself. */
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
  /** Identifies the inline partials that the body of the call defines. */
  readonly passedInlines: object | undefined;
}

function scopeForCall({ program }: PartialNode, state: CompileState): CallScope | undefined {
  if (program === undefined) return { passed: state.partials, passedInlines: undefined };
  const collected = collectInlinePartials(program, state);
  if (collected === undefined) return undefined;
  const { state: inner, owner } = collected;
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
): CompiledText | undefined {
  const { session } = state;
  const { parsed, program, partials = passed, locals = [] } = definition;
  const contextDepth = state.contextDepth + (changesContext ? 1 : 0);
  const isNested = contextDepth > 0;
  const known = session.instances.find(
    (one) => one.program === program && one.partials === partials && one.isNested === isNested,
  );
  // The first call of the partial has already returned these reads.
  if (known !== undefined) return { render: laterRenderer(known.target), reads: [] };
  const partialDepth = state.partialDepth + 1;
  const isEndless = partialDepth > MAX_PARTIAL_DEPTH || session.instances.length >= MAX_INSTANCES;
  if (isEndless) return reportEndless(node, state);
  const target: PartialInstance["target"] = {};
  session.instances.push({ program, partials, isNested, target });
  const bodyDepth = state.bodyDepth + 1;
  const depths = { contextDepth, blockDepth: 0, partialDepth, bodyDepth };
  const compiled = session.compileBody(program, { session, parsed, locals, partials, ...depths });
  if (compiled !== undefined) target.render = compiled.render;
  return compiled;
}

/** Read when it runs: a partial that includes itself is not compiled yet when it is called. */
function laterRenderer(target: PartialInstance["target"]): Renderer {
  return (frame) => (target.render as Renderer)(frame);
}

function reportEndless(node: PartialNode, state: CompileState): undefined {
  return report(state, node, {
    code: "template_partial_cyclic",
    message: "the partials include each other without end",
    hint: "Break the cycle with {{#if …}}, or inline one of them.",
  });
}
