// What a match asks for, as a formula over variables with few values each.

/** A formula that holds where a variable has one of some values. */
export interface Atom {
  readonly kind: "atom";
  readonly variable: string;
  readonly values: ReadonlySet<string>;
}

export type Formula =
  | Atom
  | { readonly kind: "all"; readonly of: readonly Formula[] }
  | { readonly kind: "any"; readonly of: readonly Formula[] }
  | { readonly kind: "not"; readonly of: Formula };

/** The value of a variable that is none of those which any rule names. */
export const OTHER = "other";

/** The same for values that no condition takes for true, such as null and an empty text. */
export const NOTHING = "nothing";

/** Prefix of the variables that stand for a rule which is not looked into. */
export const OPAQUE = "rule ";

export const TRUE: Formula = { kind: "all", of: [] };
export const FALSE: Formula = { kind: "any", of: [] };

export function not(of: Formula): Formula {
  return { kind: "not", of };
}

export type Assignment = ReadonlyMap<string, string>;

/** Whether the formula holds; undefined where that depends on variables that have no value yet. */
export function evaluate(formula: Formula, assignment: Assignment): boolean | undefined {
  switch (formula.kind) {
    case "atom": {
      const value = assignment.get(formula.variable);
      return value === undefined ? undefined : formula.values.has(value);
    }
    case "not": {
      const inner = evaluate(formula.of, assignment);
      return inner === undefined ? undefined : !inner;
    }
    case "all":
      return evaluateList(formula.of, assignment, false);
    case "any":
      return evaluateList(formula.of, assignment, true);
  }
}

/** One part of the deciding value settles a list; without one, an open part leaves it open. */
function evaluateList(
  parts: readonly Formula[],
  assignment: Assignment,
  deciding: boolean,
): boolean | undefined {
  let isOpen = false;
  for (const part of parts) {
    const value = evaluate(part, assignment);
    if (value === deciding) return deciding;
    isOpen ||= value === undefined;
  }
  return isOpen ? undefined : !deciding;
}

/** The atoms of a formula, from left to right. */
export function atomsOf(formula: Formula): readonly Atom[] {
  switch (formula.kind) {
    case "atom":
      return [formula];
    case "not":
      return atomsOf(formula.of);
    default:
      return formula.of.flatMap(atomsOf);
  }
}
