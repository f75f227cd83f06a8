// A value and a key → the value's own property, never an inherited one.

/**
 * `__proto__` is never read, not even where JSON made it an own key: what other code would take for
 * a prototype stays out of every rendered text.
 */
export function readOwn(value: unknown, key: string): unknown {
  if (value === null || value === undefined || key === "__proto__") return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** One step of a path, made ready once: the form of the key decides how it is read. */
export type Step = (value: unknown) => unknown;

export function createStep(key: string): Step {
  if (!/^(?:0|[1-9]\d*)$/.test(key)) return (value) => readOwn(value, key);
  const index = Number(key);
  return (value) => {
    if (Array.isArray(value)) return index < value.length ? value[index] : undefined;
    return readOwn(value, key);
  };
}
