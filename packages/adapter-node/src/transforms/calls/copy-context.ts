// A context → its JSON text, and back: what a module gets is never what the server holds.
//
// In both kinds of isolation, so that a module cannot tell them apart, and one that changes the
// payload changes nothing that another element, template or mapping reads.

const { stringify } = JSON;

/** `body` is another name for `payload`: it is sent once. Undefined where the payload is too deep. */
export function contextToText(context: object): string | undefined {
  try {
    return stringify({ ...context, body: undefined });
  } catch {
    return undefined;
  }
}

/** The other half, after parsing. */
export function restoreBody(context: { readonly payload?: unknown }): object {
  return { ...context, body: context.payload };
}

/** Completes "The transform …". JSON can be parsed far deeper than it can be written. */
export const TOO_DEEP = "cannot be given this payload, which is nested too deeply";
