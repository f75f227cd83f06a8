// The operators that rules are mostly made of, as functions of their values.
//
// json-logic-js looks at the form of a rule at each call, which costs ten times what the comparison
// does. These mean exactly what they mean there, which a test over generated rules shows; all others
// are left to it.
import jsonLogic from "json-logic-js";

export type Comparison = (left: unknown, right: unknown) => boolean;

/** JavaScript's own comparisons, which convert what differs in type. */
export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  // biome-ignore lint/suspicious/noDoubleEquals: that is what "==" means in JSON Logic.
  ["==", (left, right) => left == right],
  // biome-ignore lint/suspicious/noDoubleEquals: that is what "!=" means in JSON Logic.
  ["!=", (left, right) => left != right],
  ["===", (left, right) => left === right],
  ["!==", (left, right) => left !== right],
  ["<", (left, right) => (left as number) < (right as number)],
  ["<=", (left, right) => (left as number) <= (right as number)],
  [">", (left, right) => (left as number) > (right as number)],
  [">=", (left, right) => (left as number) >= (right as number)],
  ["in", isIn],
]);

/** Characters of a text, or an element of a list. Nothing is in an empty text, not even another one. */
function isIn(part: unknown, whole: unknown): boolean {
  if (typeof whole === "string") return whole !== "" && whole.indexOf(part as string) !== -1;
  return Array.isArray(whole) && whole.indexOf(part) !== -1;
}

export type Judgement = (value: unknown) => boolean;

export const JUDGEMENTS: ReadonlyMap<string, Judgement> = new Map<string, Judgement>([
  ["!", (value) => !jsonLogic.truthy(value)],
  ["!!", (value) => jsonLogic.truthy(value)],
]);
