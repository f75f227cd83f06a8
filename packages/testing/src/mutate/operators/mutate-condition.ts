// A mapping → the same with one thing changed in one of its conditions.

import type { ConfigPath, MappingInput, MatchInput } from "@hookwright/core";
import { type Operation, readOperation, ruleToJson } from "@hookwright/core/internal";
import type { MutationOperator } from "../model.ts";
import { type FoundMutant, replaceAt } from "./found.ts";

export function mutateConditions(mapping: MappingInput): readonly FoundMutant[] {
  const { match = {}, forEach } = mapping;
  const rules = [
    ...rulesOf(match, ["match"]),
    ...(typeof forEach === "object" && forEach.when !== undefined
      ? [{ rule: forEach.when, path: ["forEach", "when"] }]
      : []),
  ];
  return rules.flatMap(({ rule, path }) =>
    [...mutateRule(rule, path)].map(({ operator, path, before, after }) => ({
      operator,
      path,
      label: `${ruleToJson(before)} → ${ruleToJson(after)}`,
      mapping: replaceAt(mapping, path, after),
    })),
  );
}

interface RulePlace {
  readonly rule: unknown;
  readonly path: ConfigPath;
}

function rulesOf({ when, not }: MatchInput, path: ConfigPath): readonly RulePlace[] {
  return [
    ...(when === undefined ? [] : [{ rule: when, path: [...path, "when"] }]),
    ...(not === undefined ? [] : rulesOf(not, [...path, "not"])),
  ];
}

interface RuleChange {
  readonly operator: MutationOperator;
  readonly path: ConfigPath;
  readonly before: unknown;
  readonly after: unknown;
}

const OTHER_JOIN: Readonly<Record<string, string>> = { and: "or", or: "and" };

const OTHER_COMPARISON: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "===": "!==",
  "!==": "===",
  ">": ">=",
  ">=": ">",
  "<": "<=",
  "<=": "<",
};

/** Operators that only join what other operators say. */
const JOINS: ReadonlySet<string> = new Set(["and", "or", "!", "!!", "if", "?:"]);

/** A rule that is asked whether it holds: it can be negated. What it is made of need not be one. */
function* mutateRule(rule: unknown, path: ConfigPath): Generator<RuleChange> {
  const operation = readOperation(rule);
  if (operation === undefined) {
    yield* mutateLiteral(rule, path);
    return;
  }
  const { name } = operation;
  if (name !== "!" && name !== "!!") {
    yield { operator: "cond-negate", path, before: rule, after: { "!": [rule] } };
  }
  const isJoin = JOINS.has(name);
  yield* mutateOperation(rule, operation, { path, isJoin });
}

interface OperationPlace {
  readonly path: ConfigPath;
  readonly isJoin: boolean;
}

function* mutateOperation(
  rule: unknown,
  operation: Operation,
  { path, isJoin }: OperationPlace,
): Generator<RuleChange> {
  for (const [operator, after] of changesOf(operation)) {
    yield { operator, path, before: rule, after };
  }
  const { name, args, isList } = operation;
  for (const [index, arg] of args.entries()) {
    const at = isList ? [...path, name, index] : [...path, name];
    if (name === "var" && index === 0) yield* mutateName(arg, at);
    else yield* isJoin ? mutateRule(arg, at) : mutateValue(arg, at);
  }
}

/** With another operator, or with one operand less. */
function changesOf({ name, args }: Operation): readonly (readonly [MutationOperator, unknown])[] {
  const comparison = Object.hasOwn(OTHER_COMPARISON, name) ? OTHER_COMPARISON[name] : undefined;
  if (comparison !== undefined) return [["cond-compare", { [comparison]: args }]];
  const join = Object.hasOwn(OTHER_JOIN, name) ? OTHER_JOIN[name] : undefined;
  if (join === undefined || args.length < 2) return [];
  const drops = args.map((_, index) => ({ [name]: args.filter((_, at) => at !== index) }));
  return [["cond-join", { [join]: args }], ...drops.map((rule) => ["cond-drop", rule] as const)];
}

function* mutateValue(value: unknown, path: ConfigPath): Generator<RuleChange> {
  const operation = readOperation(value);
  if (operation !== undefined) yield* mutateOperation(value, operation, { path, isJoin: false });
  else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* mutateValue(one, [...path, index]);
  } else yield* mutateLiteral(value, path);
}

function* mutateLiteral(before: unknown, path: ConfigPath): Generator<RuleChange> {
  const operator = "cond-value";
  if (typeof before === "string") yield { operator, path, before, after: `${before}~` };
  if (typeof before === "boolean") yield { operator, path, before, after: !before };
  if (typeof before !== "number") return;
  yield { operator, path, before, after: before + 1 };
  yield { operator, path, before, after: before - 1 };
}

/** The last name of the path; a root alone is not changed, as it would be none. */
function* mutateName(before: unknown, path: ConfigPath): Generator<RuleChange> {
  if (typeof before !== "string" || !/[^.]\.[^.]*[^.\]]$/.test(before)) return;
  yield { operator: "cond-path", path, before, after: `${before}~` };
}
