// A rule → its atoms, which compare or look something up, and the way in which and, or, ! and if join them.
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../../base/index.ts";
import { readOperation } from "../../match/index.ts";

export interface Atom {
  /** Keys and indexes from the root of the rule. */
  readonly path: ConfigPath;
  readonly rule: object;
}

export type RuleTree =
  | { readonly kind: "atom"; readonly atom: Atom }
  | { readonly kind: "constant"; readonly holds: boolean }
  | { readonly kind: "not"; readonly of: RuleTree }
  /** `choice`: pairs of condition and result, with the result of all other cases. */
  | { readonly kind: "all" | "any" | "choice"; readonly of: readonly RuleTree[] };

const JOINED = { and: "all", or: "any", if: "choice", "?:": "choice" } as const;

export function splitRule(rule: unknown, path: ConfigPath = []): RuleTree {
  const operation = readOperation(rule);
  if (operation === undefined) return { kind: "constant", holds: jsonLogic.truthy(rule) };
  const { name, args, isList } = operation;
  const inside = (arg: unknown, index: number): RuleTree =>
    splitRule(arg, isList ? [...path, name, index] : [...path, name]);
  if (name === "!") return { kind: "not", of: inside(args[0], 0) };
  if (name === "!!") return inside(args[0], 0);
  if (Object.hasOwn(JOINED, name)) {
    return { kind: JOINED[name as keyof typeof JOINED], of: args.map(inside) };
  }
  return { kind: "atom", atom: { path, rule: rule as object } };
}

/** From left to right. */
export function atomsOf(tree: RuleTree): readonly Atom[] {
  switch (tree.kind) {
    case "atom":
      return [tree.atom];
    case "constant":
      return [];
    case "not":
      return atomsOf(tree.of);
    default:
      return tree.of.flatMap(atomsOf);
  }
}
