// Any value → the text that a template shows for it.
import { type Budget, COST } from "./budget.ts";

/** Deeper values overflow JSON.stringify's stack somewhere above this; real payloads stay below 20. */
export const MAX_RENDERED_DEPTH = 500;

/** Thrown where a value cannot be shown because it is nested too deep; the walk turns it into a refusal. */
export class TooDeepError extends Error {}

/**
 * Missing and null are empty, strings stay, numbers and booleans are text, objects and
 * arrays compact JSON. What JSON cannot say (functions, symbols) is empty. The budget is charged for
 * JSON before it is written.
 */
export function textFromValue(value: unknown, budget: Budget): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null
    ? jsonFromObject(value, budget)
    : textFromScalar(value);
}

/** The same for a scalar; an object or list gives an empty text. */
export function textFromScalar(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return "";
  }
}

function jsonFromObject(value: object, budget: Budget): string {
  const nature = inspect(value, MAX_RENDERED_DEPTH, budget);
  if (nature === "too deep") throw new TooDeepError("nested too deep to render");
  return JSON.stringify(nature === "plain" ? value : copyOwn(value));
}

type Nature = "plain" | "foreign" | "too deep";

/** JSON data has no methods and no bigints; what a program made may have both, own or inherited. */
function inspect(value: unknown, levels: number, budget: Budget): Nature {
  if (typeof value === "string") budget.spend(value.length * COST.characters);
  if (typeof value === "bigint") return "foreign";
  if (typeof value !== "object" || value === null) return "plain";
  if (levels === 0) return "too deep";
  let nature: Nature =
    "toJSON" in value && typeof value.toJSON === "function" ? "foreign" : "plain";
  const keys = Object.keys(value);
  budget.spend((keys.length + 1) * COST.jsonNodes);
  for (const key of keys) {
    budget.spend(key.length * COST.characters);
    const inner = inspect((value as Record<string, unknown>)[key], levels - 1, budget);
    if (inner === "too deep") return inner;
    if (inner === "foreign") nature = inner;
  }
  return nature;
}

/** Own data only: no method of a value is called. */
function copyOwn(value: unknown): unknown {
  if (typeof value === "function") return undefined;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOwn);
  const entries = Object.entries(value).map(([key, item]) => [key, copyOwn(item)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
