// A formula that must hold and others that must not → whether some event is like that.
import {
  type Assignment,
  atomsOf,
  evaluate,
  type Formula,
  NOTHING,
  OPAQUE,
  OTHER,
} from "./formula.ts";

/** `unknown`: too many cases, or it depends on rules that are not looked into. */
export type Finding = "found" | "none" | "unknown";

export interface EventWish {
  readonly holds: Formula;
  readonly fail: readonly Formula[];
}

/** Cases looked at for one mapping; a handful of clauses needs some dozens. */
const MOST_CASES = 2_000;

/** Formulas that may still be looked at, for all mappings of a config together. */
export interface Effort {
  left: number;
}

/** Some two seconds in the worst case; ten thousand ordinary mappings need a quarter of it. */
export function createEffort(): Effort {
  return { left: 2_000_000 };
}

export function findEvent(wish: EventWish, effort: Effort = createEffort()): Finding {
  const search = {
    wish,
    domains: collectDomains(wish),
    casesLeft: MOST_CASES,
    effort,
    isUncertain: false,
  };
  const isFound = searchFrom(new Map(), search);
  if (isSpent(search)) return "unknown";
  if (isFound) return "found";
  return search.isUncertain ? "unknown" : "none";
}

interface Search {
  readonly wish: EventWish;
  readonly domains: ReadonlyMap<string, readonly string[]>;
  casesLeft: number;
  readonly effort: Effort;
  /** Whether a case was found that depends on what a rule not looked into says. */
  isUncertain: boolean;
}

function isSpent({ casesLeft, effort }: Search): boolean {
  return casesLeft < 0 || effort.left < 0;
}

/** Every value that a formula names, and those that none does. */
function collectDomains({ holds, fail }: EventWish): ReadonlyMap<string, readonly string[]> {
  const domains = new Map<string, Set<string>>();
  for (const { variable, values } of [holds, ...fail].flatMap(atomsOf)) {
    const domain = domains.get(variable) ?? new Set([OTHER, NOTHING]);
    for (const value of values) domain.add(value);
    domains.set(variable, domain);
  }
  return new Map([...domains].map(([variable, domain]) => [variable, [...domain]]));
}

function searchFrom(assignment: Assignment, search: Search): boolean {
  const { holds, fail } = search.wish;
  search.casesLeft -= 1;
  search.effort.left -= 1 + fail.length;
  if (isSpent(search)) return false;
  const held = evaluate(holds, assignment);
  if (held === false) return false;
  const failed = fail.map((formula) => evaluate(formula, assignment));
  if (failed.includes(true)) return false;
  const open = held === undefined ? holds : fail[failed.indexOf(undefined)];
  if (open === undefined) return !dependsOnOpaque(assignment, search);
  const variable = atomsOf(open).find((atom) => !assignment.has(atom.variable))?.variable as string;
  const values = search.domains.get(variable) as readonly string[];
  return values.some((value) => searchFrom(new Map([...assignment, [variable, value]]), search));
}

/** An opaque rule may be true of every event, or of none: such a case proves nothing. */
function dependsOnOpaque(assignment: Assignment, search: Search): boolean {
  const isOpaque = [...assignment.keys()].some((variable) => variable.startsWith(OPAQUE));
  search.isUncertain ||= isOpaque;
  return isOpaque;
}
