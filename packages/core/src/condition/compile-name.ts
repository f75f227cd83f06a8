// The name of a variable → a reader of own properties, or what is wrong with the name.
import { followSteps } from "../data/follow-steps.ts";
import { joinHeader } from "../data/read-header.ts";
import { createStep, type Step } from "../data/read-own.ts";
import { hintNearestName } from "../problem/nearest-name.ts";
import { type RuleState, refuse, warn } from "./rule-state.ts";

const ROOTS: Readonly<Record<RuleState["scope"], readonly string[] | undefined>> = {
  event: ["payload", "headers", "query", "path"],
  reduction: ["current", "accumulator"],
  // Elements are the payload's: any name may be there.
  element: undefined,
};

export type Read = (data: unknown) => unknown;

const NOTHING: Read = () => undefined;

/** The empty name is the data itself, as in json-logic-js. */
export function compileName(name: unknown, state: RuleState): Read {
  if (name === "" || name === null) return compileWhole(state);
  if (typeof name !== "string" && typeof name !== "number") {
    refuse(state, "condition_variable", "The name of a variable must be fixed text.");
    return NOTHING;
  }
  const path = String(name);
  const [root = "", ...keys] = path.split(".");
  const roots = ROOTS[state.scope];
  if (roots !== undefined && !roots.includes(root)) return refuseRoot(path, roots, state);
  if (PLACE.test(path)) warnOfBrackets(path, state);
  const isHeader = state.scope === "event" && root === "headers";
  const steps = isHeader ? headerSteps(keys) : [root, ...keys].map(createStep);
  return (data) => followSteps(data, steps);
}

/** Headers are compared in lower case, and joined as for other clauses. */
function headerSteps([name, ...keys]: readonly string[]): readonly Step[] {
  const all = createStep("headers");
  if (name === undefined) return [all];
  return [all, createStep(name.toLowerCase()), joinHeader, ...keys.map(createStep)];
}

/** A place in a list as templates write it. A form may have fields of such names. */
const PLACE = /\[\d+\]/;
const BRACKETS = /\[["']?([^\]"']*)["']?\]/g;

function withoutBrackets(path: string): string {
  return path.replaceAll(BRACKETS, ".$1");
}

function warnOfBrackets(path: string, state: RuleState): void {
  const message = `"${path}" names a field with brackets, and no place in a list.`;
  const hint = `For the place in a list write "${withoutBrackets(path)}".`;
  warn(state, "condition_variable", message, hint);
}

function compileWhole(state: RuleState): Read {
  if (state.scope !== "event") return (data) => data;
  refuse(state, "condition_variable", "A variable of the event needs a name.", 'Write "payload".');
  return NOTHING;
}

function refuseRoot(path: string, roots: readonly string[], state: RuleState): Read {
  const plain = withoutBrackets(path);
  const [root = ""] = plain.split(".");
  const message = `There is no "${path.split(".")[0]}" to read.`;
  const hint = roots.includes(root) ? `Write "${plain}".` : hintRoot(path, root, { roots, state });
  refuse(state, "condition_variable", message, hint);
  return NOTHING;
}

interface Reach {
  readonly roots: readonly string[];
  readonly state: RuleState;
}

function hintRoot(path: string, root: string, { roots, state }: Reach): string {
  const nearest = hintNearestName(root, roots);
  return state.scope === "event"
    ? `${nearest} For a field of the body write "payload.${path}".`
    : nearest;
}
