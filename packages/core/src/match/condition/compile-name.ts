// The name of a variable → a reader of own properties; a wrong name is reported.
import { keysFromPath, parsePath, readHeaderOf, readPath, readPayload } from "@hookwright/base";
import type { ConditionSubject, ElementSubject } from "./condition.ts";
import { type RuleState, refuseRule } from "./rule-state.ts";

const ROOTS: Readonly<Record<RuleState["scope"], readonly string[] | undefined>> = {
  event: ["payload", "headers", "query", "path", "now"],
  item: ["item", "index", "payload", "headers", "query", "path", "now"],
  reduction: ["current", "accumulator"],
  // Elements are part of the payload and may have any names.
  element: undefined,
};

export type VariableReader = (data: unknown) => unknown;

const NOTHING: VariableReader = () => undefined;

/** The empty name is the data itself, as in json-logic-js. */
export function compileName(name: unknown, state: RuleState): VariableReader {
  if (name === "" || name === null) return compileWhole(state);
  if (typeof name !== "string" && typeof name !== "number") {
    refuseRule(state, "condition_variable", "The name of a variable must be fixed text.");
    return NOTHING;
  }
  const path = String(name);
  const names = parsePath(path);
  if (names === undefined) {
    const message = `The brackets of "${path}" do not fit.`;
    refuseRule(state, "condition_variable", message, { is: "wrong brackets" });
    return NOTHING;
  }
  const [root = ""] = names;
  const roots = ROOTS[state.scope];
  if (roots !== undefined && !roots.includes(root)) return refuseRoot(path, roots, state);
  if (isOfEvent(state)) {
    return compileEventPath(root as keyof ElementSubject, names.slice(1));
  }
  const keys = keysFromPath(names);
  return (data) => readPath(data, keys);
}

function isOfEvent({ scope }: RuleState): boolean {
  return scope === "event" || scope === "item";
}

/** The roots of an event may be getters. Headers are compared in lower case, and joined as for other clauses. */
function compileEventPath(root: keyof ElementSubject, names: readonly string[]): VariableReader {
  const [first, ...others] = names;
  if (root === "headers" && first !== undefined) {
    const lowerCaseName = first.toLowerCase();
    const keys = keysFromPath(others);
    return (subject) => readPath(readHeaderOf(subject as ConditionSubject, lowerCaseName), keys);
  }
  const keys = keysFromPath(names);
  if (root === "now") return (subject) => readPath((subject as ConditionSubject).now(), keys);
  if (root === "payload") {
    return (subject) => readPayload((subject as ConditionSubject).payload, keys);
  }
  return (subject) => readPath((subject as ElementSubject)[root], keys);
}

function compileWhole(state: RuleState): VariableReader {
  if (!isOfEvent(state)) return (data) => data;
  refuseRule(state, "condition_variable", "A variable of the event needs a name.", {
    is: "no name",
  });
  return NOTHING;
}

function refuseRoot(path: string, roots: readonly string[], state: RuleState): VariableReader {
  const [root = ""] = path.split(/[.[]/, 1);
  const message = `There is no "${root}" to read.`;
  refuseRule(state, "condition_variable", message, {
    is: "unknown root",
    name: path,
    root,
    roots,
    isOfEvent: isOfEvent(state),
  });
  return NOTHING;
}
