// The compiled arguments of a partial → the closure that gives its context and the context's origin.

import type { ReadSet } from "../origin.ts";
import { locateOrigin, type ValueOrigin } from "../origin.ts";
import { COST, RenderLimitError } from "./budget.ts";
import { type Frame, namesPayload, type Reader } from "./frame.ts";

interface EnteredContext {
  readonly context: unknown;
  /** Whether it is the body's own key `payload`, by the root of that name. */
  readonly isPayload: boolean;
  /** Only valid where there is a trace. */
  readonly origin: ValueOrigin;
}

export type ContextReader = (frame: Frame) => EnteredContext;

/** A compiled argument. */
interface PartialArgument extends ReadSet {
  readonly read: Reader;
}

export function argumentContext(argument: PartialArgument): ContextReader {
  return (frame) => enterArgument(argument, frame);
}

/** `{{> name context key=value}}`: the named arguments override fields in a copy of the context. */
export function layeredContext(
  base: PartialArgument,
  named: readonly (readonly [string, PartialArgument])[],
): ContextReader {
  return (frame) => {
    const under = enterArgument(base, frame);
    const over = named.map(([key, argument]) => [key, enterArgument(argument, frame)] as const);
    const values = over.map(([key, entered]) => [key, entered.context] as const);
    const context = copyContext(under, values, frame);
    if (frame.trace === undefined) return { context, isPayload: false, origin: frame.origin };
    // Fields that an outer partial passed keep their origins.
    const added = over.map(([key, entered]) => [key, entered.origin] as const);
    const fields = new Map([...(under.origin.fields ?? []), ...added]);
    return { context, isPayload: false, origin: { ...under.origin, fields } };
  };
}

function enterArgument(argument: PartialArgument, frame: Frame): EnteredContext {
  const origin = frame.trace === undefined ? frame.origin : locateOrigin(argument, frame);
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
  { budget, scope }: Frame,
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
