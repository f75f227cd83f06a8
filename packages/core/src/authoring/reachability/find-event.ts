// A formula that must hold and others that must not → whether some event is like that.
import {
  type Formula,
  type FormulaAtom,
  listAtoms,
  NOTHING,
  OPAQUE,
  OTHER,
  UNDECIDED,
  ZERO,
} from "./formula.ts";

/** `unknown`: too many cases, or it depends on rules that are not looked into. */
type Finding = "found" | "none" | "unknown";

interface EventWish {
  readonly holds: Formula;
  readonly fail: readonly Formula[];
}

/** Cases looked at for one mapping; a handful of clauses needs some dozens. */
const MAX_CASES = 2_000;

/** Atoms that may still be looked at, for all mappings of a config together. */
export interface Effort {
  left: number;
}

/** Some two seconds in the worst case; ten thousand ordinary mappings need a quarter of it. */
export function createEffort(): Effort {
  return { left: 5_000_000 };
}

/** An event for which a formula holds; undefined if there is none, or where looking for it takes too much work. */
export function findEvent(wish: EventWish, effort: Effort): Finding {
  // Collecting atoms takes time as well.
  if (effort.left < 0) return "unknown";
  const atoms = [wish.holds, ...wish.fail].flatMap(listAtoms);
  const search = {
    wish,
    size: atoms.length + 1,
    domains: collectDomains(atoms),
    casesLeft: MAX_CASES,
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
  /** What looking at all formulas of the wish once costs. */
  readonly size: number;
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
function collectDomains(atoms: readonly FormulaAtom[]): ReadonlyMap<string, readonly string[]> {
  const domains = new Map<string, Set<string>>();
  for (const { variable, values, isUndecidable } of atoms) {
    const domain = domains.get(variable) ?? new Set([OTHER, NOTHING]);
    for (const value of values) {
      // Where no rule names it, it is one of the values that count as nothing.
      if (value !== ZERO || !values.has(NOTHING)) domain.add(value);
    }
    if (isUndecidable) domain.add(UNDECIDED);
    domains.set(variable, domain);
  }
  return new Map([...domains].map(([variable, domain]) => [variable, [...domain]]));
}

function searchFrom(assignment: Assignment, search: Search): boolean {
  const { holds, fail } = search.wish;
  search.casesLeft -= 1;
  search.effort.left -= search.size;
  if (isSpent(search)) return false;
  const held = evaluate(holds, assignment);
  if ((held & HOLDS) === 0) return false;
  const failed = fail.map((formula) => evaluate(formula, assignment));
  if (failed.includes(HOLDS)) return false;
  const open = held === HOLDS ? fail[failed.findIndex((outcomes) => outcomes & HOLDS)] : holds;
  if (open === undefined) return isEvent(assignment, search);
  const variable = listAtoms(open).find((atom) => !assignment.has(atom.variable))
    ?.variable as string;
  // Whatever such a rule says, its case is uncertain, and that is known already.
  if (search.isUncertain && variable.startsWith(OPAQUE)) return false;
  const values = search.domains.get(variable) as readonly string[];
  return values.some((value) => searchFrom(new Map([...assignment, [variable, value]]), search));
}

function isEvent(assignment: Assignment, search: Search): boolean {
  const possibility = checkAssignment(assignment);
  search.isUncertain ||= possibility === "unknown";
  return possibility === "possible";
}

type Possibility = "possible" | "impossible" | "unknown";

function checkAssignment(assignment: Assignment): Possibility {
  let possibility: Possibility = "possible";
  for (const [variable, value] of assignment) {
    const found = variable.startsWith(OPAQUE) ? "unknown" : checkField(variable, value, assignment);
    if (found === "impossible") return found;
    if (found === "unknown") possibility = found;
  }
  return possibility;
}

/** A field that has a value belongs to an object, so its parents are neither texts nor missing. */
function checkField(variable: string, value: string, assignment: Assignment): Possibility {
  // Names of headers and parameters may contain dots, and have no parents.
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

type Assignment = ReadonlyMap<string, string>;

/** What a formula can come to, as a set: the sum of some of these. */
const HOLDS = 1;

const FAILS = 2;

const NEITHER = 4;

function evaluate(formula: Formula, assignment: Assignment): number {
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
