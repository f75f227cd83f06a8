// Any value → the text that a template shows for it.

/** Deeper values overflow JSON.stringify's stack somewhere above this; real payloads stay below 20. */
export const MAX_RENDERED_DEPTH = 500;

/** Thrown where a value cannot be shown because it is nested too deep; the walk turns it into a refusal. */
export class TooDeepError extends Error {}

/**
 * Missing and null are empty, strings are as they are, numbers and booleans are text, objects and
 * arrays compact JSON. What JSON cannot say (functions, symbols) is empty.
 */
export function textFromValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  switch (typeof value) {
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return jsonFromObject(value);
    default:
      return "";
  }
}

function jsonFromObject(value: object): string {
  if (isDeeperThan(value, MAX_RENDERED_DEPTH)) throw new TooDeepError("nested too deep to render");
  return JSON.stringify(value) ?? "";
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) {
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}
