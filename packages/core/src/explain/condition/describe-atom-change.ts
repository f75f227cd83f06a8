// An atom, what it saw, and what it should come to → the nearest change of the event, in words.

import { findNearestName } from "@hookwright/base";
import type { SeenValue } from "../../base/index.ts";
import { isAbsent, type Operation, readOperation } from "../../match/index.ts";
import type { AtomChange } from "./nearest-change.ts";
import { ruleToText } from "./rule-to-text.ts";

/** Half a sentence behind "it would match if". Values of the event are not in it. */
export function describeAtomChange(
  { atom: { rule }, wanted }: AtomChange,
  seen: readonly SeenValue[],
): string {
  const operation = readOperation(rule) as Operation;
  const { name } = operation;
  switch (name) {
    case "==":
    case "===":
      return describeEquality(operation, wanted);
    case "!=":
    case "!==":
      return describeEquality(operation, !wanted);
    case "in":
      return describeMembership(operation, wanted, seen);
    case "exists":
      return describePresence(seen, wanted);
    case "missing":
      return describePresence(seen, !wanted);
    case "var":
      return describeTruth(seen[0] as SeenValue, wanted);
    default:
      return (
        describeOrder(operation, wanted) ??
        describeText(operation, wanted) ??
        `${ruleToText(rule)} ${wanted ? "held" : "did not hold"}`
      );
  }
}

function isLiteral(part: unknown): boolean {
  return typeof part !== "object" || part === null;
}

function describeEquality({ args: [first, second] }: Operation, wanted: boolean): string {
  const [subject, other] = isLiteral(first) ? [second, first] : [first, second];
  const verb = wanted ? "were" : "were not";
  return `${ruleToText(subject)} ${verb} ${ruleToText(other)}`;
}

function describeMembership(
  { args: [part, whole] }: Operation,
  wanted: boolean,
  seen: readonly SeenValue[],
): string {
  if (!Array.isArray(whole) || !whole.every(isLiteral) || whole.length === 0) {
    return `${ruleToText(whole)} ${wanted ? "contained" : "did not contain"} ${ruleToText(part)}`;
  }
  if (!wanted) return `${ruleToText(part)} were not in ${ruleToText(whole)}`;
  const value = seen[0]?.value;
  const texts = whole.filter((item): item is string => typeof item === "string");
  const nearest = typeof value === "string" ? findNearestName(value, texts) : undefined;
  return `${ruleToText(part)} were ${ruleToText(nearest ?? whole[0])}`;
}

function describePresence(seen: readonly SeenValue[], wanted: boolean): string {
  const names = seen.filter(({ value }) => isAbsent(value) === wanted).map((one) => one.expression);
  if (wanted) return `${names.join(" and ")} were there`;
  return `${names[0]} were missing`;
}

function describeTruth({ expression, value }: SeenValue, wanted: boolean): string {
  if (typeof value === "boolean") return `${expression} were ${wanted}`;
  return wanted ? `${expression} had a value` : `${expression} were empty or missing`;
}

const ORDER = {
  ">": { words: "more than", negated: "<=", mirrored: "<" },
  ">=": { words: "at least", negated: "<", mirrored: "<=" },
  "<": { words: "less than", negated: ">=", mirrored: ">" },
  "<=": { words: "at most", negated: ">", mirrored: ">=" },
} as const;

type Order = keyof typeof ORDER;

function describeOrder({ name, args }: Operation, wanted: boolean): string | undefined {
  if (!Object.hasOwn(ORDER, name) || args.length !== 2) return undefined;
  const asked = wanted ? (name as Order) : ORDER[name as Order].negated;
  const [first, second] = args;
  const isMirrored = isLiteral(first);
  const [subject, limit] = isMirrored ? [second, first] : [first, second];
  const { words } = ORDER[isMirrored ? ORDER[asked].mirrored : asked];
  return `${ruleToText(subject)} were ${words} ${ruleToText(limit)}`;
}

const VERBS = {
  startsWith: ["began with", "did not begin with"],
  endsWith: ["ended with", "did not end with"],
  matches: ["matched", "did not match"],
} as const;

function describeText({ name, args }: Operation, wanted: boolean): string | undefined {
  if (!Object.hasOwn(VERBS, name)) return undefined;
  const [positive, negative] = VERBS[name as keyof typeof VERBS];
  const [whole, part] = args;
  return `${ruleToText(whole)} ${wanted ? positive : negative} ${ruleToText(part)}`;
}
