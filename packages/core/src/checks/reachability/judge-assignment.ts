// Values of some variables → whether an event can have them all at once.
import type { Assignment } from "./evaluate.ts";
import { NOTHING, OPAQUE, OTHER, UNDECIDED } from "./formula.ts";

export type Possibility = "possible" | "impossible" | "unknown";

export function judgeAssignment(assignment: Assignment): Possibility {
  let possibility: Possibility = "possible";
  for (const [variable, value] of assignment) {
    const judged = variable.startsWith(OPAQUE)
      ? "unknown"
      : judgeField(variable, value, assignment);
    if (judged === "impossible") return judged;
    if (judged === "unknown") possibility = judged;
  }
  return possibility;
}

/** A field with a value stands in an object: what is around it is neither a text nor nothing. */
function judgeField(variable: string, value: string, assignment: Assignment): Possibility {
  // Names of headers and parameters may contain dots, and stand in nothing.
  if (!variable.startsWith("payload.")) return "possible";
  let possibility: Possibility = "possible";
  for (const [around, outer] of assignment) {
    const isObject = outer === OTHER || outer === UNDECIDED;
    if (isObject || !variable.startsWith(`${around}.`)) continue;
    const [step = ""] = variable.slice(around.length + 1).split(".");
    // Texts and lists have places and a length.
    if (/^(?:\d+|length)$/.test(step)) possibility = "unknown";
    else if (value !== NOTHING) return "impossible";
  }
  return possibility;
}
