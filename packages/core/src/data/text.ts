// Any value → the text that a template shows for it; texts → one line of them, without outer slashes, or
// whether a part of them does not show.
import { type Budget, COST } from "./budget.ts";

/** Deeper values overflow JSON.stringify's stack somewhere above this; real payloads stay below 20. */
export const MAX_RENDERED_DEPTH = 500;

/** Thrown where a value cannot be shown because it is nested too deep; the walk turns it into a refusal. */
export class TooDeepError extends Error {}

/**
 * Missing and null are empty, strings are as they are, numbers and booleans are text, objects and
 * arrays compact JSON. What JSON cannot say (functions, symbols) is empty. The budget is charged for
 * JSON before it is written.
 */
export function textFromValue(value: unknown, budget: Budget): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null
    ? jsonFromObject(value, budget)
    : textFromScalar(value);
}

/** The same for a value that is no object or list; those are empty. */
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

/** Own data only: nobody is asked how it wants to be shown. */
function copyOwn(value: unknown): unknown {
  if (typeof value === "function") return undefined;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOwn);
  const entries = Object.entries(value).map(([key, item]) => [key, copyOwn(item)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** Tabs, and all characters that end a line somewhere. */
const BREAKS = /[\t-\r\x1c-\x1e\x85\u2028\u2029]+/g;

/** Other controls, and the marks that turn the direction of text. */
const CONTROLS = /[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]+/g;

/** Limits what a list of runs or a log line has to show. */
const MAX_LINE_CHARACTERS = 512;

/** The cut may go through a character of two code units, such as an emoji. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

export function oneLine(text: string): string {
  const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return `${line.slice(0, MAX_LINE_CHARACTERS - 1).replace(HALF_CHARACTER, "")}…`;
}

/**
 * Controls, format characters, line and paragraph separators, halves of surrogate pairs, all that
 * Unicode says to show as nothing, and the blank Braille pattern.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function hasInvisibleCharacters(text: string): boolean {
  return INVISIBLE.test(text);
}

export function hasControlCharacters(text: string): boolean {
  return text.search(BREAKS) !== -1 || text.search(CONTROLS) !== -1;
}

export function stripOuterSlashes(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "/") start += 1;
  while (end > start && text[end - 1] === "/") end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** Longer keys would cost a store more than most answers. */
export const MAX_KEY_CHARACTERS = 256;

/** Whether a value can stand for an event in a store, a header and a log line. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= MAX_KEY_CHARACTERS &&
    !hasControlCharacters(value)
  );
}
