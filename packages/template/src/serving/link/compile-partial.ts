// A partial call → the closure that renders the partial and what it reads. The compiler resolves the
// names: a missing partial is a problem of the config, never of an event.

import { locateOrigin, type TemplateRead, type ValueOrigin } from "../origin.ts";
import { COST, RenderLimitError } from "../render/budget.ts";
import { defineInlines, enterPartial, type PartialKind } from "../render/enter-partial.ts";
import { type Frame, namesPayload, type Renderer } from "../render/frame.ts";
import type { RenderedExpression, RenderTrace } from "../render/trace.ts";
import type { DecoratorNode, PartialNode, ProgramNode } from "../syntax-tree.ts";
import { compileExpression, compileNamed, pathFromLiteral } from "./compile-expression.ts";
import {
  type CompiledText,
  type CompiledValue,
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
    return report(state, node, { code: "template_partial_unknown", names: [] });
  }
  const name = pathFromLiteral(node.name).original;
  const known = state.partials.get(name);
  if (known !== undefined) return known;
  if (node.program !== undefined) return definitionOfBody("fallback", node.program, state);
  const names = [...state.partials.keys()].filter((key) => key !== BODY);
  return report(state, node, { code: "template_partial_unknown", name, names });
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
  if (isEndless) return report(state, node, { code: "template_partial_cyclic" });
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

interface CompiledPartialCall {
  readonly kind: PartialKind;
  readonly render: Renderer;
  readonly enter: ContextReader;
  /** One for the partial and one for each block around its call. */
  readonly levels: number;
  readonly hasBody: boolean;
  /** The program that defines an inline partial. */
  readonly owner: object | undefined;
  /** Identifies the inline partials that the body of the call defines. */
  readonly passedInlines: object | undefined;
  readonly indent: string;
}

/** A compiled partial → the closure that renders a call of it. */
function partialRenderer(partial: CompiledPartialCall): Renderer {
  const { kind, render, enter, levels, hasBody, owner, passedInlines, indent } = partial;
  const call: Renderer = (frame) => {
    frame.run.budget.enterPartial(levels);
    // `finally`, because the next element of the event uses the same budget after an error.
    try {
      const caller = passedInlines === undefined ? frame : defineInlines(frame, passedInlines);
      const entered = enter(frame);
      return render(enterPartial(caller, { kind, owner, hasBody, ...entered }));
    } finally {
      frame.run.budget.leavePartial(levels);
    }
  };
  return indent === "" ? call : indentRenderer(call, indent);
}

/** A partial alone on an indented line → each line of what it renders gets the same indent. */
function indentRenderer(render: Renderer, indent: string): Renderer {
  return (frame) => {
    const { trace, lines } = frame.run;
    if (lines !== undefined) return lines.indented(indent, () => render(frame));
    if (trace === undefined) return indentText(render(frame), indent);
    return indentText(
      render({ ...frame, run: { ...frame.run, trace: indentTrace(trace, indent) } }),
      indent,
    );
  };
}

/** Every line but an empty last one. Lines end with "\n" and nothing else: "\r" belongs to a line. */
function indentText(text: string, indent: string): string {
  return text.replace(/[^\n]*\n|[^\n]+/g, (line) => indent + line);
}

/** The same for a trace, whose spans may begin and end within a line. */
function indentTrace(trace: RenderTrace, indent: string): RenderTrace {
  let atLineStart = true;
  const eachLine = (text: string, emit: (line: string) => void) => {
    for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) {
      if (atLineStart) trace.literal(indent);
      emit(line);
      atLineStart = line.endsWith("\n");
    }
  };
  return {
    ...trace,
    literal: (text, at) => eachLine(text, (line) => trace.literal(line, at)),
    expression: (rendered: RenderedExpression) =>
      rendered.text === ""
        ? trace.expression(rendered)
        : eachLine(rendered.text, (text) => trace.expression({ ...rendered, text })),
  };
}

interface PartialContext {
  readonly changesContext: boolean;
  readonly enter: ContextReader;
  readonly reads: readonly TemplateRead[];
}

/** The arguments of a partial call → the closure that gives the context of the partial. */
function compilePartialContext(node: PartialNode, state: CompileState): PartialContext | undefined {
  const [param, ...surplus] = node.params;
  if (surplus.length > 0) {
    const count = node.params.length;
    return report(state, node, { code: "template_helper_misused", kind: "context", count });
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

interface EnteredContext {
  readonly context: unknown;
  /** Whether it is the body's own key `payload`, by the root of that name. */
  readonly isPayload: boolean;
  /** Only valid where there is a trace. */
  readonly origin: ValueOrigin;
}

type ContextReader = (frame: Frame) => EnteredContext;

/** The compiled arguments of a partial → the closure that gives its context and the context's origin. */
function argumentContext(argument: CompiledValue): ContextReader {
  return (frame) => enterArgument(argument, frame);
}

/** `{{> name context key=value}}`: the named arguments override fields in a copy of the context. */
function layeredContext(
  base: CompiledValue,
  named: readonly (readonly [string, CompiledValue])[],
): ContextReader {
  return (frame) => {
    const under = enterArgument(base, frame);
    const over = named.map(([key, argument]) => [key, enterArgument(argument, frame)] as const);
    const values = over.map(([key, entered]) => [key, entered.context] as const);
    const context = copyContext(under, values, frame);
    if (frame.run.trace === undefined) return { context, isPayload: false, origin: frame.origin };
    // Fields that an outer partial passed keep their origins.
    const added = over.map(([key, entered]) => [key, entered.origin] as const);
    const fields = new Map([...(under.origin.fields ?? []), ...added]);
    return { context, isPayload: false, origin: { ...under.origin, fields } };
  };
}

function enterArgument(argument: CompiledValue, frame: Frame): EnteredContext {
  const origin = frame.run.trace === undefined ? frame.origin : locateOrigin(argument, frame);
  const context = argument.read(frame);
  return { context, isPayload: namesPayload(context, argument, frame), origin };
}

/** The largest nesting of partials, each of which may pass its context to the next. */
const MAX_COPIES = 250;

/** Not enumerable: templates, JSON and spreads ignore it. */
const COPIES = Symbol("copies");

function copyContext(
  { context, isPayload }: EnteredContext,
  over: readonly (readonly [string, unknown])[],
  { run: { budget, scope } }: Frame,
): object {
  const body = isPayload ? scope.payload : undefined;
  // Charged before copying: the characters of a text are keys, and 10 MB of them take 10 s.
  budget.spend((countKeys(context) + countKeys(body) + over.length) * COST.contextFields);
  return markCopies({
    ...(context as object),
    ...(body as object),
    ...Object.fromEntries(over),
  });
}

function countKeys(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** `{{> p a=this b=this}}` within `p` doubles the context: after 50 levels no memory holds its text. */
function markCopies(context: object): object {
  const copies = Object.values(context).reduce((sum, value) => sum + copiesIn(value), 1);
  if (copies <= MAX_COPIES) return Object.defineProperty(context, COPIES, { value: copies });
  throw new RenderLimitError(
    "the partials of the template pass their contexts to each other too often",
  );
}

function copiesIn(value: unknown): number {
  const isCopy = typeof value === "object" && value !== null && COPIES in value;
  return isCopy ? Number(value[COPIES]) : 0;
}

interface CollectedInlines {
  readonly state: CompileState;
  /** Identifies the body at run time; undefined if it defines no partials. */
  readonly owner: object | undefined;
}

/** Undefined if a decorator is not supported, which is reported. */
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
