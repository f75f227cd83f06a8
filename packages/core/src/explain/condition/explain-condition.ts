// A rule as written and an event → its atoms with what they saw, and the nearest change for a wanted result.

import { findNearestName } from "@hookwright/base";
import type { RenderLimits } from "@hookwright/template";
import { Budget, WorkLimitError } from "@hookwright/template/internal";
import type { AtomReport, SeenValue } from "../../base/index.ts";
import {
  type Condition,
  type ConditionSubject,
  compileCondition,
  compileElementCondition,
  compileName,
  compileNode,
  type Evaluator,
  isAbsent,
  type Operation,
  type RuleState,
  readOperation,
} from "../../match/index.ts";
import { type AtomChange, findNearestChange } from "./nearest-change.ts";
import { type Atom, atomsOf, ruleToText, splitRule } from "./split-rule.ts";

interface ConditionExplanation {
  readonly atoms: readonly AtomReport[];
  /** In words; absent where the result is the wanted one, or nothing in the event can make it so. */
  readonly change?: string;
}

interface ConditionQuestion {
  readonly subject: ConditionSubject;
  readonly limits: RenderLimits;
  /** The result that makes the mapping match. */
  readonly wanted: boolean;
  /** What `var` reads: the event, or the event with one element of `forEach`. Default: the event. */
  readonly scope?: "event" | "item";
}

/**
 * Unlike the condition itself, every atom is evaluated, also where an earlier one has decided. Results
 * and seen values have one budget each for all atoms; what is behind its end is not evaluated.
 */
export function explainCondition(
  rule: unknown,
  { subject, limits, wanted, scope = "event" }: ConditionQuestion,
): ConditionExplanation {
  const tree = splitRule(rule);
  const budgets = { result: new Budget(limits), seen: new Budget(limits) };
  const reports = new Map<Atom, AtomReport>(
    atomsOf(tree).map((atom) => [atom, reportAtom(atom, { subject, scope }, budgets)]),
  );
  const reportOf = (atom: Atom) => reports.get(atom) as AtomReport;
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

function reportAtom(
  atom: Atom,
  { subject, scope }: Pick<Required<ConditionQuestion>, "subject" | "scope">,
  budgets: Budgets,
): AtomReport {
  const { path, rule } = atom;
  const expression = ruleToText(rule);
  const compile = scope === "item" ? compileElementCondition : compileCondition;
  const condition = compile(rule, [], () => undefined) as Condition;
  const holds = within(() => condition.holds(subject, budgets.result));
  const seen = within(() => readSeen(atom, subject, { budget: budgets.seen, scope })) ?? [];
  return holds === undefined ? { path, expression, seen } : { path, expression, holds, seen };
}

/** Undefined where the budget does not suffice: conditions throw nothing else. */
function within<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Half a sentence behind "it would match if". Values of the event are not in it. */
function describeAtomChange(
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

/** The problems of the rule were reported when the config was loaded. */
const REPORT = (): void => undefined;

const STATE: Omit<RuleState, "scope"> = { rulePath: [], configPath: [], report: REPORT };

/** Operators whose first argument is a list, and whose others are evaluated for its elements. */
const SCOPED: ReadonlySet<string> = new Set(
  "map filter all none some find count reduce".split(" "),
);

/** Fixed values are left out: the expression shows them. */
function readSeen(
  { rule }: Atom,
  subject: ConditionSubject,
  { budget, scope }: { readonly budget: Budget; readonly scope: RuleState["scope"] },
): readonly SeenValue[] {
  return partsOf(rule).map((part): SeenValue => {
    const expression = ruleToText(part);
    const value = evaluate(compilePart(part, { ...STATE, scope }), subject, budget);
    return value === undefined ? { expression } : { expression, value };
  });
}

function partsOf(rule: object): readonly unknown[] {
  const { name, args } = readOperation(rule) as Operation;
  switch (name) {
    case "var":
      return [rule];
    case "exists":
      return args.map(partFromName);
    case "missing":
      return (Array.isArray(args[0]) ? args[0] : args).map(partFromName);
    case "missing_some":
      return (args[1] as readonly unknown[]).map(partFromName);
    default:
      return (SCOPED.has(name) ? args.slice(0, 1) : args).filter(readsEvent);
  }
}

function partFromName(name: unknown): unknown {
  return readOperation(name) === undefined ? { var: name } : name;
}

function readsEvent(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(readsEvent);
  return readOperation(part) !== undefined;
}

/** A missing field is told from null, which `var` does not do. */
function compilePart(part: unknown, state: RuleState): Evaluator {
  const operation = readOperation(part);
  if (operation?.name !== "var" || operation.args.length > 1) return compileNode(part, state);
  const read = compileName(operation.args[0], state);
  return ({ data }) => read(data);
}

function evaluate(evaluator: Evaluator, data: ConditionSubject, budget: Budget): unknown {
  try {
    return evaluator({ data, budget, trace: undefined });
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return undefined;
  }
}
