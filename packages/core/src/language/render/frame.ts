// Where a closure stands while it renders: the scope, the current context and the loops around it.
import {
  extendPlace,
  locateOrigin,
  type Place,
  ROOT_PLACE,
  type Standpoint,
} from "../origin/locate-reads.ts";
import type { TemplateRead, ValueOrigin } from "../origin/template-read.ts";
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
  /** What it read, from the roots of the event. */
  readonly reads: readonly TemplateRead[];
  /** The helpers that the values went through, in the order in which they are written. */
  readonly helpers: readonly string[];
}

/** Collects what `explain` tells of a template: joined in order, the texts are the rendered text. */
export interface RenderTrace {
  literal(text: string): void;
  expression(rendered: RenderedExpression): void;
}

/** Values of the block parameters, one list per block, innermost last. */
export type LocalValues = readonly (readonly unknown[])[];

/** The block parameters in reach of the inline partials that a program defines. */
export interface InlineDefinition {
  readonly above: InlineDefinition | undefined;
  /** Which program: the same one may be entered again deeper down. */
  readonly owner: object;
  readonly locals: LocalValues;
  readonly localPlaces: readonly Place[];
}

export interface Frame extends Standpoint {
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
  readonly locals: LocalValues;
  /** The frame in which the body of the partial block around stands: its `../` starts there. */
  readonly body: Frame | undefined;
  readonly inlines: InlineDefinition | undefined;
}

const NOTHING: readonly never[] = [];

export function createRootFrame(scope: Scope, budget: Budget, trace?: RenderTrace): Frame {
  return {
    scope,
    budget,
    trace,
    context: scope.payload,
    parent: undefined,
    loop: undefined,
    outer: undefined,
    locals: NOTHING,
    body: undefined,
    inlines: undefined,
    place: ROOT_PLACE,
    localPlaces: NOTHING,
  };
}

export interface FrameChanges {
  readonly loop?: LoopData;
  /** Values of the block's parameters, where it names any. */
  readonly locals?: readonly unknown[];
  /** Where the new context, or the list that it is an element of, comes from. */
  readonly from: ValueOrigin;
}

/** A step into a block. Like Handlebars, `../` skips blocks that do not change the context. */
export function enterFrame(frame: Frame, context: unknown, changes: FrameChanges): Frame {
  const { loop, locals, from } = changes;
  const isTraced = frame.trace !== undefined;
  const place = isTraced ? locateElement(frame, from, loop) : frame.place;
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
    inlines: frame.inlines,
    place,
    localPlaces: isTraced && locals ? [...frame.localPlaces, place] : frame.localPlaces,
  };
}

function locateElement(frame: Frame, from: ValueOrigin, loop: LoopData | undefined): Place {
  const place = locateOrigin(from, frame);
  if (loop === undefined) return { ...place, loop: frame.place.loop };
  const element = extendPlace(place, [String(loop.key)]);
  return { ...element, loop: element };
}
