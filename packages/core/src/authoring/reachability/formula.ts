// What a match asks for, as a formula over variables with few values each.
import { BUILT_IN_ROUTES } from "../../model/index.ts";

/** A formula that holds where a variable has one of some values. */
export interface FormulaAtom {
  readonly kind: "atom";
  readonly variable: string;
  readonly values: ReadonlySet<string>;
  /** Whether there are values for which it neither holds nor fails. */
  readonly isUndecidable: boolean;
}

/** The parts of a list are asked one after the other, until one decides it or cannot be evaluated. */
export type Formula =
  | FormulaAtom
  | { readonly kind: "all"; readonly of: readonly Formula[] }
  | { readonly kind: "any"; readonly of: readonly Formula[] }
  | { readonly kind: "not"; readonly of: Formula };

/** The value of a variable that is none of those which any rule names. */
export const OTHER = "other";

/** The same for values that no condition takes for true, such as null and an empty text. */
export const NOTHING = "nothing";

/** The only number that is false in a condition: it differs from `NOTHING` where a rule names it. */
export const ZERO = "number 0";

/** A value that cannot be evaluated: neither the rule nor its opposite holds. */
export const UNDECIDED = "undecided";

/** Prefix of the variables that represent a rule which is not analyzed. */
export const OPAQUE = "rule ";

export const TRUE: Formula = { kind: "all", of: [] };
export const FALSE: Formula = { kind: "any", of: [] };

export function not(of: Formula): Formula {
  return { kind: "not", of };
}

export function atom(variable: string, values: Iterable<string>): FormulaAtom {
  return { kind: "atom", variable, values: new Set(values), isUndecidable: false };
}

/** The same if the variable can have a value that cannot be evaluated. */
export function undecidableAtom(variable: string, values: Iterable<string>): FormulaAtom {
  return { ...atom(variable, values), isUndecidable: true };
}

/** The events of the names that built-in routes take before any mapping is asked. */
export const BUILT_IN_EVENTS: Formula = atom(
  "path",
  BUILT_IN_ROUTES.map((name) => `text ${name}`),
);

/** Prefix of the values that are loosely equal to a text, but are not a text. */
export const LIKE = "like ";

/**
 * The events with a field that equals a text only in a loose comparison, or that cannot be compared.
 * Undefined if no formula compares loosely.
 */
export function oddEvents(formulas: readonly Formula[]): Formula | undefined {
  const odd = formulas.flatMap(listAtoms).flatMap(({ variable, values, isUndecidable }) => {
    if (!isUndecidable || variable.startsWith(OPAQUE)) return [];
    const likes = [...values].filter((value) => value.startsWith(LIKE));
    return [atom(variable, [...likes, UNDECIDED])];
  });
  return odd.length === 0 ? undefined : { kind: "any", of: odd };
}

/** The atoms of a formula, from left to right. */
export function listAtoms(formula: Formula): readonly FormulaAtom[] {
  switch (formula.kind) {
    case "atom":
      return [formula];
    case "not":
      return listAtoms(formula.of);
    default:
      return formula.of.flatMap(listAtoms);
  }
}
