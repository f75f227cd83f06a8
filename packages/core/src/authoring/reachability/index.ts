// The clauses of matches → formulas, and whether any event makes them hold: which mappings an event can still reach.
export {
  analyzeReachability,
  type Reachability,
  reportReachability,
} from "./analyze-reachability.ts";
export { createEffort, type Effort, findEvent } from "./find-event.ts";
export { atom, BUILT_IN_EVENTS, type Formula, listAtoms, OPAQUE } from "./formula.ts";
export { formulaFromMatch, variableAt } from "./formula-from-match.ts";
