// The match of a mapping → its leaves: every clause and every atom of its conditions, each evaluated separately.

import { readHeader, readHeaderOf } from "@hookwright/base";
import type { ConfigPath, MatchClauses, ValueClause } from "@hookwright/core";
import { atomsOf, type Mapping, readRule, ruleToText, splitRule } from "@hookwright/core/plan";
import {
  type Condition,
  type ConditionSubject,
  conditionFromTree,
  type EventView,
  type RuleNode,
  readsEvent,
} from "@hookwright/core/runtime";
import type { RenderLimits } from "@hookwright/template";
import { Budget } from "@hookwright/template/runtime";

interface LeafBase {
  readonly path: ConfigPath;
  readonly label: string;
  /** Whether it is below `not`, so that it must fail. */
  readonly isUnwanted: boolean;
}

/** A `source`, a header or a query parameter, and its accepted values. */
export interface ValueLeaf extends LeafBase {
  readonly kind: "source" | "headers" | "query";
  readonly name: string;
  readonly values: readonly string[];
}

export interface AtomLeaf extends LeafBase {
  readonly kind: "atom";
  readonly atom: RuleNode;
  readonly condition: Condition;
}

export type Leaf = ValueLeaf | AtomLeaf;

/** The hook name is not a leaf, because mappings of other names are never tried. */
export function leavesOfMatch(
  match: MatchClauses,
  path: ConfigPath,
  isUnwanted = false,
): readonly Leaf[] {
  const { source, headers, query, when, not } = match;
  const base = (key: ConfigPath, label: string): LeafBase => ({
    path: [...path, ...key],
    label: isUnwanted ? `not: ${label}` : label,
    isUnwanted,
  });
  const values =
    (kind: "headers" | "query") =>
    ({ name, values }: ValueClause): ValueLeaf => ({
      ...base([kind, name], `${kind}.${name}`),
      kind,
      name,
      values,
    });
  const kind = "source" as const;
  const ofSource =
    source === undefined ? [] : [{ ...base([kind], kind), kind, name: kind, values: [source] }];
  return [
    ...ofSource,
    ...headers.map(values("headers")),
    ...query.map(values("query")),
    ...leavesOfRule(when, "event").map((leaf) => ({
      ...leaf,
      ...base(["when", ...leaf.path], leaf.label),
    })),
    ...(not === undefined ? [] : leavesOfMatch(not, [...path, "not"], true)),
  ];
}

/** The atoms of `forEach.when`, which are evaluated for each element. */
export function leavesOfElements({ forEach, configPath }: Mapping): readonly AtomLeaf[] {
  const path = [...configPath, "forEach", "when"];
  return leavesOfRule(forEach?.when, "item").map((leaf) => ({
    ...leaf,
    path: [...path, ...leaf.path],
  }));
}

/** The compiler has reported problems of the rule. */
function leavesOfRule(rule: unknown, scope: "event" | "item"): readonly AtomLeaf[] {
  if (rule === undefined) return [];
  // An atom that reads nothing is constant.
  const atoms = atomsOf(splitRule(readRule(rule, { scope }))).filter(readsEvent);
  return atoms.map((atom) => ({
    kind: "atom",
    path: atom.at,
    label: ruleToText(atom),
    isUnwanted: false,
    atom,
    condition: conditionFromTree(atom),
  }));
}

/** The result of each leaf for an event; undefined if it cannot be evaluated. */
export type Vector = readonly (boolean | undefined)[];

export function askLeaves(
  leaves: readonly Leaf[],
  subject: ConditionSubject,
  limits: RenderLimits,
): Vector {
  return leaves.map((leaf) => {
    if (leaf.kind !== "atom") {
      const seen = seenBy(leaf, subject as EventView);
      return seen !== undefined && leaf.values.includes(seen);
    }
    // Each has its own budget, because atoms are evaluated that the walk would skip.
    return within(() => leaf.condition.holds(subject, new Budget(limits)));
  });
}

/** The event's value for a clause. */
export function seenBy({ kind, name }: ValueLeaf, view: EventView): string | undefined {
  if (kind === "source") return view.source;
  return kind === "headers" ? readHeaderOf(view, name) : readHeader(view.query, name);
}

/** Undefined if the budget is exceeded, the only reason for which conditions throw. */
function within(ask: () => boolean | undefined): boolean | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
