// All mappings → what in their conditions compiles, but is probably not what the author meant.

import type { BodyFormat } from "@hookwright/signatures/runtime";
import type { ConfigPath, MatchClauses, Problem } from "../../model/index.ts";
import { createProblem, type Report } from "../../model/index.ts";
import type { Mapping } from "../config/index.ts";
import { type Operation, readOperation, ruleToJson } from "../rules/index.ts";
import { writeRule } from "./advise-rule.ts";
import { findExpressionInRule, findPatternInRule } from "./check-compared-literals.ts";
import type { CodeRows } from "./code-row.ts";
import { headerProblem } from "./header-problem.ts";

export const CODES: CodeRows = {
  condition_in_reversed: {
    section: "templates",
    meaning: "An `in` has its two values in the wrong order.",
    wrong: "match:\n  path: example\n  when: { in: [[open, closed], { var: payload.state }] }",
    right: "match:\n  path: example\n  when: { in: [{ var: payload.state }, [open, closed]] }",
    say: "`in` looks for its first value in its second: a field in a list, or a part in a text (`{ in: [urgent, { var: payload.title }] }`).",
  },
  condition_compares_text: {
    section: "templates",
    meaning:
      "A condition compares a field with the text of true, false or null, or with a word for it, and not with the value.",
    wrong: 'match:\n  path: example\n  when: { "==": [{ var: payload.merged }, "true"] }',
    right: 'match:\n  path: example\n  when: { "==": [{ var: payload.merged }, true] }',
    say: 'In JSON, `true` and `"true"` are different values. Headers, queries and forms contain only strings, so this warning is not given for them. If a sender uses both values, test both with `or`.',
  },
};

/** By hook name. */
type Endpoints = ReadonlyMap<string, { readonly bodyFormats: readonly BodyFormat[] }>;

export function checkConditions(
  mappings: readonly Mapping[],
  endpoints: Endpoints,
  report: Report,
): void {
  for (const { match, forEach, configPath } of mappings.filter(hasRule)) {
    const endpoint = match.path === undefined ? undefined : endpoints.get(match.path);
    const isJson = endpoint?.bodyFormats.every((format) => format === "json") ?? true;
    for (const { rule, path } of rulesOf(match, [...configPath, "match"])) {
      checkRule(rule, path, { isJson, report });
    }
    checkRule(forEach?.when, [...configPath, "forEach", "when"], { isJson, report });
  }
}

function hasRule({ match: { when, not }, forEach }: Mapping): boolean {
  return when !== undefined || not !== undefined || forEach !== undefined;
}

interface LocatedRule {
  readonly rule: unknown;
  readonly path: ConfigPath;
}

function rulesOf({ when, not }: MatchClauses, path: ConfigPath): readonly LocatedRule[] {
  const own = { rule: when, path: [...path, "when"] };
  return not === undefined ? [own] : [own, ...rulesOf(not, [...path, "not"])];
}

interface RuleContext {
  /** Whether fields of the payload are JSON values; those of forms are texts. */
  readonly isJson: boolean;
  readonly report: Report;
}

function checkRule(rule: unknown, path: ConfigPath, { isJson, report }: RuleContext): void {
  const operations = operationsOf(rule, path);
  const compared = new Set(operations.flatMap(({ operation }) => comparedValues(operation)));
  for (const { operation, at } of operations) {
    const problem =
      findReversed(operation, at) ??
      findHeader(operation, at) ??
      findExpressionInRule(operation, at) ??
      findPatternInRule(operation, at) ??
      (isJson ? findText(operation, at, compared) : undefined);
    if (problem !== undefined) report(problem);
  }
}

interface LocatedOperation {
  readonly operation: Operation;
  /** Path of the rule and its operator, as problems of the compiler have it. */
  readonly at: ConfigPath;
}

/** Not recursive: a rule that is nested too deep is an error elsewhere. */
function operationsOf(rule: unknown, path: ConfigPath): readonly LocatedOperation[] {
  const found: LocatedOperation[] = [];
  const open: LocatedRule[] = [{ rule, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const operation = readOperation(next.rule);
    const at = operation === undefined ? next.path : [...next.path, operation.name];
    if (operation !== undefined) found.push({ operation, at });
    const parts = operation?.args ?? (Array.isArray(next.rule) ? next.rule : []);
    const isList = operation?.isList ?? true;
    const inside = parts.map((part, index) => ({ rule: part, path: isList ? [...at, index] : at }));
    // One by one: a call takes some 100,000 arguments, and a list may have more values.
    for (const part of inside.reverse()) open.push(part);
  }
  return found;
}

/** As in a match: names of headers have hyphens. */
function findHeader({ name, args: [path] }: Operation, at: ConfigPath): Problem | undefined {
  const [, header] = name === "var" ? (/^headers\.(\w*_\w*)$/.exec(String(path)) ?? []) : [];
  return header === undefined ? undefined : headerProblem(header, at);
}

/** `in` looks for its first value in the second. */
function findReversed({ name, args }: Operation, at: ConfigPath): Problem | undefined {
  const [first, second] = args;
  if (name !== "in" || args.length !== 2) return undefined;
  const rule = { in: [second, first] };
  const advice = writeRule(rule, at);
  if (Array.isArray(first) && readOperation(second) !== undefined) {
    const message =
      '"in" looks for its first value in its second, and no field contains a whole list.';
    return createProblem("condition_in_reversed", at, message, {
      severity: "warning",
      ...advice,
    });
  }
  const isWord = typeof second === "string" && WORD.test(second);
  if (!isWord || readOperation(first)?.name !== "var") return undefined;
  const message = `"in" asks here whether "${second}" contains the value of the field, which also holds for a part of the word and for an empty text.`;
  return createProblem("condition_in_reversed", at, message, {
    severity: "hint",
    change: advice.change,
    hint: `To ask whether the field contains it, write ${ruleToJson(rule)}.`,
  });
}

/** A text with separators may be a list of words, and a short one a set of characters. */
const WORD = /^\p{L}[\p{L}\p{N}_-]{3,}$/u;

const COMPARISONS: ReadonlySet<string> = new Set(["==", "===", "!=", "!=="]);

const TEXTS: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

interface Comparison {
  readonly field: object;
  readonly name: string;
  readonly literal: unknown;
}

function readComparison({ name, args }: Operation): Comparison | undefined {
  if (!COMPARISONS.has(name) || args.length !== 2) return undefined;
  const [field, literal] = readOperation(args[0])?.name === "var" ? args : args.toReversed();
  const read = readOperation(field);
  if (read?.name !== "var" || typeof read.args[0] !== "string") return undefined;
  return { field: field as object, name: read.args[0], literal };
}

/** The values other than texts with which a field is compared. */
function comparedValues(operation: Operation): readonly string[] {
  const comparison = readComparison(operation);
  return comparison === undefined ? [] : [keyOf(comparison.name, comparison.literal)];
}

function keyOf(name: string, literal: unknown): string {
  return `${JSON.stringify(literal)} ${name}`;
}

/** Names under which Prometheus, Kubernetes, Stripe and others send texts only. */
const TEXT_TABLES =
  /\.(?:\w*labels|\w*annotations|tags|attributes|metadata|properties|custom_fields|env)\b/i;

/** Headers and parameters are texts; a field of a JSON body that is true is not equal to "true". */
function findText(
  operation: Operation,
  at: ConfigPath,
  compared: ReadonlySet<string>,
): Problem | undefined {
  const comparison = readComparison(operation);
  if (comparison === undefined || !TEXTS.has(comparison.literal)) return undefined;
  const { field, name, literal } = comparison;
  const value = TEXTS.get(literal);
  if (!/^(?:payload|item)\./.test(name) || TEXT_TABLES.test(name)) return undefined;
  // An author who compares with both knows that a sender writes it either way.
  if (compared.has(keyOf(name, value))) return undefined;
  const message = `"${operation.name}" compares ${name} with the text "${String(literal)}", which is not equal to the JSON value ${String(value)}.`;
  const rule = { [operation.name]: [field, value] };
  const extras = { severity: "warning", ...writeRule(rule, at) } as const;
  return createProblem("condition_compares_text", at, message, extras);
}
