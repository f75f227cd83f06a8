// Operators on plain values → closures over what their arguments come to.
import jsonLogic from "json-logic-js";
import type { Evaluator } from "./condition.ts";
import { COMPARISONS, JUDGEMENTS } from "./direct-operators.ts";
import type { NodeArguments } from "./rule-state.ts";
import { spendCopying } from "./spend-work.ts";

export function compileValue({ operator, args, compile }: NodeArguments): Evaluator {
  const evaluators = args.map((_arg, index) => compile(index));
  return compileDirect(operator, evaluators) ?? compileIndirect(operator, evaluators);
}

function compileDirect(
  operator: string,
  [first, second, third]: readonly Evaluator[],
): Evaluator | undefined {
  const judge = JUDGEMENTS.get(operator);
  if (judge !== undefined) return (evaluation) => judge((first as Evaluator)(evaluation));
  const compare = COMPARISONS.get(operator);
  // "Between" has three values; everything else has two, as the arity has been checked.
  if (compare === undefined || third !== undefined) return undefined;
  return (evaluation) =>
    compare((first as Evaluator)(evaluation), (second as Evaluator)(evaluation));
}

/** The values go in as data, so that an object among them is not taken for a rule. */
function compileIndirect(operator: string, evaluators: readonly Evaluator[]): Evaluator {
  const rule = { [operator]: evaluators.map((_evaluator, index) => ({ var: index })) };
  return (evaluation) => {
    const values = evaluators.map((evaluate) => evaluate(evaluation));
    const value = jsonLogic.apply(rule, values);
    spendCopying(evaluation, value);
    return value;
  };
}
