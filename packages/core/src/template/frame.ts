// Where a closure stands while it renders: the scope, the current context and the loops around it.
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
  readonly offset: number;
  readonly text: string;
}

/** Collects what `explain` tells of a template. */
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
  /** The frame that `../` reaches; absent at the root. */
  readonly parent: Frame | undefined;
  readonly loop: LoopData | undefined;
  /** The frame of the loop around, for `@../index`. */
  readonly outer: Frame | undefined;
  /** Values of the block parameters, one list per block, innermost last. */
  readonly locals: readonly (readonly unknown[])[];
}

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
  };
}

const NO_LOCALS: Frame["locals"] = [];

export interface FrameChanges {
  readonly loop?: LoopData;
  /** Values of the block's parameters, where it names any. */
  readonly locals?: readonly unknown[];
}

/** A step into a block. Like Handlebars, `../` skips blocks that do not change the context. */
export function enterFrame(frame: Frame, context: unknown, changes: FrameChanges = {}): Frame {
  return {
    scope: frame.scope,
    budget: frame.budget,
    trace: frame.trace,
    context,
    parent: context === frame.context ? frame.parent : frame,
    loop: changes.loop ?? frame.loop,
    outer: changes.loop === undefined ? frame.outer : frame,
    locals: changes.locals === undefined ? frame.locals : [...frame.locals, changes.locals],
  };
}
