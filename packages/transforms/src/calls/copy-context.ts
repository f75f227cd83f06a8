// A context → a copy of its own for a module, as JSON text for a worker, as an object for this process.
//
// Both kinds of isolation copy it, so that modules behave the same in both, and a module that changes
// the payload changes nothing that another element, template or mapping reads.

const { stringify } = JSON;

/** `body` is another name for `payload`, which is sent once. Undefined if the payload is too deep. */
export function contextToText(context: object): string | undefined {
  try {
    return stringify({ ...context, body: undefined });
  } catch {
    return undefined;
  }
}

/** Adds `body` again after the text has been parsed. */
export function restoreBody(context: { readonly payload?: unknown }): object {
  return { ...context, body: context.payload };
}

/** Takes a third of the time of writing and parsing JSON. Undefined if the payload is too deep. */
export function copyContext(context: object): object | undefined {
  try {
    return restoreBody(copyValue({ ...context, body: undefined }) as object);
  } catch {
    return undefined;
  }
}

function copyValue(value: unknown): unknown {
  // JSON has no -0.
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    // An assignment would set the prototype; JSON.parse makes an own key of it.
    if (key === "__proto__")
      Object.defineProperty(copy, key, { ...PLAIN, value: copyValue(inner) });
    else copy[key] = copyValue(inner);
  }
  return copy;
}

const PLAIN = { enumerable: true, writable: true, configurable: true };

/** Completes "The transform …". JSON.parse accepts far deeper values than JSON.stringify. */
export const TOO_DEEP = "cannot be given this payload, which is nested too deeply";
