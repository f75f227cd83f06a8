// map, filter, all, none, some, find, count, reduce → closures that evaluate a rule for each element of a list.

import { COST } from "@hookwright/template/internal";
import jsonLogic from "json-logic-js";
import { compileName, type VariableReader } from "./compile-name.ts";
import type { Evaluation, Evaluator } from "./condition.ts";
import { countOperators } from "./count-operators.ts";
import { type NodeArguments, stepInto } from "./rule-state.ts";

type Each = (evaluation: Evaluation, element: unknown) => unknown;

export function compileScoped(node: NodeArguments): Evaluator {
  const { operator, args, compile } = node;
  if (operator === "reduce") return compileReduce(node);
  const list = compile(0);
  if (args.length === 1) return (evaluation) => listFrom(list(evaluation)).length;
  const rule = compile(1, "element");
  const cost = costOfElement(args[1]);
  const each: Each = (evaluation, element) => rule(withData(evaluation, element, cost));
  const holds: Each = (evaluation, element) => jsonLogic.truthy(each(evaluation, element));
  if (operator === "find") {
    const field = fieldOf(node);
    return (evaluation) => {
      const found = listFrom(list(evaluation)).find((element) => holds(evaluation, element));
      return field(found) ?? null;
    };
  }
  return (evaluation) =>
    collect(operator, listFrom(list(evaluation)), (element) =>
      operator === "map" ? each(evaluation, element) : holds(evaluation, element),
    );
}

function collect(
  operator: string,
  elements: readonly unknown[],
  apply: (element: unknown) => unknown,
): unknown {
  switch (operator) {
    case "map":
      return elements.map(apply);
    case "filter":
      return elements.filter(apply);
    case "some":
      return elements.some(apply);
    case "count":
      return elements.filter(apply).length;
    case "none":
      return !elements.some(apply);
    default:
      // In JSON Logic, unlike in JavaScript, `all` is false for an empty list.
      return elements.length > 0 && elements.every(apply);
  }
}

function compileReduce({ args, compile }: NodeArguments): Evaluator {
  const list = compile(0);
  const rule = compile(1, "reduction");
  const cost = costOfElement(args[1]);
  const initial: Evaluator = args.length > 2 ? compile(2) : () => null;
  return (evaluation) => {
    const elements = listFrom(list(evaluation));
    return elements.reduce(
      (accumulator, current) => rule(withData(evaluation, { current, accumulator }, cost)),
      initial(evaluation),
    );
  };
}

/** `find` may name a field of the element, because no rule around it can read one. */
function fieldOf({ args, state }: NodeArguments): VariableReader {
  if (args.length < 3) return (element) => element;
  return compileName(args[2], { ...stepInto(state, 2), scope: "element" });
}

function listFrom(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function costOfElement(rule: unknown): number {
  return COST.elements + countOperators(rule) * COST.operators;
}

function withData({ budget, trace }: Evaluation, data: unknown, cost: number): Evaluation {
  budget.spend(cost);
  return { data, budget, trace };
}
