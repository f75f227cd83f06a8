// A context → a copy of its own for a module, as JSON text for a worker, as an object for this process.
//
// Both kinds of isolation copy it, so that modules behave the same in both, and a module that changes
// the payload changes nothing that another element, template or mapping reads.

const { stringify } = JSON;

/** Attack: a module may replace the global one, so this is read before any module is loaded. */
const { URL } = globalThis;

/**
 * `body` is another name for `payload`, which is sent once. `url` becomes its text. Undefined if the
 * payload is too deep.
 */
export function contextToText(context: object): string | undefined {
  try {
    return stringify({ ...context, body: undefined });
  } catch {
    return undefined;
  }
}

/** Adds `body` and makes a URL of `url` again after the text has been parsed. */
export function restoreContext(context: CopiedContext): object {
  const { payload, url } = context;
  const text = String(url);
  // Only an integrator can pass a value that is not a URL; it stays unchanged.
  return { ...context, body: payload, ...(URL.canParse(text) && { url: new URL(text) }) };
}

/** A context without `body`, and with the text of `url`. */
interface CopiedContext {
  readonly payload?: unknown;
  readonly url?: unknown;
}

/** Takes a third of the time of writing and parsing JSON. Undefined if the payload is too deep. */
export function copyContext(context: CopiedContext): object | undefined {
  try {
    const { url, ...rest } = context;
    const copy = copyValue({ ...rest, body: undefined }) as object;
    return restoreContext({ ...copy, url });
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
    // An assignment would set the prototype; JSON.parse makes it an own key.
    if (key === "__proto__")
      Object.defineProperty(copy, key, { ...PLAIN, value: copyValue(inner) });
    else copy[key] = copyValue(inner);
  }
  return copy;
}

const PLAIN = { enumerable: true, writable: true, configurable: true };

/** Completes "The transform …". JSON.parse accepts far deeper values than JSON.stringify. */
export const TOO_DEEP = "cannot be given this payload, which is nested too deeply";
