// Values from outside → their own members, if they have the wanted type.

/** Whether the value is an object but not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows own members step by step; undefined if one is missing. */
export function readMember(value: unknown, ...names: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[name];
  }
  return found;
}

/** The list at the path; empty if there is none. */
export function readListMember(
  value: unknown,
  ...names: readonly (string | number)[]
): readonly unknown[] {
  const found = readMember(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** The text at the path; undefined if there is none or it is empty. */
export function readTextMember(
  value: unknown,
  ...names: readonly (string | number)[]
): string | undefined {
  const found = readMember(value, ...names);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** The value of a JSON text; undefined if it is invalid. Long numbers lose digits, as in `JSON.parse`. */
export function jsonFromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a value is nested deeper than `levels`. It stops there, so that no value overflows the stack. */
export function isNested(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNested(part, levels - 1));
}

/** Header names in any case (lower case is fastest). Repeated headers may be a list. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Query parameters. Of a repeated parameter, the last value counts. */
export type QueryRecord = Readonly<Record<string, string | undefined>>;
