// A parsed answer of a platform → one field of it, whatever shape the answer has.

/** Own properties only; a number as a step is an index of a list. */
export function readField(value: unknown, ...steps: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of steps) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[step];
  }
  return found;
}

/** A text that is not empty. */
export function readText(
  value: unknown,
  ...steps: readonly (string | number)[]
): string | undefined {
  const found = readField(value, ...steps);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function readNumber(
  value: unknown,
  ...steps: readonly (string | number)[]
): number | undefined {
  const found = readField(value, ...steps);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}
