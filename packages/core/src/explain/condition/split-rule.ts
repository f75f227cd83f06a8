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

/** A longer expression is not read in a report. */
const MAX_TEXT_LENGTH = 160;

/** A rule, or a part of one → the text of an expression: `payload.action == "opened"`. */
export function ruleToText(rule: unknown): string {
  const text = write(rule);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const INFIX: ReadonlySet<string> = new Set(
  "== === != !== > >= < <= + - * / % in startsWith endsWith matches and or".split(" "),
);

/** Not deeper than a rule may be: a deeper one does not compile. */
function write(rule: unknown): string {
  if (Array.isArray(rule)) return `[${rule.map(write).join(", ")}]`;
  const operation = readOperation(rule);
  if (operation === undefined) return String(JSON.stringify(rule));
  const { name, args } = operation;
  if (name === "var") return writeVariable(args);
  if (name === "exists") return `exists(${args.map(writeName).join(", ")})`;
  if (name === "!") return `not ${writeOperand(args[0])}`;
  if (!INFIX.has(name) || args.length < 2) return `${name}(${args.map(write).join(", ")})`;
  if (name === "matches" && args.length > 2) return `matches(${args.map(write).join(", ")})`;
  return args.map(writeOperand).join(` ${name} `);
}

function writeVariable([name, ...fallback]: readonly unknown[]): string {
  const text = name === "" || name === null ? "element" : String(name);
  return [text, ...fallback.map(writeOperand)].join(" ?? ");
}

function writeName(name: unknown): string {
  return typeof name === "string" ? name : write(name);
}

function writeOperand(rule: unknown): string {
  const operation = readOperation(rule);
  const isInfix = operation !== undefined && INFIX.has(operation.name) && operation.args.length > 1;
  return isInfix ? `(${write(rule)})` : write(rule);
}
