// Operators on plain values → closures over the values of their arguments.

import { COST, createTextFinder } from "@hookwright/template/internal";
import jsonLogic from "json-logic-js";
import type { Evaluator } from "./condition.ts";
import type { NodeArguments } from "./rule-state.ts";
import {
  type Comparing,
  isLong,
  isLongSearch,
  spendComparison,
  spendOperation,
  spendSearch,
} from "./spend-values.ts";

interface Comparison {
  readonly compare: (left: unknown, right: unknown) => boolean;
  readonly comparing: Comparing | "search";
}

/**
 * The operators that most rules consist of. json-logic-js looks at the form of a rule at each call,
 * which costs ten times what the comparison costs. A test over generated rules shows that these agree
 * with json-logic-js. JavaScript's own comparisons convert values of different types.
 */
export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  // biome-ignore lint/suspicious/noDoubleEquals: that is what "==" means in JSON Logic.
  ["==", { comparing: "loose", compare: (left, right) => left == right }],
  // biome-ignore lint/suspicious/noDoubleEquals: that is what "!=" means in JSON Logic.
  ["!=", { comparing: "loose", compare: (left, right) => left != right }],
  ["===", { comparing: "strict", compare: (left, right) => left === right }],
  ["!==", { comparing: "strict", compare: (left, right) => left !== right }],
  ["<", { comparing: "order", compare: (left, right) => (left as number) < (right as number) }],
  ["<=", { comparing: "order", compare: (left, right) => (left as number) <= (right as number) }],
  [">", { comparing: "order", compare: (left, right) => (left as number) > (right as number) }],
  [">=", { comparing: "order", compare: (left, right) => (left as number) >= (right as number) }],
  ["in", { comparing: "search", compare: isIn }],
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
  if (typeof whole === "string") return whole !== "" && findText(String(part), whole) !== -1;
  return Array.isArray(whole) && whole.indexOf(part) !== -1;
}

/** A sender may choose both texts: the built-in search takes seconds for some. */
function findText(part: string, whole: string): number {
  return createTextFinder(part)(whole, 0);
}

function compileDirect(
  operator: string,
  [first, second, third]: readonly Evaluator[],
): Evaluator | undefined {
  const holds = PREDICATES.get(operator);
  if (holds !== undefined) return (evaluation) => holds((first as Evaluator)(evaluation));
  const comparison = COMPARISONS.get(operator);
  // "Between" has three values; every other operator has two, because the arity has been checked.
  if (comparison === undefined || third !== undefined) return undefined;
  return compileComparison(comparison, first as Evaluator, second as Evaluator);
}

function compileComparison(
  { compare, comparing }: Comparison,
  first: Evaluator,
  second: Evaluator,
): Evaluator {
  if (comparing === "search") return compileSearch(first, second);
  return (evaluation) => {
    const left = first(evaluation);
    const right = second(evaluation);
    if (isLong(left) || isLong(right)) spendComparison(comparing, [left, right], evaluation.budget);
    return compare(left, right);
  };
}

function compileSearch(first: Evaluator, second: Evaluator): Evaluator {
  return (evaluation) => {
    const part = first(evaluation);
    const whole = second(evaluation);
    if (isLongSearch(part, whole)) spendSearch(part, whole, evaluation.budget);
    return isIn(part, whole);
  };
}

/** The values are passed as data, so that json-logic-js does not read an object among them as a rule. */
function compileIndirect(operator: string, evaluators: readonly Evaluator[]): Evaluator {
  const rule = { [operator]: evaluators.map((_evaluator, index) => ({ var: index })) };
  return (evaluation) => {
    const values = evaluators.map((evaluate) => evaluate(evaluation));
    evaluation.budget.spend(COST.libraryCalls);
    spendOperation(operator, values, evaluation.budget);
    return jsonLogic.apply(rule, values);
  };
}
