// var, missing, missing_some → closures that read own properties only.
import { COST } from "../data/budget.ts";
import { compileName } from "./compile-name.ts";
import type { Evaluator } from "./condition.ts";
import { type NodeArguments, type RuleState, refuse } from "./rule-state.ts";

export function compileVariable(node: NodeArguments): Evaluator {
  switch (node.operator) {
    case "var":
      return compileVar(node);
    case "missing":
      return compileMissing(node);
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
    return refuse(state, "condition_arguments", message);
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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
