// A value from outside and a name → that member, or undefined.

/** Empty texts count as absent. */
export function readTextMember(value: unknown, name: string): string | undefined {
  const member = readMember(value, name);
  return typeof member === "string" && member !== "" ? member : undefined;
}

/** Own members only. */
export function readMember(value: unknown, name: string): unknown {
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
