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
  const nature = inspect(value, MAX_RENDERED_DEPTH);
  if (nature === "too deep") throw new TooDeepError("nested too deep to render");
  return JSON.stringify(nature === "plain" ? value : copyOwn(value));
}

type Nature = "plain" | "foreign" | "too deep";

/** JSON data has no methods and no bigints; what a program made may have both, own or inherited. */
function inspect(value: unknown, levels: number): Nature {
  if (typeof value === "bigint") return "foreign";
  if (typeof value !== "object" || value === null) return "plain";
  if (levels === 0) return "too deep";
  let nature: Nature =
    "toJSON" in value && typeof value.toJSON === "function" ? "foreign" : "plain";
  for (const key of Object.keys(value)) {
    const inner = inspect((value as Record<string, unknown>)[key], levels - 1);
    if (inner === "too deep") return inner;
    if (inner === "foreign") nature = inner;
  }
  return nature;
}

/** Own data only: nobody is asked how it wants to be shown. */
function copyOwn(value: unknown): unknown {
  if (typeof value === "function") return undefined;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOwn);
  const entries = Object.entries(value).map(([key, item]) => [key, copyOwn(item)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
