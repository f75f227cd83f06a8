// A rule and an event → the texts such as "no" with which the rule compares a boolean of the event.
import type { RenderLimits } from "@hookwright/template";
import { Budget } from "@hookwright/template/internal";
import type { ConfigPath } from "../base/index.ts";
import { type ConditionSubject, compilePart, partsOfNode, type RuleNode } from "../match/index.ts";

interface BooleanWord {
  /** Where the comparison stands in the rule. */
  readonly at: ConfigPath;
  /** The field, as written. */
  readonly name: string;
  readonly word: string;
  /** The boolean that the word means. */
  readonly meant: boolean;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["on", true],
  ["true", true],
  ["no", false],
  ["off", false],
  ["false", false],
]);

const COMPARISONS: ReadonlySet<string> = new Set(["==", "===", "!=", "!==", "in"]);

/** Not within lists of the event: their elements have no place in it. */
export function findBooleanWords(
  rule: RuleNode,
  subject: ConditionSubject,
  limits: RenderLimits,
): readonly BooleanWord[] {
  if (rule.kind === "each") return [];
  const own =
    rule.kind === "call" && COMPARISONS.has(rule.operator) ? findOwn(rule, subject, limits) : [];
  return [...own, ...partsOfNode(rule).flatMap((part) => findBooleanWords(part, subject, limits))];
}

function findOwn(
  { at, args }: Extract<RuleNode, { readonly kind: "call" }>,
  data: ConditionSubject,
  limits: RenderLimits,
): readonly BooleanWord[] {
  const field = args.find((arg) => arg.kind === "field");
  if (field === undefined) return [];
  if (typeof compilePart(field)({ data, budget: new Budget(limits) }) !== "boolean") return [];
  const values = args.flatMap((arg) => (arg.kind === "value" ? [arg.value].flat() : []));
  // Who also compares with the boolean knows that a sender writes it in either way.
  if (values.some((value) => typeof value === "boolean")) return [];
  return values.flatMap((word) => {
    const meant = typeof word === "string" ? WORDS.get(word.toLowerCase()) : undefined;
    return meant === undefined ? [] : [{ at, name: String(field.name), word: String(word), meant }];
  });
}

/** Two sentences: what is wrong, and what to write. */
export function describeBooleanWord({ name, word, meant }: BooleanWord): readonly [string, string] {
  return [
    `The condition compares ${name}, which is a boolean in an event, with the text "${word}", which no boolean equals.`,
    `Write ${meant} without quotation marks.`,
  ];
}
