// A rule as written and an event → its atoms with what they saw, and the nearest change for a wanted result.

import { findNearestName } from "@hookwright/base";
import type { RenderLimits } from "@hookwright/template";
import { Budget, WorkLimitError } from "@hookwright/template/runtime";
import type { AtomReport, ConfigPath, EventChange, SeenValue } from "../../../model/index.ts";
import {
  type ConditionSubject,
  compilePart,
  conditionFromTree,
  type Evaluator,
  isAbsent,
  type OperatorCall,
  type RuleNode,
} from "../../../serving/match/index.ts";
import { type AtomChange, findNearestChange } from "./nearest-change.ts";
import { atomsOf, ruleToText, splitRule } from "./split-rule.ts";

export interface ConditionExplanation {
  readonly atoms: readonly AtomReport[];
  /** In words; absent where the result is the wanted one, or nothing in the event can make it so. */
  readonly change?: string;
}

interface ConditionQuestion {
  readonly subject: ConditionSubject;
  readonly limits: RenderLimits;
  /** The result that makes the mapping match. */
  readonly wanted: boolean;
  /** Where the rule is written; absent in a preset. */
  readonly path?: ConfigPath | undefined;
  /** A value that gives an atom the other result; absent if changes are not reported. */
  readonly flip?: ((atom: RuleNode, wanted: boolean) => EventChange | undefined) | undefined;
}

/**
 * Unlike the condition itself, every atom is evaluated, also where an earlier one has decided. Results
 * and seen values have one budget each for all atoms; what is behind its end is not evaluated.
 */
export function explainCondition(
  rule: RuleNode,
  { subject, limits, wanted, path, flip }: ConditionQuestion,
): ConditionExplanation {
  const tree = splitRule(rule);
  const budgets = { result: new Budget(limits), seen: new Budget(limits) };
  const reports = new Map<RuleNode, AtomReport>(
    atomsOf(tree).map((atom) => {
      const report = reportAtom(atom, subject, budgets);
      const change = report.holds === undefined ? undefined : flip?.(atom, !report.holds);
      return [
        atom,
        {
          ...report,
          ...(path && { at: { path: [...path, ...atom.at] } }),
          ...(change && { change }),
        },
      ];
    }),
  );
  const reportOf = (atom: RuleNode) => reports.get(atom) as AtomReport;
  const changes = findNearestChange(tree, wanted, (atom) => {
    const { holds, seen } = reportOf(atom);
    return { holds, isFixed: seen.length === 0 };
  });
  for (const change of changes ?? []) {
    const report = reportOf(change.atom);
    const wouldMatchIf = describeAtomChange(change, report.seen);
    reports.set(change.atom, { ...report, wouldMatchIf });
  }
  const atoms = [...reports.values()];
  const words = new Set(atoms.flatMap(({ wouldMatchIf }) => wouldMatchIf ?? []));
  return words.size === 0 ? { atoms } : { atoms, change: [...words].join(" and ") };
}

interface Budgets {
  readonly result: Budget;
  readonly seen: Budget;
}

function reportAtom(atom: RuleNode, subject: ConditionSubject, budgets: Budgets): AtomReport {
  const path = atom.at;
  const expression = ruleToText(atom);
  const condition = conditionFromTree(atom);
  const holds = within(() => condition.holds(subject, budgets.result));
  const seen = within(() => readSeen(atom, subject, budgets.seen)) ?? [];
  return holds === undefined ? { path, expression, seen } : { path, expression, holds, seen };
}

/** Undefined if the budget does not suffice: conditions throw nothing else. */
function within<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Half a sentence behind "it would match if". Values of the event are not in it. */
function describeAtomChange({ atom, wanted }: AtomChange, seen: readonly SeenValue[]): string {
  switch (atom.kind) {
    case "presence":
      if (atom.operator === "exists") return describePresence(seen, wanted);
      if (atom.operator === "missing") return describePresence(seen, !wanted);
      break;
    case "field":
      return describeTruth(seen[0] as SeenValue, wanted);
    case "call": {
      const words = describeCall(atom, wanted, seen);
      if (words !== undefined) return words;
    }
  }
  return `${ruleToText(atom)} ${wanted ? "held" : "did not hold"}`;
}

function describeCall(
  { operator, args }: OperatorCall,
  wanted: boolean,
  seen: readonly SeenValue[],
): string | undefined {
  const pair = args as readonly [RuleNode, RuleNode];
  switch (operator) {
    case "==":
    case "===":
      return describeEquality(pair, wanted);
    case "!=":
    case "!==":
      return describeEquality(pair, !wanted);
    case "in":
      return describeMembership(pair, wanted, seen);
    default:
      return describeOrder(operator, args, wanted) ?? describeText(operator, pair, wanted);
  }
}

function isLiteral(part: RuleNode): boolean {
  return part.kind === "value" && !Array.isArray(part.value);
}

type Pair = readonly [RuleNode, RuleNode];

function describeEquality([first, second]: Pair, wanted: boolean): string {
  const [subject, other] = isLiteral(first) ? [second, first] : [first, second];
  const verb = wanted ? "were" : "were not";
  return `${ruleToText(subject)} ${verb} ${ruleToText(other)}`;
}

function describeMembership(
  [part, whole]: Pair,
  wanted: boolean,
  seen: readonly SeenValue[],
): string {
  const values = whole.kind === "value" && Array.isArray(whole.value) ? whole.value : [];
  if (values.length === 0) {
    return `${ruleToText(whole)} ${wanted ? "contained" : "did not contain"} ${ruleToText(part)}`;
  }
  if (!wanted) return `${ruleToText(part)} were not in ${ruleToText(whole)}`;
  const value = seen[0]?.value;
  const texts = values.filter((item): item is string => typeof item === "string");
  const nearest = typeof value === "string" ? findNearestName(value, texts) : undefined;
  return `${ruleToText(part)} were ${JSON.stringify(nearest ?? values[0])}`;
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

function describeOrder(
  operator: string,
  args: readonly RuleNode[],
  wanted: boolean,
): string | undefined {
  if (!Object.hasOwn(ORDER, operator) || args.length !== 2) return undefined;
  const asked = wanted ? (operator as Order) : ORDER[operator as Order].negated;
  const [first, second] = args as Pair;
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

function describeText(operator: string, [whole, part]: Pair, wanted: boolean): string | undefined {
  if (!Object.hasOwn(VERBS, operator)) return undefined;
  const [positive, negative] = VERBS[operator as keyof typeof VERBS];
  return `${ruleToText(whole)} ${wanted ? positive : negative} ${ruleToText(part)}`;
}

/** Fixed values are left out: the expression shows them. */
function readSeen(atom: RuleNode, subject: ConditionSubject, budget: Budget): readonly SeenValue[] {
  return partsSeen(atom).map((part): SeenValue => {
    const expression = ruleToText(part);
    const value = evaluate(compilePart(part), subject, budget);
    return value === undefined ? { expression } : { expression, value };
  });
}

function partsSeen(atom: RuleNode): readonly RuleNode[] {
  switch (atom.kind) {
    case "presence":
      return atom.parts;
    case "each":
      return [atom.list].filter(readsOrComputes);
    case "call":
      return atom.args.filter(readsOrComputes);
    default:
      return [atom];
  }
}

function readsOrComputes(part: RuleNode): boolean {
  if (part.kind === "list") return part.items.some(readsOrComputes);
  return part.kind !== "value";
}

function evaluate(evaluator: Evaluator, data: ConditionSubject, budget: Budget): unknown {
  try {
    return evaluator({ data, budget });
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return undefined;
  }
}
