// The arguments of a partial as compiled → the closure that gives its context, and where that is from.
import { locateOrigin, type ValueOrigin } from "../origin/locate-origin.ts";
import type { ReadSet } from "../origin/read.ts";
import { copyContext } from "./copy-context.ts";
import type { Frame, Reader } from "./frame.ts";

export interface EnteredContext {
  readonly context: unknown;
  /** Only right while a trace is kept. */
  readonly origin: ValueOrigin;
}

export type ContextReader = (frame: Frame) => EnteredContext;

/** A compiled argument. */
export interface PartialArgument extends ReadSet {
  readonly read: Reader;
}

export function argumentContext(argument: PartialArgument): ContextReader {
  return (frame) => enterArgument(argument, frame);
}

/** `{{> name context key=value}}`: the named arguments lie over a copy of the context. */
export function layeredContext(
  base: PartialArgument,
  named: readonly (readonly [string, PartialArgument])[],
): ContextReader {
  return (frame) => {
    const under = enterArgument(base, frame);
    const over = named.map(([key, argument]) => [key, enterArgument(argument, frame)] as const);
    const values = over.map(([key, entered]) => [key, entered.context] as const);
    const context = copyContext(under.context, values, frame);
    if (frame.trace === undefined) return { context, origin: frame.origin };
    // What was handed on before keeps its origin.
    const added = over.map(([key, entered]) => [key, entered.origin] as const);
    const fields = new Map([...(under.origin.fields ?? []), ...added]);
    return { context, origin: { ...under.origin, fields } };
  };
}

function enterArgument(argument: PartialArgument, frame: Frame): EnteredContext {
  const origin = frame.trace === undefined ? frame.origin : locateOrigin(argument, frame);
  return { context: argument.read(frame), origin };
}
