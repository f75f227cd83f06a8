// A value and a key → the value's own property, never an inherited one.

/**
 * `__proto__` is never read, not even where JSON made it an own key: what other code would take for
 * a prototype stays out of every rendered text.
 */
export function readOwn(value: unknown, key: string): unknown {
  if (value === null || value === undefined || key === "__proto__") return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** A step of a path, made ready once: a number where it can be the place in a list. */
export type Key = string | number;

/** No list is longer than ten digits; a longer number would lose some, and name another key. */
export function keyFromText(text: string): Key {
  return /^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : text;
}

export function readKey(value: unknown, key: Key): unknown {
  if (typeof key === "string") return readOwn(value, key);
  if (Array.isArray(value)) return key < value.length ? value[key] : undefined;
  return readOwn(value, String(key));
}
