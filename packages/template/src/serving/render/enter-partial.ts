// A frame and the call of a partial → the frame in which the partial renders.
import type { ValueOrigin } from "../origin.ts";
import type { Frame, InlineDefinition } from "./frame.ts";

/**
 * `named`: from the config. `inline`: from an inline decorator. `body`: the body of the enclosing
 * partial block. `fallback`: the body of the call itself, where no partial has that name.
 */
export type PartialKind = "named" | "inline" | "body" | "fallback";

interface PartialCall {
  readonly kind: PartialKind;
  readonly context: unknown;
  readonly isPayload: boolean;
  readonly origin: ValueOrigin;
  /** Whether the call has a body, which `{{> @partial-block}}` renders. */
  readonly hasBody: boolean;
  /** The program that defines an inline partial. */
  readonly owner: object | undefined;
}

export function enterPartial(frame: Frame, call: PartialCall): Frame {
  const { run, origin } = frame;
  const around = findEnclosing(frame, call);
  // Not a spread: copying a frame by spreading costs more than the rest of the call.
  return {
    run,
    context: call.context,
    isPayload: call.isPayload,
    parent: around.parent,
    loop: frame.loop,
    outer: frame.outer,
    locals: around.locals,
    body: around.body,
    inlines: around.inlines,
    origin: run.trace === undefined ? origin : { ...call.origin, loop: origin.loop },
    localOrigins: around.localOrigins,
  };
}

type Locals = Pick<Frame, "locals" | "localOrigins">;
type Enclosing = Locals & Pick<Frame, "parent" | "body" | "inlines">;

const NOTHING: readonly never[] = [];

function findEnclosing(frame: Frame, call: PartialCall): Enclosing {
  const { locals, localOrigins, inlines } = frame;
  const body = call.hasBody ? frame : frame.body;
  const parent = parentFrom(frame, call);
  switch (call.kind) {
    case "fallback":
      return { parent, locals, localOrigins, body: frame.body, inlines };
    case "body":
      return enclosingOfBody(frame.body as Frame, call);
    case "inline":
      return { parent, ...localsOfInline(inlines, call), body, inlines };
    default:
      // A named partial reads neither `../` nor the block parameters of its caller.
      return { parent: undefined, locals: NOTHING, localOrigins: NOTHING, body, inlines };
  }
}

/** What `../` reaches from a context that is entered here. */
function parentFrom(frame: Frame, { context }: PartialCall): Frame | undefined {
  return context === frame.context ? frame.parent : frame;
}

/** The body of a partial block reads what it would read where it is written. */
function enclosingOfBody(at: Frame, call: PartialCall): Enclosing {
  const { locals, localOrigins, body, inlines } = at;
  return { parent: parentFrom(at, call), locals, localOrigins, body, inlines };
}

/** An inline partial reads the block parameters in reach at its definition. */
function localsOfInline(inlines: Frame["inlines"], { owner }: PartialCall): Locals {
  let definition = inlines;
  while (definition !== undefined && definition.owner !== owner) definition = definition.above;
  const { locals, localOrigins } = definition as InlineDefinition;
  return { locals, localOrigins };
}

/** The frame for a program that defines inline partials, and for a call that passes it on. */
export function defineInlines(frame: Frame, owner: object): Frame {
  const { inlines: above, locals, localOrigins } = frame;
  return { ...frame, inlines: { above, owner, locals, localOrigins } };
}
