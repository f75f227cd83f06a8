// The clauses of a match → the formula of the events that it takes.

import { isNested, parsePath } from "@hookwright/base";
import type { MatchClauses, ValueClause } from "../../config/index.ts";
import { type Operation, readOperation } from "../../match/index.ts";
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
  if (when !== undefined) parts.push(formulaFromRule(when));
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

function formulaFromRule(rule: unknown): Formula {
  // Such a rule is an error elsewhere, and what looks into it here would run out of stack.
  if (isNested(rule, MAX_LEVELS)) return undecidableAtom(OPAQUE, ["holds"]);
  const formula = fromRule(rule);
  if (countCostly(rule) < 2) return formula;
  // Lists that are too long only together make this rule, and no other, one that cannot be judged.
  const isAffordable = undecidableAtom(`${OPAQUE}work ${JSON.stringify(rule)}`, [OTHER, NOTHING]);
  return { kind: "all", of: [isAffordable, formula] };
}

/** Lists and objects within each other: twice as deep as the deepest rule that is accepted. */
const MAX_LEVELS = 200;

function fromRule(rule: unknown): Formula {
  if (typeof rule === "boolean") return rule ? TRUE : FALSE;
  const operation = readOperation(rule);
  return (operation && fromOperation(operation)) ?? opaque(rule);
}

/** Operators whose work is limited, in the text of a rule. */
const COSTLY = /"(?:map|filter|reduce|all|none|some|find|count|matches|merge|cat|substr)":/;

/** Parts that are not looked into, and work on lists or make texts. */
function countCostly(rule: unknown): number {
  const { name = "", args = [] } = readOperation(rule) ?? {};
  if (!["and", "or", "!", "!!"].includes(name)) return COSTLY.test(JSON.stringify(rule)) ? 1 : 0;
  return args.reduce<number>((count, arg) => count + countCostly(arg), 0);
}

function fromOperation({ name, args }: Operation): Formula | undefined {
  switch (name) {
    case "and":
      return { kind: "all", of: args.map(fromRule) };
    case "or":
      return { kind: "any", of: args.map(fromRule) };
    case "!":
      return not(fromRule(args[0]));
    case "!!":
      return fromRule(args[0]);
    case "var":
      return fromTruth(args);
    case "in":
      return fromMembership(args);
    case "==":
    case "===":
      return fromEquality(args, name === "==");
    case "!=":
    case "!==": {
      const equal = fromEquality(args, name === "!=");
      return equal && not(equal);
    }
    default:
      return undefined;
  }
}

function fromTruth(args: readonly unknown[]): Formula | undefined {
  const variable = readVariable({ var: args });
  return variable === undefined ? undefined : not(atom(variable, [NOTHING, ZERO]));
}

/** Membership compares strictly: only the texts themselves are in the list. */
function fromMembership([needle, list]: readonly unknown[]): Formula | undefined {
  const variable = readVariable(needle);
  if (variable === undefined || !Array.isArray(list) || !list.every(isPlainText)) return undefined;
  return atom(
    variable,
    list.map((text) => `text ${text}`),
  );
}

function fromEquality([a, b]: readonly unknown[], isLoose: boolean): Formula | undefined {
  const variable = readVariable(a) ?? readVariable(b);
  const literal = readVariable(a) === undefined ? a : b;
  if (variable === undefined) return undefined;
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

/** Such a rule may be one that cannot be judged, where lists are too long or objects have no text. */
function opaque(rule: unknown): Formula {
  return undecidableAtom(`${OPAQUE}${JSON.stringify(rule)}`, ["holds"]);
}

/**
 * The variables whose values do not hang together: the name, a header, a parameter, and fields of the
 * payload. Only the name decides which one it is; a default value would need a look at its truth.
 */
export function readVariable(rule: unknown): string | undefined {
  const operation = readOperation(rule);
  if (operation?.name !== "var" || operation.args.length !== 1) return undefined;
  const [written] = operation.args;
  const names = typeof written === "string" ? parsePath(written) : undefined;
  // A dot within a name would make two paths look like one.
  if (names === undefined || names.some((name) => name.includes("."))) return undefined;
  const name = names.join(".");
  if (/^headers\.[^.]+$/.test(name)) return name.toLowerCase();
  return /^(?:path|query\.[^.]+|payload\..+)$/s.test(name) ? name : undefined;
}
