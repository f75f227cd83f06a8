// var, missing, missing_some → closures that read own properties only.
import { createStep, type Step } from "../data/read-own.ts";
import { hintNearestName } from "../problem/nearest-name.ts";
import type { Evaluator } from "./condition.ts";
import { type NodeArguments, type RuleState, refuse } from "./rule-state.ts";

const ROOTS: Readonly<Record<RuleState["scope"], readonly string[] | undefined>> = {
  event: ["payload", "headers", "query", "path"],
  reduction: ["current", "accumulator"],
  // Elements are the payload's: any name may be there.
  element: undefined,
};

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
    // Like json-logic-js: a default stands in for what is not there, and not for null.
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
  return ({ data }) => readers.filter(([, read]) => isAbsent(read(data))).map(([name]) => name);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

type Read = (data: unknown) => unknown;

/** The empty name is the data itself, as in json-logic-js. */
function compileName(name: unknown, state: RuleState): Read {
  if (name === "" || name === null) return compileWhole(state);
  if (typeof name !== "string" && typeof name !== "number") {
    refuse(state, "condition_variable", "The name of a variable must be fixed text.");
    return () => undefined;
  }
  const [root = "", ...keys] = String(name).split(".");
  const roots = ROOTS[state.scope];
  if (roots !== undefined && !roots.includes(root)) return refuseRoot(root, roots, state);
  // Headers are compared in lower case; nothing else is.
  const isHeader = state.scope === "event" && root === "headers";
  const steps = [root, ...(isHeader ? keys.map((key) => key.toLowerCase()) : keys)].map(createStep);
  return (data) => follow(data, steps);
}

function compileWhole(state: RuleState): Read {
  if (state.scope !== "event") return (data) => data;
  refuse(state, "condition_variable", "A variable of the event needs a name.", 'Write "payload".');
  return () => undefined;
}

function refuseRoot(root: string, roots: readonly string[], state: RuleState): Read {
  const inPayload =
    state.scope === "event" ? ` For a field of the body write "payload.${root}".` : "";
  const message = `There is no "${root}" to read.`;
  refuse(state, "condition_variable", message, `${hintNearestName(root, roots)}${inPayload}`);
  return () => undefined;
}

function follow(data: unknown, steps: readonly Step[]): unknown {
  let value = data;
  for (const step of steps) value = step(value);
  return value;
}
