// A value that came over the network and names of fields → what is there, of the kind that is wanted.

export function readField(value: unknown, ...names: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[name];
  }
  return found;
}

export function readList(
  value: unknown,
  ...names: readonly (string | number)[]
): readonly unknown[] {
  const found = readField(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** Empty where there is none. */
export function readText(value: unknown, ...names: readonly (string | number)[]): string {
  const found = readField(value, ...names);
  return typeof found === "string" ? found : "";
}

export function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
