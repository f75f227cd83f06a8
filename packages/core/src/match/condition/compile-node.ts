// One node of a rule → a closure. Operators on plain values are those of json-logic-js; operators that
// read data are our own, because its `var` follows prototypes.

import { describeArity } from "@hookwright/base";
import { COST } from "@hookwright/template/internal";
import type { ConfigChange, ConfigPath } from "../../base/index.ts";
import { compileLazy } from "./compile-lazy.ts";
import { compileScoped } from "./compile-scoped.ts";
import { compileText } from "./compile-text.ts";
import { COMPARISONS, compileValue } from "./compile-value.ts";
import { compileVariable } from "./compile-variable.ts";
import type { Evaluation, Evaluator } from "./condition.ts";
import { adviseOperator } from "./hint-operator.ts";
import { adviseKeys } from "./hint-value.ts";
import { nameField } from "./name-field.ts";
import { OPERATORS, type Operator } from "./operators.ts";
import {
  type NodeArguments,
  pathOf,
  type RuleState,
  refuse,
  stepInto,
  warn,
} from "./rule-state.ts";

/** Each level is a call at run time. Rules that people write have about five levels. */
const MAX_RULE_DEPTH = 50;

export function compileNode(rule: unknown, state: RuleState): Evaluator {
  if (state.rulePath.length > 2 * MAX_RULE_DEPTH) {
    return refuse(
      state,
      "condition_too_deep",
      `The rule is nested more than ${MAX_RULE_DEPTH} deep.`,
    );
  }
  if (Array.isArray(rule)) return compileList(rule, state);
  if (typeof rule !== "object" || rule === null) return () => rule;
  const [name, ...others] = Object.keys(rule);
  if (name === undefined) return () => rule;
  if (others.length > 0) {
    const message = `An operation has one key, not ${others.length + 1}: ${[name, ...others].join(", ")}.`;
    return refuse(state, "condition_operator_unknown", message, adviseKeys(rule));
  }
  const operator = OPERATORS.get(name);
  const written = (rule as Record<string, unknown>)[name];
  if (operator === undefined) return refuseOperator(name, written, state);
  return compileOperation(name, operator, written, state);
}

function compileList(items: readonly unknown[], state: RuleState): Evaluator {
  const evaluators = items.map((item, index) => compileNode(item, stepInto(state, index)));
  // The lists that are written into rules mostly have fixed items, which need no copy for each event.
  if (items.every(isScalar)) return () => items;
  return (evaluation) => {
    evaluation.budget.spend(items.length * COST.elements);
    return evaluators.map((evaluate) => evaluate(evaluation));
  };
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
    const message = `"${name}" takes ${describeArity(operator.arity, "or")}, not ${args.length}.`;
    return refuse(stepInto(state, name), "condition_arguments", message);
  }
  const inside = stepInto(state, name);
  const isComparison = COMPARISONS.has(name) || operator.kind === "text";
  if (isComparison && args.every(isFixed)) warnOfFixed(name, args, inside);
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

function isFixed(arg: unknown): boolean {
  return isScalar(arg) || (Array.isArray(arg) && arg.every(isFixed));
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** An author may have forgotten `var`: the name of the field is then compared as a text. */
function warnOfFixed(name: string, args: readonly unknown[], state: RuleState): void {
  const message = `"${name}" compares fixed values, so its result is the same for every event.`;
  const at = args.findIndex((arg) => nameField(arg) !== undefined);
  const field = nameField(args[at]);
  const hint = `To read a field of the event write { "var": "${field ?? "payload.field"}" }.`;
  const change = field === undefined ? undefined : readInstead(field);
  const place = field === undefined ? state : stepInto(state, at);
  warn(place, "condition_variable", message, { hint, change });
}

/** The text may be meant. */
function readInstead(field: string): ConfigChange {
  return { kind: "replace", value: { var: field }, safe: false };
}

function compileKind(operator: Operator, node: NodeArguments): Evaluator {
  switch (operator.kind) {
    case "variable":
      return compileVariable(node);
    case "lazy":
      return compileLazy(node);
    case "scoped":
      return compileScoped(node);
    case "text":
      return compileText(node);
    default:
      return compileValue(node);
  }
}

function traced(operator: string, path: ConfigPath, evaluate: Evaluator): Evaluator {
  return (evaluation: Evaluation) => {
    const value = evaluate(evaluation);
    evaluation.trace?.({ path, operator, value });
    return value;
  };
}

function refuseOperator(name: string, written: unknown, state: RuleState): Evaluator {
  const message = `There is no operator "${name}".`;
  const inside = stepInto(state, name);
  return refuse(inside, "condition_operator_unknown", message, {
    ...adviseOperator(name, { written, path: pathOf(inside) }),
  });
}
