// The clauses of a match → the formula of the events that it takes.

import type { MatchClauses, ValueClause } from "../../model/index.ts";
import { partsOfNode, type RuleNode } from "../../serving/match/index.ts";
import { readRule } from "../rules/index.ts";
import {
  atom,
  FALSE,
  type Formula,
  LIKE,
  NOTHING,
  not,
  OPAQUE,
  OTHER,
  TRUE,
  undecidableAtom,
  ZERO,
} from "./formula.ts";

/** In the order in which the clauses are compared. */
export function formulaFromMatch(match: MatchClauses): Formula {
  const { path, source, headers, query, when } = match;
  const parts: Formula[] = [];
  if (path !== undefined) parts.push(equals("path", [path]));
  if (source !== undefined) parts.push(equals("payload.source", [source]));
  for (const clause of headers) parts.push(fromValues("headers", clause));
  for (const clause of query) parts.push(fromValues("query", clause));
  if (when !== undefined) parts.push(formulaFromRule(readRule(when)));
  if (match.not !== undefined) parts.push(not(formulaFromMatch(match.not)));
  return { kind: "all", of: parts };
}

function fromValues(kind: "headers" | "query", { name, values }: ValueClause): Formula {
  return equals(`${kind}.${name}`, values);
}

function equals(variable: string, values: readonly string[]): Formula {
  return atom(
    variable,
    values.map((value) => `text ${value}`),
  );
}

function formulaFromRule(rule: RuleNode): Formula {
  const formula = fromNode(rule);
  if (countCostly(rule) < 2) return formula;
  // Lists that are too long only together make this rule, and no other, one that cannot be evaluated.
  const isAffordable = undecidableAtom(`${OPAQUE}work ${keyOf(rule)}`, [OTHER, NOTHING]);
  return { kind: "all", of: [isAffordable, formula] };
}

/** The same for two rules that do the same, wherever they stand. */
function keyOf(rule: RuleNode): string {
  return JSON.stringify(rule, (key, value) => (key === "at" ? undefined : value));
}

/** Operators whose work is limited. Those that walk through a list are known by their kind. */
const COSTLY: ReadonlySet<string> = new Set(["matches", "merge", "cat", "substr", "parseJson"]);

const JOINS: ReadonlySet<string> = new Set(["and", "or", "!", "!!"]);

/** Parts that are not looked into, and work on lists or make texts. */
function countCostly(rule: RuleNode): number {
  if (rule.kind === "call" && JOINS.has(rule.operator)) {
    return rule.args.reduce((count, arg) => count + countCostly(arg), 0);
  }
  return isCostly(rule) ? 1 : 0;
}

function isCostly(rule: RuleNode): boolean {
  const isOwn = rule.kind === "each" || (rule.kind === "call" && COSTLY.has(rule.operator));
  return isOwn || partsOfNode(rule).some(isCostly);
}

function fromNode(rule: RuleNode): Formula {
  switch (rule.kind) {
    case "value":
      return typeof rule.value === "boolean" ? fromConstant(rule.value) : opaque(rule);
    case "field": {
      const variable = variableOf(rule);
      return variable === undefined ? opaque(rule) : not(atom(variable, [NOTHING, ZERO]));
    }
    case "call":
      return fromCall(rule.operator, rule.args) ?? opaque(rule);
    default:
      return opaque(rule);
  }
}

function fromConstant(holds: boolean): Formula {
  return holds ? TRUE : FALSE;
}

function fromCall(operator: string, args: readonly RuleNode[]): Formula | undefined {
  const pair = args as readonly [RuleNode, RuleNode];
  switch (operator) {
    case "and":
      return { kind: "all", of: args.map(fromNode) };
    case "or":
      return { kind: "any", of: args.map(fromNode) };
    case "!":
      return not(fromNode(pair[0]));
    case "!!":
      return fromNode(pair[0]);
    case "in":
      return fromMembership(pair);
    case "==":
    case "===":
      return fromEquality(pair, operator === "==");
    case "!=":
    case "!==": {
      const equal = fromEquality(pair, operator === "!=");
      return equal && not(equal);
    }
    default:
      return undefined;
  }
}

/** Membership compares strictly: only the texts themselves are in the list. */
function fromMembership([needle, list]: readonly [RuleNode, RuleNode]): Formula | undefined {
  const variable = variableOf(needle);
  const texts = list.kind === "value" ? list.value : undefined;
  if (variable === undefined || !Array.isArray(texts) || !texts.every(isPlainText))
    return undefined;
  return atom(
    variable,
    texts.map((text) => `text ${text}`),
  );
}

function fromEquality(
  [a, b]: readonly [RuleNode, RuleNode],
  isLoose: boolean,
): Formula | undefined {
  const variable = variableOf(a) ?? variableOf(b);
  const other = variableOf(a) === undefined ? a : b;
  if (variable === undefined || other.kind !== "value") return undefined;
  const literal = other.value;
  const isInPayload = variable.startsWith("payload.");
  // Loosely, a number is equal to texts and lists as well.
  if (Number.isSafeInteger(literal) && !isLoose && isInPayload) {
    return atom(variable, [`number ${literal}`]);
  }
  if (!isPlainText(literal)) return undefined;
  const text = `text ${literal}`;
  if (!isLoose || !isInPayload) return atom(variable, [text]);
  // Only a payload can hold a list of one text, which is loosely equal to the text; and an object
  // that has no text, so that comparing it fails.
  return undecidableAtom(variable, [text, `${LIKE}${literal}`]);
}

/** Texts that are equal to no number, so that two different ones are never equal to the same value. */
function isPlainText(value: unknown): value is string {
  return typeof value === "string" && Number.isNaN(Number(value));
}

/** Such a rule may be impossible to evaluate, if lists are too long or objects have no text. */
function opaque(rule: RuleNode): Formula {
  return undecidableAtom(`${OPAQUE}${keyOf(rule)}`, ["holds"]);
}

/** A default value would need a look at its truth. */
function variableOf(rule: RuleNode): string | undefined {
  if (rule.kind !== "field" || rule.of !== "event" || rule.fallback !== undefined) return undefined;
  return variableAt(rule.steps);
}

/**
 * The variables whose values do not hang together: the name, a header, a parameter, and fields of the
 * payload. Only the name decides which one it is.
 */
export function variableAt(steps: readonly string[]): string | undefined {
  // A dot within a name would make two paths look like one.
  if (steps.some((step) => step.includes("."))) return undefined;
  const name = steps.join(".");
  if (/^headers\.[^.]+$/.test(name)) return name.toLowerCase();
  return /^(?:path|query\.[^.]+|payload\..+)$/s.test(name) ? name : undefined;
}
