// Where a closure stands while it renders: the scope, the current context and the loops around it.
import type { PartialDefinition, TemplateRead } from "./compile-state.ts";
import type { Budget, Scope } from "./scope.ts";

/** What `@index`, `@key`, `@first` and `@last` show. */
export interface LoopData {
  readonly index: number;
  readonly key: string | number;
  readonly first: boolean;
  readonly last: boolean;
}

/** One rendered expression, reported while a trace is kept. */
export interface RenderedExpression {
  readonly expression: string;
  readonly text: string;
  /** What it read; relative paths are made absolute as far as they are known. */
  readonly reads: readonly TemplateRead[];
  /** The helpers that the values went through, in the order in which they are written. */
  readonly helpers: readonly string[];
}

/** Collects what `explain` tells of a template: joined in order, the texts are the rendered text. */
export interface RenderTrace {
  literal(text: string): void;
  expression(rendered: RenderedExpression): void;
}

export interface Frame {
  readonly scope: Scope;
  readonly budget: Budget;
  readonly trace: RenderTrace | undefined;
  /** What a plain name is looked up in: the payload, or the element of the block around. */
  readonly context: unknown;
  /** The frame that `../` reaches; absent at the root and in named partials. */
  readonly parent: Frame | undefined;
  readonly loop: LoopData | undefined;
  /** The frame of the loop around, for `@../index`. */
  readonly outer: Frame | undefined;
  /** Values of the block parameters, one list per block, innermost last. */
  readonly locals: readonly (readonly unknown[])[];
  /** The frame in which the body of the partial block around stands: its `../` starts there. */
  readonly body: Frame | undefined;
  /** Where the context lies in the payload; absent where it was computed. */
  readonly place: ContextPlace | undefined;
}

/** A linked list, so that entering a block costs no copy of the path. */
export interface ContextPlace {
  readonly above: ContextPlace | undefined;
  readonly steps: readonly string[];
  readonly key: string | number | undefined;
}

const ROOT_PLACE: ContextPlace = { above: undefined, steps: [], key: undefined };
const NO_LOCALS: Frame["locals"] = [];

export function createRootFrame(scope: Scope, budget: Budget, trace?: RenderTrace): Frame {
  return {
    scope,
    budget,
    trace,
    context: scope.payload,
    parent: undefined,
    loop: undefined,
    outer: undefined,
    locals: NO_LOCALS,
    body: undefined,
    place: ROOT_PLACE,
  };
}

export interface FrameChanges {
  readonly loop?: LoopData;
  /** Values of the block's parameters, where it names any. */
  readonly locals?: readonly unknown[];
  /** The path from the context around to the new one, without the key of a loop. */
  readonly from?: readonly string[] | undefined;
}

/** A step into a block. Like Handlebars, `../` skips blocks that do not change the context. */
export function enterFrame(frame: Frame, context: unknown, changes: FrameChanges = {}): Frame {
  const { loop, locals, from } = changes;
  return {
    scope: frame.scope,
    budget: frame.budget,
    trace: frame.trace,
    context,
    parent: context === frame.context ? frame.parent : frame,
    loop: loop ?? frame.loop,
    outer: loop === undefined ? frame.outer : frame,
    locals: locals === undefined ? frame.locals : [...frame.locals, locals],
    body: frame.body,
    place:
      frame.place === undefined || from === undefined
        ? undefined
        : { above: frame.place, steps: from, key: loop?.key },
  };
}

export interface PartialCall {
  readonly kind: PartialDefinition["kind"];
  readonly hasBody: boolean;
}

/**
 * A step into a partial. A named one stands for itself: no `../` leads out of it. The body of a
 * partial block sees what it would see where it is written.
 */
export function enterPartial(frame: Frame, context: unknown, call: PartialCall): Frame {
  const inner = context === frame.context ? frame : enterFrame(frame, context);
  const { body } = frame;
  if (call.kind === "body" && body !== undefined && !call.hasBody) {
    const parent = context === body.context ? body.parent : body;
    return { ...inner, parent, locals: body.locals, body: body.body };
  }
  return {
    ...inner,
    parent: call.kind === "named" ? undefined : inner.parent,
    body: call.hasBody ? frame : body,
  };
}

export function stepsFromPlace(place: ContextPlace): readonly string[] {
  const own = place.key === undefined ? place.steps : [...place.steps, String(place.key)];
  return place.above === undefined ? own : [...stepsFromPlace(place.above), ...own];
}
