// What a closure reads while it renders: the scope, the current context and the enclosing loops.

import {
  extendOrigin,
  isOwnPayload,
  locateOrigin,
  type OriginFrame,
  PAYLOAD_ORIGIN,
  type ReadSet,
  type ValueOrigin,
} from "../origin.ts";
import type { Budget } from "./budget.ts";
import type { LineWriter } from "./line-writer.ts";
import type { Scope } from "./scope.ts";
import type { RenderTrace } from "./trace.ts";

/** The values of `@index`, `@key`, `@first` and `@last`. */
export interface LoopData {
  readonly index: number;
  readonly key: string | number;
  readonly first: boolean;
  readonly last: boolean;
}

/** The value of a block parameter that is the root `payload`. */
export const PAYLOAD_LOCAL: unique symbol = Symbol("payload");

/** Values of the block parameters, one list per block, innermost last. */
type LocalValues = readonly (readonly unknown[])[];

/** The block parameters in reach of the inline partials that a program defines. */
export interface InlineDefinition {
  readonly above: InlineDefinition | undefined;
  /** Identifies the program, which may be entered again at a deeper level. */
  readonly owner: object;
  readonly locals: LocalValues;
  readonly localOrigins: readonly ValueOrigin[];
}

/** What stays the same while a text is rendered, wherever in the template we are. */
interface Run {
  readonly scope: Scope;
  readonly budget: Budget;
  readonly trace: RenderTrace | undefined;
  /** Takes the text where lines without anything are dropped; absent where renderers return it. */
  readonly lines: LineWriter | undefined;
}

/** Where in a rendering we are. */
export interface Frame extends OriginFrame {
  readonly run: Run;
  /** Plain names are its fields: the payload, or the element of the enclosing block. */
  readonly context: unknown;
  /** The frame that `../` reaches; absent at the root and in named partials. */
  readonly parent: Frame | undefined;
  readonly loop: LoopData | undefined;
  /** The frame of the enclosing loop, for `@../index`. */
  readonly outer: Frame | undefined;
  readonly locals: LocalValues;
  /** The frame in which the body of the enclosing partial block is written; its `../` starts there. */
  readonly body: Frame | undefined;
  readonly inlines: InlineDefinition | undefined;
}

export type Reader = (frame: Frame) => unknown;
export type Renderer = (frame: Frame) => string;

const NOTHING: readonly never[] = [];

/**
 * The frame in which a template begins to render: the values that it reads, and what it may spend.
 */
export function createRootFrame(scope: Scope, budget: Budget, trace?: RenderTrace): Frame {
  return {
    run: { scope, budget, trace, lines: undefined },
    context: scope.payload,
    isPayload: false,
    parent: undefined,
    loop: undefined,
    outer: undefined,
    locals: NOTHING,
    body: undefined,
    inlines: undefined,
    origin: PAYLOAD_ORIGIN,
    localOrigins: NOTHING,
  };
}

interface FrameChanges {
  /** Values of the block parameters; absent where the block has none. */
  readonly locals?: readonly unknown[];
  /** The reads of the new context. */
  readonly from: ReadSet;
}

/** A step into a block. Like Handlebars, `../` skips blocks that do not change the context. */
export function enterFrame(frame: Frame, context: unknown, { locals, from }: FrameChanges): Frame {
  const isPayload = namesPayload(context, from, frame);
  const origin = frame.run.trace === undefined ? frame.origin : originOfContext(from, frame);
  const values = isPayload && locals !== undefined ? [PAYLOAD_LOCAL] : locals;
  return {
    run: frame.run,
    context,
    isPayload,
    parent: context === frame.context ? frame.parent : frame,
    loop: frame.loop,
    outer: frame.outer,
    locals: values === undefined ? frame.locals : [...frame.locals, values],
    body: frame.body,
    inlines: frame.inlines,
    origin,
    localOrigins: withLocalOrigin(frame, origin, values),
  };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** The frame of all turns of a loop. */
export interface LoopFrame extends Mutable<Frame> {
  readonly loop: Mutable<LoopData>;
}

/**
 * One frame for all turns, because nothing keeps a frame when its body is rendered. A frame for each
 * made renders of 40 lines 7 % slower.
 */
export function enterLoop(frame: Frame): LoopFrame {
  return {
    run: frame.run,
    context: undefined,
    isPayload: false,
    parent: frame,
    loop: { index: 0, key: 0, first: true, last: false },
    outer: frame,
    locals: frame.locals,
    body: frame.body,
    inlines: frame.inlines,
    origin: frame.origin,
    localOrigins: frame.localOrigins,
  };
}

interface TurnChanges {
  /** The reads of the list or object. */
  readonly from: ReadSet;
  /** Whether the block names parameters for the element and its key. */
  readonly hasLocals: boolean;
}

/** The next turn; `loop` of the frame says which. */
export function enterTurn(
  turns: LoopFrame,
  element: unknown,
  { from, hasLocals }: TurnChanges,
): void {
  const outer = turns.outer as Frame;
  turns.context = element;
  turns.parent = element === outer.context ? outer.parent : outer;
  if (hasLocals) turns.locals = [...outer.locals, [element, turns.loop.key]];
  if (outer.run.trace === undefined) return;
  turns.origin = originOfElement(outer, from, turns.loop);
  turns.localOrigins = withLocalOrigin(outer, turns.origin, hasLocals ? turns.locals : undefined);
}

/** Whether a context that is entered is the body's own key `payload`, whose fields the body may have, too. */
export function namesPayload(context: unknown, from: ReadSet, frame: Frame): boolean {
  return context === frame.context ? frame.isPayload : isOwnPayload(from, frame);
}

function originOfContext(from: ReadSet, frame: Frame): ValueOrigin {
  return { ...locateOrigin(from, frame), loop: frame.origin.loop };
}

function originOfElement(frame: Frame, from: ReadSet, { key }: LoopData): ValueOrigin {
  const origin = locateOrigin(from, frame);
  const element = extendOrigin({ ...origin, body: undefined }, [String(key)]);
  return { ...element, loop: element };
}

function withLocalOrigin(
  { run: { trace }, localOrigins }: Frame,
  origin: ValueOrigin,
  locals: readonly unknown[] | undefined,
): Frame["localOrigins"] {
  return trace === undefined || locals === undefined ? localOrigins : [...localOrigins, origin];
}
