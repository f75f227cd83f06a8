// One node of a rule → a closure. Operators on plain values are json-logic-js's own; what reads data
// is ours, because its `var` follows prototypes.
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../model/mapping.ts";
import { hintNearestName } from "../problem/nearest-name.ts";
import { compileLazy } from "./compile-lazy.ts";
import { compileScoped } from "./compile-scoped.ts";
import { compileVariable } from "./compile-variable.ts";
import type { Evaluation, Evaluator } from "./condition.ts";
import { COMPARISONS, JUDGEMENTS } from "./direct-operators.ts";
import { OPERATOR_HINTS, OPERATORS, type Operator } from "./operators.ts";
import { type NodeArguments, type RuleState, refuse, stepInto } from "./rule-state.ts";
import { spendCopying } from "./spend-work.ts";

/** Each level is a call at run time; rules written by people have five. */
const DEEPEST_RULE = 50;

export function compileNode(rule: unknown, state: RuleState): Evaluator {
  if (state.rulePath.length > 2 * DEEPEST_RULE) {
    return refuse(
      state,
      "condition_too_deep",
      `The rule is nested more than ${DEEPEST_RULE} deep.`,
    );
  }
  if (Array.isArray(rule)) return compileList(rule, state);
  if (typeof rule !== "object" || rule === null) return () => rule;
  const [name, ...others] = Object.keys(rule);
  if (name === undefined) return () => rule;
  if (others.length > 0) {
    const message = `An operation has one key, not ${others.length + 1}: ${[name, ...others].join(", ")}.`;
    return refuse(state, "condition_operator_unknown", message, 'Join rules with { "and": […] }.');
  }
  const operator = OPERATORS.get(name);
  if (operator === undefined) return refuseOperator(name, state);
  return compileOperation(name, operator, (rule as Record<string, unknown>)[name], state);
}

function compileList(items: readonly unknown[], state: RuleState): Evaluator {
  const evaluators = items.map((item, index) => compileNode(item, stepInto(state, index)));
  return (evaluation) => evaluators.map((evaluate) => evaluate(evaluation));
}

function compileOperation(
  name: string,
  operator: Operator,
  written: unknown,
  state: RuleState,
): Evaluator {
  const args = Array.isArray(written) ? written : [written];
  const [least, most] = operator.arity;
  if (args.length < least || args.length > most) {
    const wanted =
      least === most
        ? `${least}`
        : `${least} to ${most === Number.POSITIVE_INFINITY ? "any number of" : most}`;
    const message = `"${name}" takes ${wanted} argument${most === 1 ? "" : "s"}, not ${args.length}.`;
    return refuse(stepInto(state, name), "condition_arguments", message);
  }
  const inside = stepInto(state, name);
  const node: NodeArguments = {
    operator: name,
    args,
    state: inside,
    compile: (index, scope = state.scope) =>
      compileNode(args[index], {
        ...(Array.isArray(written) ? stepInto(inside, index) : inside),
        scope,
      }),
  };
  return traced(name, state.rulePath, compileKind(operator, node));
}

function compileKind(operator: Operator, node: NodeArguments): Evaluator {
  switch (operator.kind) {
    case "variable":
      return compileVariable(node);
    case "lazy":
      return compileLazy(node);
    case "scoped":
      return compileScoped(node);
    default:
      return compileValue(node);
  }
}

function compileValue({ operator, args, compile }: NodeArguments): Evaluator {
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

function traced(operator: string, path: ConfigPath, evaluate: Evaluator): Evaluator {
  return (evaluation: Evaluation) => {
    const value = evaluate(evaluation);
    evaluation.trace?.({ path, operator, value });
    return value;
  };
}

function refuseOperator(name: string, state: RuleState): Evaluator {
  const hint = OPERATOR_HINTS.get(name) ?? hintNearestName(name, [...OPERATORS.keys()]);
  const message = `There is no operator "${name}".`;
  return refuse(stepInto(state, name), "condition_operator_unknown", message, hint);
}
