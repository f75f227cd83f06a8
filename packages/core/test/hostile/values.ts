// Payloads that are meant to hurt.

/** `[[[…]]]` or `{"a":{"a":…}}`, so many levels deep; what JSON.parse takes without harm. */
export function nestedList(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

export function nestedObject(levels: number): unknown {
  let value: unknown = { end: true };
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

export const TEN_MEGABYTES: string = "x".repeat(10_000_000);

export function millionElements(): readonly number[] {
  return Array.from({ length: 1_000_000 }, (_, index) => index);
}

/** Names that every object inherits, as own keys of JSON. */
export const INHERITED = [
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "prototype",
  "toString",
  "valueOf",
  "__defineGetter__",
  "__lookupGetter__",
] as const;

/** An object whose own keys look like the methods that JavaScript calls by itself. */
export function objectThatLies(): unknown {
  const keys = [...INHERITED, "toJSON", "then", "length", "indexOf", "Symbol.toPrimitive"];
  return JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}: "own ${key}"`).join(",")}}`);
}
