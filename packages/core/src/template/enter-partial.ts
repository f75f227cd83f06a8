// A frame and the call of a partial → the frame in which the partial renders.
import type { Frame, InlineDefinition } from "./frame.ts";
import type { Place } from "./locate-reads.ts";

/**
 * From the config; from an inline decorator; the body of the partial block around; or the body of the
 * call itself, which is shown where there is no partial of that name.
 */
export type PartialKind = "named" | "inline" | "body" | "fallback";

export interface PartialCall {
  readonly kind: PartialKind;
  readonly context: unknown;
  readonly place: Place;
  /** Whether the call has a body, which the partial shows with `{{> @partial-block}}`. */
  readonly hasBody: boolean;
  /** The program that defines an inline partial. */
  readonly owner: object | undefined;
}

export function enterPartial(frame: Frame, call: PartialCall): Frame {
  const inner = enterContext(frame, call);
  switch (call.kind) {
    case "fallback":
      return inner;
    case "body":
      return enterBody(inner, frame.body as Frame);
    case "inline":
      return { ...enterInline(inner, call), body: call.hasBody ? frame : frame.body };
    default: {
      // It stands for itself: neither `../` nor a block parameter leads out of it.
      const body = call.hasBody ? frame : frame.body;
      return { ...inner, parent: undefined, locals: NOTHING, localPlaces: NOTHING, body };
    }
  }
}

const NOTHING: readonly never[] = [];

function enterContext(frame: Frame, { context, place }: PartialCall): Frame {
  if (context === frame.context) return frame;
  return { ...frame, context, place: { ...place, loop: frame.place.loop }, parent: frame };
}

/** The body of a partial block sees what it would see where it is written. */
function enterBody(inner: Frame, at: Frame): Frame {
  const { locals, localPlaces, body, inlines } = at;
  const parent = inner.context === at.context ? at.parent : at;
  return { ...inner, parent, locals, localPlaces, body, inlines };
}

/** An inline partial sees the block parameters of the place that defined it. */
function enterInline(inner: Frame, { owner }: PartialCall): Frame {
  let definition = inner.inlines;
  while (definition !== undefined && definition.owner !== owner) definition = definition.above;
  const { locals, localPlaces } = definition as InlineDefinition;
  return { ...inner, locals, localPlaces };
}

/** Entered before a program that defines inline partials renders, or is passed on. */
export function defineInlines(frame: Frame, owner: object): Frame {
  const { inlines: above, locals, localPlaces } = frame;
  return { ...frame, inlines: { above, owner, locals, localPlaces } };
}
