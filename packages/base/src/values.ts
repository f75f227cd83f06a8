// Values from outside → what is there in them, of the kind that is wanted.

/** An object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What own members lead to, step by step; undefined where one is not there. */
export function readMember(value: unknown, ...names: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[name];
  }
  return found;
}

/** Empty where there is none. */
export function readListMember(
  value: unknown,
  ...names: readonly (string | number)[]
): readonly unknown[] {
  const found = readMember(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** Undefined where there is none, or an empty one. */
export function readTextMember(
  value: unknown,
  ...names: readonly (string | number)[]
): string | undefined {
  const found = readMember(value, ...names);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** Undefined where the text is no JSON. Numbers lose the digits that JavaScript loses. */
export function jsonFromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sentence of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
