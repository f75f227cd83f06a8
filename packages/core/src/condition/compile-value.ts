// Operators on plain values → closures over the values of their arguments.
import jsonLogic from "json-logic-js";
import type { Evaluator } from "./condition.ts";
import type { NodeArguments } from "./rule-state.ts";
import { spendCopying } from "./spend-work.ts";

type Comparison = (left: unknown, right: unknown) => boolean;

/**
 * The operators that most rules consist of. json-logic-js looks at the form of a rule at each call,
 * which costs ten times what the comparison costs. A test over generated rules shows that these agree
 * with json-logic-js. JavaScript's own comparisons convert values of different types.
 */
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

type Predicate = (value: unknown) => boolean;

const PREDICATES: ReadonlyMap<string, Predicate> = new Map<string, Predicate>([
  ["!", (value) => !jsonLogic.truthy(value)],
  ["!!", (value) => jsonLogic.truthy(value)],
]);

export function compileValue({ operator, args, compile }: NodeArguments): Evaluator {
  const evaluators = args.map((_arg, index) => compile(index));
  return compileDirect(operator, evaluators) ?? compileIndirect(operator, evaluators);
}

/** Part of a text, or an element of a list. An empty text contains nothing, not even an empty part. */
function isIn(part: unknown, whole: unknown): boolean {
  if (typeof whole === "string") return whole !== "" && whole.indexOf(part as string) !== -1;
  return Array.isArray(whole) && whole.indexOf(part) !== -1;
}

function compileDirect(
  operator: string,
  [first, second, third]: readonly Evaluator[],
): Evaluator | undefined {
  const holds = PREDICATES.get(operator);
  if (holds !== undefined) return (evaluation) => holds((first as Evaluator)(evaluation));
  const compare = COMPARISONS.get(operator);
  // "Between" has three values; every other operator has two, because the arity has been checked.
  if (compare === undefined || third !== undefined) return undefined;
  return (evaluation) =>
    compare((first as Evaluator)(evaluation), (second as Evaluator)(evaluation));
}

/** The values are passed as data, so that json-logic-js does not read an object among them as a rule. */
function compileIndirect(operator: string, evaluators: readonly Evaluator[]): Evaluator {
  const rule = { [operator]: evaluators.map((_evaluator, index) => ({ var: index })) };
  return (evaluation) => {
    const values = evaluators.map((evaluate) => evaluate(evaluation));
    const value = jsonLogic.apply(rule, values);
    spendCopying(evaluation, value);
    return value;
  };
}
