// A context → a copy of its own for a module, as JSON text for a worker, as an object for this process.
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

/** A third of the time of writing and parsing. Undefined where the payload is too deep. */
export function copyContext(context: object): object | undefined {
  try {
    return restoreBody(copyValue({ ...context, body: undefined }) as object);
  } catch {
    return undefined;
  }
}

function copyValue(value: unknown): unknown {
  // Written as JSON, -0 is 0.
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    // Assigned, it would be the prototype; JSON makes it a key like any other.
    if (key === "__proto__")
      Object.defineProperty(copy, key, { ...PLAIN, value: copyValue(inner) });
    else copy[key] = copyValue(inner);
  }
  return copy;
}

const PLAIN = { enumerable: true, writable: true, configurable: true };

/** Completes "The transform …". JSON can be parsed far deeper than it can be written. */
export const TOO_DEEP = "cannot be given this payload, which is nested too deeply";
