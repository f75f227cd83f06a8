// A formula and the values of some variables → what it can come to, whatever the others are.
import { type Formula, UNDECIDED } from "./formula.ts";

export type Assignment = ReadonlyMap<string, string>;

/** What a formula can come to, as a set: the sum of some of these. */
export const HOLDS = 1;
const FAILS = 2;
const NEITHER = 4;

export function evaluate(formula: Formula, assignment: Assignment): number {
  switch (formula.kind) {
    case "atom": {
      const value = assignment.get(formula.variable);
      const neither = formula.isUndecidable ? NEITHER : 0;
      if (value === undefined) return HOLDS | FAILS | neither;
      if (value === UNDECIDED && formula.isUndecidable) return NEITHER;
      return formula.values.has(value) ? HOLDS : FAILS;
    }
    case "not": {
      const inner = evaluate(formula.of, assignment);
      return (inner & NEITHER) | (inner & HOLDS ? FAILS : 0) | (inner & FAILS ? HOLDS : 0);
    }
    case "all":
      return evaluateList(formula.of, assignment, HOLDS);
    case "any":
      return evaluateList(formula.of, assignment, FAILS);
  }
}

/** A list comes to what its next part comes to, as long as the parts before it leave that open. */
function evaluateList(
  parts: readonly Formula[],
  assignment: Assignment,
  leavesOpen: number,
): number {
  let outcomes = leavesOpen;
  for (const part of parts) {
    outcomes = (outcomes & ~leavesOpen) | evaluate(part, assignment);
    if ((outcomes & leavesOpen) === 0) break;
  }
  return outcomes;
}
