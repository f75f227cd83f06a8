// if, ?:, and, or → closures that evaluate only the arguments that they need.
import jsonLogic from "json-logic-js";
import type { Evaluator } from "./condition.ts";
import type { NodeArguments } from "./rule-state.ts";

export function compileLazy({ operator, args, compile }: NodeArguments): Evaluator {
  const evaluators = args.map((_arg, index) => compile(index));
  if (operator === "and") return firstThat(evaluators, (value) => !jsonLogic.truthy(value));
  if (operator === "or") return firstThat(evaluators, (value) => jsonLogic.truthy(value));
  return chooseBranch(evaluators);
}

/** The first value for which `decides` is true, else the last one. */
function firstThat(
  evaluators: readonly Evaluator[],
  decides: (value: unknown) => boolean,
): Evaluator {
  return (evaluation) => {
    let value: unknown;
    for (const evaluate of evaluators) {
      value = evaluate(evaluation);
      if (decides(value)) return value;
    }
    return value;
  };
}

/** Pairs of condition and result; a single last argument is the result where no condition holds. */
function chooseBranch(evaluators: readonly Evaluator[]): Evaluator {
  return (evaluation) => {
    for (let index = 0; index < evaluators.length - 1; index += 2) {
      const [condition, result] = evaluators.slice(index, index + 2) as [Evaluator, Evaluator];
      if (jsonLogic.truthy(condition(evaluation))) return result(evaluation);
    }
    return evaluators.length % 2 === 1 ? evaluators.at(-1)?.(evaluation) : null;
  };
}
