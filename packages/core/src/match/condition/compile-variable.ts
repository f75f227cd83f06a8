// var, missing, missing_some, exists → closures that read own properties only.
import { COST } from "@hookwright/template/internal";
import { compileName } from "./compile-name.ts";
import type { Evaluator } from "./condition.ts";
import { type NodeArguments, type RuleState, refuseRule, stepInto } from "./rule-state.ts";

export function compileVariable(node: NodeArguments): Evaluator {
  switch (node.operator) {
    case "var":
      return compileVar(node);
    case "missing":
      return compileMissing(node);
    case "exists":
      return compileExists(node);
    default:
      return compileMissingSome(node);
  }
}

function compileVar({ args, state, compile }: NodeArguments): Evaluator {
  const read = compileName(args[0], state);
  const fallback: Evaluator = args.length > 1 ? compile(1) : () => null;
  return (evaluation) => {
    const value = read(evaluation.data);
    // As in json-logic-js, the default replaces a missing value, and not null.
    return value === undefined ? fallback(evaluation) : value;
  };
}

function compileMissing({ args, state }: NodeArguments): Evaluator {
  const names = Array.isArray(args[0]) ? args[0] : args;
  return missingOf(names, state);
}

function compileMissingSome({ args, state }: NodeArguments): Evaluator {
  const [least, names] = args;
  if (typeof least !== "number" || !Array.isArray(names)) {
    const message = '"missing_some" takes a number and a list of names.';
    return refuseRule(state, "condition_arguments", message);
  }
  const missing = missingOf(names, state);
  return (evaluation) => {
    const absent = missing(evaluation) as readonly unknown[];
    return names.length - absent.length >= least ? [] : absent;
  };
}

function missingOf(names: readonly unknown[], state: RuleState): Evaluator {
  const readers = names.map((name) => [name, compileName(name, state)] as const);
  return ({ data, budget }) => {
    budget.spend(readers.length * COST.operators);
    return readers.filter(([, read]) => isAbsent(read(data))).map(([name]) => name);
  };
}

/** The opposite of `missing`. A rule in place of a name is evaluated, and its value looked at. */
function compileExists({ args, state, compile }: NodeArguments): Evaluator {
  const evaluators = args.map((arg, index): Evaluator => {
    if (typeof arg === "object" && arg !== null && !Array.isArray(arg)) return compile(index);
    const read = compileName(arg, stepInto(state, index));
    return ({ data }) => read(data);
  });
  return (evaluation) => {
    evaluation.budget.spend(evaluators.length * COST.operators);
    return evaluators.every((evaluate) => !isAbsent(evaluate(evaluation)));
  };
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
