// A rule and an event → the comparisons of values of two kinds, whose answer is not what their author means.

import type { RenderLimits } from "@hookwright/template";
import { Budget } from "@hookwright/template/runtime";
import type { ConfigPath } from "../../model/index.ts";
import {
  type ConditionSubject,
  compilePart,
  partsOfNode,
  type RuleNode,
} from "../../serving/match/index.ts";
import { ruleToJson } from "../rules/index.ts";

/** Two sentences, neither with a value of the event: what is wrong, and what to write. */
interface UnlikeValues {
  /** The path of the comparison in the rule. */
  readonly at: ConfigPath;
  readonly message: string;
  readonly hint: string;
}

interface Looking {
  readonly data: ConditionSubject;
  readonly limits: RenderLimits;
}

type Call = Extract<RuleNode, { readonly kind: "call" }>;

type Field = Extract<RuleNode, { readonly kind: "field" }>;

/** Not within lists of the event: their elements have no place in it. */
export function findUnlikeValues(
  rule: RuleNode,
  data: ConditionSubject,
  limits: RenderLimits,
): readonly UnlikeValues[] {
  const looking: Looking = { data, limits };
  return [...findTruth(rule, looking), ...walk(rule, looking)];
}

function walk(node: RuleNode, looking: Looking): readonly UnlikeValues[] {
  if (node.kind === "each") return [];
  const own = node.kind === "call" ? findInCall(node, looking) : [];
  return [...own, ...partsOfNode(node).flatMap((part) => walk(part, looking))];
}

const EQUALITIES: ReadonlySet<string> = new Set(["==", "===", "!=", "!==", "in"]);

const ORDERS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

const OF_TRUTH: ReadonlySet<string> = new Set(["!", "!!", "and", "or"]);

function findInCall(call: Call, looking: Looking): readonly UnlikeValues[] {
  if (EQUALITIES.has(call.operator)) return findEquality(call, looking);
  if (ORDERS.has(call.operator)) return findOrder(call, looking);
  return OF_TRUTH.has(call.operator) ? call.args.flatMap((arg) => findTruth(arg, looking)) : [];
}

function readPart(node: RuleNode, { data, limits }: Looking): unknown {
  try {
    return compilePart(node)({ data, budget: new Budget(limits) });
  } catch {
    return undefined;
  }
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["on", true],
  ["true", true],
  ["no", false],
  ["off", false],
  ["false", false],
]);

/** `{ "==": [field, "no"] }` of a boolean, `{ "in": [field, ["5"]] }` of a number, `{ "in": [list, "a"] }`. */
function findEquality({ at, operator, args }: Call, looking: Looking): readonly UnlikeValues[] {
  const field = args.find((arg): arg is Field => arg.kind === "field");
  if (field === undefined) return [];
  const name = String(field.name);
  const value = readPart(field, looking);
  const fixed = args.flatMap((arg) => (arg.kind === "value" ? [arg.value].flat() : []));
  // Who also compares with a value of this kind knows that a sender writes it in either way.
  if (fixed.some((one) => typeof one === typeof value)) {
    return [];
  }
  const isStrict = operator === "in" || operator.length === 3;
  return fixed
    .flatMap((one) => {
      const found = describeUnequal(value, one, isStrict);
      if (found === undefined) return [];
      const [kind, written, hint] = found;
      const message = `The condition compares ${name}, which is ${kind} in an event, with ${written}.`;
      return [{ at, message, hint }];
    })
    .concat(operator === "in" ? findTurned({ at, name, value, first: args[0], field, fixed }) : []);
}

function describeUnequal(
  value: unknown,
  fixed: unknown,
  isStrict: boolean,
): readonly [kind: string, written: string, hint: string] | undefined {
  if (typeof value === "boolean" && typeof fixed === "string") {
    const meant = WORDS.get(fixed.toLowerCase());
    if (meant === undefined) return undefined;
    const written = `the text "${fixed}", which no boolean equals`;
    return ["a boolean", written, `Write ${meant} without quotation marks.`];
  }
  if (typeof value === "string" && typeof fixed === "boolean") {
    if (!WORDS.has(value.toLowerCase())) return undefined;
    const written = `the boolean ${fixed}, which no text equals`;
    return ["a text", written, `Write "${fixed}" in quotation marks, as the sender spells it.`];
  }
  if (!isStrict) return undefined;
  if (typeof value === "number" && typeof fixed === "string" && isNumber(fixed)) {
    const written = `the text "${fixed}", to which no number is equal here`;
    return ["a number", written, `Write ${Number(fixed)} without quotation marks.`];
  }
  if (typeof value === "string" && typeof fixed === "number" && isNumber(value)) {
    const written = `the number ${fixed}, to which no text is equal here`;
    return ["a text", written, `Write "${fixed}" in quotation marks, as the sender spells it.`];
  }
  return undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

interface Turned {
  readonly at: ConfigPath;
  readonly name: string;
  readonly value: unknown;
  readonly first: RuleNode | undefined;
  readonly field: Field;
  readonly fixed: readonly unknown[];
}

/** `in` looks for its first argument within the second. */
function findTurned({ at, name, value, first, field, fixed }: Turned): readonly UnlikeValues[] {
  if (first !== field || !Array.isArray(value) || fixed.length === 0) return [];
  const read = { var: name };
  const rules = fixed.map((one) => ({ in: [one, read] }));
  const hint = `Write ${ruleToJson(rules.length === 1 ? rules[0] : { or: rules })}.`;
  const message = `"in" looks for ${name} within what follows it, and ${name} is a list in an event.`;
  return [{ at, message, hint }];
}

/** A field whose value is asked for truth: all texts but the empty one count as true. */
function findTruth(node: RuleNode, looking: Looking): readonly UnlikeValues[] {
  if (node.kind !== "field") return [];
  const value = readPart(node, looking);
  const isWord = typeof value === "string" && (value === "0" || WORDS.has(value.toLowerCase()));
  if (!isWord) return [];
  const name = String(node.name);
  const message = `${name} is a text such as "false" in an event, and every text that is not empty counts as true.`;
  const hint = `Write { "==": [${ruleToJson({ var: name })}, "true"] }, as the sender spells it.`;
  return [{ at: node.at, message, hint }];
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A day, or a time with its zone: texts of one form sort by time. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

const VERSION = /^v?\d+(?:\.\d+){1,}/i;

function findOrder({ at, args }: Call, looking: Looking): readonly UnlikeValues[] {
  const fields = args.filter((arg): arg is Field => arg.kind === "field");
  const [field] = fields;
  const isRead = args.every((arg) => arg.kind === "field" || arg.kind === "value");
  if (field === undefined || !isRead) return [];
  const values = args.map((arg) => readPart(arg, looking));
  const pairs = values.slice(1).map((value, index) => [values[index], value] as const);
  const hint = pairs.map(([a, b]) => hintOrder(a, b)).find((one) => one !== undefined);
  if (hint === undefined) return [];
  const names = fields.map(({ name }) => name).join(" and ");
  const [fault, what] = hint;
  return [{ at, message: `The condition puts ${names} in order, ${fault}.`, hint: what }];
}

const OF_LETTERS = "and two texts that are not plain decimals are compared letter by letter";

const OF_NOTHING = "and text that is not a number is neither more nor less than a number";

type OrderHint = readonly [fault: string, hint: string];

function hintOrder(a: unknown, b: unknown): OrderHint | undefined {
  if (typeof a === "string" && typeof b === "string") return hintTexts(a, b);
  const text = [a, b].find((value) => typeof value === "string");
  const isNumeric = [a, b].some((value) => typeof value === "number");
  // A number beyond all doubles is a text, too.
  if (text === undefined || !isNumeric || !Number.isNaN(Number(text))) return undefined;
  const hint = DATE.test(text)
    ? "Compare times of one form: texts such as 2026-01-31T12:00:00Z, or numbers."
    : "Compare with plain digits, or make a number of it in a transform.";
  return [OF_NOTHING, hint];
}

function hintTexts(a: string, b: string): OrderHint | undefined {
  if ((DECIMAL.test(a) && DECIMAL.test(b)) || !/\d/.test(a) || !/\d/.test(b)) return undefined;
  const [first, second] = [DATE.exec(a), DATE.exec(b)];
  if (first !== null || second !== null) {
    // The zone of the receipt is that of UTC, and a day begins the text of its times.
    const [zone, other] = [first?.[1]?.toUpperCase(), second?.[1]?.toUpperCase()];
    const isAlike = first !== null && second !== null;
    if (isAlike && (zone === other || a.length === 10 || b.length === 10)) return undefined;
    const hint = "Compare times of one form and zone, such as 2026-01-31T12:00:00Z.";
    return [OF_LETTERS, hint];
  }
  if (VERSION.test(a) && VERSION.test(b)) {
    const hint = `No operator orders versions: write a pattern, such as { "matches": [field, "^v?[2-9]\\\\."] }.`;
    return [OF_LETTERS, hint];
  }
  // Words with digits, such as ids, may be meant in the order of letters.
  if (!/^[+$€£]?\s*[-+]?\d[\d.,'_ ]*(?:e[+-]?\d+)?\s*%?$/i.test(a)) return undefined;
  return [OF_LETTERS, "Compare with plain digits, or make a number of it in a transform."];
}
