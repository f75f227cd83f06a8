// All mappings, in order → of each whether any event can still reach it.
import type { Mapping } from "../../model/mapping.ts";
import { type Candidate, CandidateTable, type Compatible } from "./candidate-table.ts";
import { createEffort, type Effort, findEvent } from "./find-event.ts";
import { formulaFromMatch } from "./formula-from-match.ts";

/**
 * `shadowed`: earlier mappings take every event of it. `contradictory`: no event can match it at
 * all. `unknown`: it depends on rules that are not looked into, or on too many cases.
 */
export type Verdict = "reachable" | "shadowed" | "contradictory" | "unknown";

export interface Reachability {
  readonly mapping: Mapping;
  readonly verdict: Verdict;
  /** The earlier mapping that takes every event by itself, where one does. */
  readonly shadowedBy?: Mapping;
  /** Earlier mappings that take some of its events. */
  readonly overlaps: readonly Mapping[];
}

export function analyzeReachability(mappings: readonly Mapping[]): readonly Reachability[] {
  const earlier = new CandidateTable();
  const effort = createEffort();
  return mappings.map((mapping) => {
    const candidate = { mapping, formula: formulaFromMatch(mapping.match) };
    const reachability = judge(candidate, earlier.compatibleWith(mapping), effort);
    earlier.add(candidate);
    return reachability;
  });
}

function judge(
  candidate: Candidate,
  { candidates, isComplete }: Compatible,
  effort: Effort,
): Reachability {
  const { mapping, formula } = candidate;
  if (findEvent({ holds: formula, fail: [] }, effort) === "none") {
    return { mapping, verdict: "contradictory", overlaps: [] };
  }
  const overlapping = candidates.filter((earlier) => overlap(earlier, candidate, effort));
  const overlaps = overlapping.map((earlier) => earlier.mapping);
  const finding = findEvent(
    { holds: formula, fail: overlapping.map((one) => one.formula) },
    effort,
  );
  if (finding === "none") {
    const alone = overlapping.find((one) => takesAll(one, candidate, effort));
    return { mapping, verdict: "shadowed", overlaps, ...(alone && { shadowedBy: alone.mapping }) };
  }
  const isReachable = finding === "found" && isComplete;
  return { mapping, verdict: isReachable ? "reachable" : "unknown", overlaps };
}

/** Whether some event may match both; an open question counts as yes. */
function overlap(earlier: Candidate, later: Candidate, effort: Effort): boolean {
  const both = { kind: "all", of: [later.formula, earlier.formula] } as const;
  return findEvent({ holds: both, fail: [] }, effort) !== "none";
}

function takesAll(earlier: Candidate, later: Candidate, effort: Effort): boolean {
  return findEvent({ holds: later.formula, fail: [earlier.formula] }, effort) === "none";
}
