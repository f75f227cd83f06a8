// A rule as written and an event → its atoms with what they saw, and the nearest change for a wanted result.

import type { RenderLimits } from "@hookwright/template";
import { Budget } from "@hookwright/template/internal";
import type { AtomReport } from "../../base/index.ts";
import type { Condition, ConditionSubject } from "../../match/index.ts";
import { compileCondition, compileElementCondition } from "../../match/index.ts";
import { describeAtomChange } from "./describe-atom-change.ts";
import { findNearestChange } from "./nearest-change.ts";
import { readSeen } from "./read-seen.ts";
import { ruleToText } from "./rule-to-text.ts";
import { type Atom, atomsOf, splitRule } from "./split-rule.ts";

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
