// All mappings, in order → of each whether any event can still reach it.

import type { Verdict } from "../../base/index.ts";
import type { Mapping } from "../../config/index.ts";
import { type Candidate, CandidateTable, type Compatible } from "./candidate-table.ts";
import { createEffort, type Effort, findEvent } from "./find-event.ts";
import { BUILT_IN_EVENTS, type Formula, oddEvents } from "./formula.ts";
import { formulaFromMatch } from "./formula-from-match.ts";

/** What of a mapping decides which events it takes. */
export type Matching = Pick<Mapping, "id" | "match">;

export interface Reachability<Item extends Matching> {
  readonly mapping: Item;
  readonly verdict: Verdict;
  /** The earlier mapping that takes every event by itself, where one does. */
  readonly shadowedBy?: Item;
  /** Earlier mappings that take some of its events. None for a shadowed one: built-in routes take all. */
  readonly overlaps: readonly Item[];
  /** Whether earlier mappings leave it nothing but events with a list or an odd object for a text. */
  readonly isSeldom?: boolean;
}

export function analyzeReachability<Item extends Matching>(
  mappings: readonly Item[],
): readonly Reachability<Item>[] {
  const earlier = new CandidateTable<Item>();
  const effort = createEffort();
  return mappings.map((mapping) => {
    const candidate = { mapping, formula: formulaFromMatch(mapping.match) };
    const reachability = judge(candidate, earlier.compatibleWith(mapping), effort);
    earlier.add(candidate);
    return reachability;
  });
}

function judge<Item extends Matching>(
  candidate: Candidate<Item>,
  { candidates, isComplete }: Compatible<Item>,
  effort: Effort,
): Reachability<Item> {
  const { mapping, formula } = candidate;
  if (findEvent({ holds: formula, fail: [] }, effort) === "none") {
    return { mapping, verdict: "contradictory", overlaps: [] };
  }
  const overlapping = candidates.filter((earlier) => overlap(earlier, candidate, effort));
  const overlaps = overlapping.map((earlier) => earlier.mapping);
  const finding = findEvent(
    { holds: formula, fail: [BUILT_IN_EVENTS, ...overlapping.map((one) => one.formula)] },
    effort,
  );
  if (finding === "none") {
    const alone = overlapping.find((one) => takesAll(one, candidate, effort));
    return { mapping, verdict: "shadowed", overlaps, ...(alone && { shadowedBy: alone.mapping }) };
  }
  const isReachable = finding === "found" && isComplete;
  const verdict = isReachable ? "reachable" : "unknown";
  if (!isSeldom(formula, overlapping, effort)) return { mapping, verdict, overlaps };
  return { mapping, verdict, overlaps, isSeldom: true };
}

/** `==` also holds for a list of one text, which `in` does not take: no sender writes a text so. */
function isSeldom(
  formula: Formula,
  earlier: readonly Candidate<Matching>[],
  effort: Effort,
): boolean {
  const formulas = earlier.map((one) => one.formula);
  const odd = oddEvents([formula, ...formulas]);
  if (earlier.length === 0 || odd === undefined) return false;
  const wish = { holds: formula, fail: [BUILT_IN_EVENTS, odd, ...formulas] };
  return findEvent(wish, effort) === "none";
}

/** Whether some event may match both; an open question counts as yes. */
function overlap(
  earlier: Candidate<Matching>,
  later: Candidate<Matching>,
  effort: Effort,
): boolean {
  const both = { kind: "all", of: [later.formula, earlier.formula] } as const;
  return findEvent({ holds: both, fail: [BUILT_IN_EVENTS] }, effort) !== "none";
}

function takesAll(
  earlier: Candidate<Matching>,
  later: Candidate<Matching>,
  effort: Effort,
): boolean {
  const fail = [BUILT_IN_EVENTS, earlier.formula];
  return findEvent({ holds: later.formula, fail }, effort) === "none";
}
