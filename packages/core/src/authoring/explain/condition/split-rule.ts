// The tree of a rule → its atoms, which compare or look something up, and the way in which and, or, ! and if join them.
import jsonLogic from "json-logic-js";
import {
  type OperatorCall,
  type PresenceTest,
  partsOfNode,
  type RuleNode,
} from "../../../serving/match/index.ts";

export type RuleTree =
  | { readonly kind: "atom"; readonly atom: RuleNode }
  | { readonly kind: "constant"; readonly holds: boolean }
  | { readonly kind: "not"; readonly of: RuleTree }
  /** `choice`: pairs of condition and result, with the result of all other cases. */
  | { readonly kind: "all" | "any" | "choice"; readonly of: readonly RuleTree[] };

const JOINED: ReadonlyMap<string, "all" | "any" | "choice"> = new Map([
  ["and", "all"],
  ["or", "any"],
  ["if", "choice"],
  ["?:", "choice"],
]);

/** A rule as the parts that decide it alone, joined by `and`, `or` and `!`. */
export function splitRule(node: RuleNode): RuleTree {
  switch (node.kind) {
    case "value":
      return { kind: "constant", holds: jsonLogic.truthy(node.value) };
    case "list":
      return { kind: "constant", holds: node.items.length > 0 };
    case "wrong":
      return { kind: "constant", holds: false };
    case "call":
      return splitCall(node.operator, node.args) ?? { kind: "atom", atom: node };
    default:
      return { kind: "atom", atom: node };
  }
}

function splitCall(operator: string, args: readonly RuleNode[]): RuleTree | undefined {
  const [first] = args;
  if (operator === "!") return { kind: "not", of: splitRule(first as RuleNode) };
  if (operator === "!!") return splitRule(first as RuleNode);
  const kind = JOINED.get(operator);
  return kind && { kind, of: args.map(splitRule) };
}

/** From left to right. */
export function atomsOf(tree: RuleTree): readonly RuleNode[] {
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
export function ruleToText(node: RuleNode): string {
  const text = write(node);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

const INFIX: ReadonlySet<string> = new Set(
  "== === != !== > >= < <= + - * / % in startsWith endsWith matches and or".split(" "),
);

function write(node: RuleNode): string {
  switch (node.kind) {
    case "value":
      return writeValue(node.value);
    case "list":
      return `[${writeAll(node.items)}]`;
    case "field":
      return [
        node.name === "" ? "element" : String(node.name),
        ...(node.fallback === undefined ? [] : [writeOperand(node.fallback)]),
      ].join(" ?? ");
    case "presence":
      return writePresence(node);
    case "each":
      return `${node.operator}(${writeAll(partsOfNode(node))})`;
    case "call":
      return writeCall(node);
    default:
      return "null";
  }
}

function writeAll(nodes: readonly RuleNode[]): string {
  return nodes.map(write).join(", ");
}

function writeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(", ")}]`;
  return String(JSON.stringify(value));
}

function writePresence({ operator, parts, least }: PresenceTest): string {
  if (operator === "exists") return `exists(${writeAll(parts)})`;
  const names = parts.map((part) => JSON.stringify(part.kind === "field" ? part.name : null));
  return least === undefined
    ? `missing(${names.join(", ")})`
    : `missing_some(${least}, [${names.join(", ")}])`;
}

function writeCall({ operator, args }: OperatorCall): string {
  if (operator === "!") return `not ${writeOperand(args[0] as RuleNode)}`;
  const isInfix = INFIX.has(operator) && args.length === 2;
  const isChain = INFIX.has(operator) && operator !== "matches" && args.length > 1;
  if (!isInfix && !isChain) return `${operator}(${writeAll(args)})`;
  return args.map(writeOperand).join(` ${operator} `);
}

function writeOperand(node: RuleNode): string {
  const isInfix = node.kind === "call" && INFIX.has(node.operator) && node.args.length > 1;
  return isInfix ? `(${write(node)})` : write(node);
}
