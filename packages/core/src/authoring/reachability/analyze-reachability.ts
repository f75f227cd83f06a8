// All mappings, in order → of each whether any event can still reach it.
import type { MappingReachability, MatchClauses, Verdict } from "../../model/index.ts";
import type { Mapping } from "../config/index.ts";
import { createEffort, type Effort, findEvent } from "./find-event.ts";
import { BUILT_IN_EVENTS, type Formula, oddEvents } from "./formula.ts";
import { formulaFromMatch } from "./formula-from-match.ts";

/** What of a mapping decides which events it takes. */
export type Matching = Pick<Mapping, "id" | "match" | "continue">;

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
    const reachability = classify(candidate, earlier.compatibleWith(mapping), effort);
    // With `continue`, it takes no event from those after it.
    if (mapping.continue !== true) earlier.add(candidate);
    return reachability;
  });
}

function classify<Item extends Matching>(
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
  if (areDisjoint(earlier.mapping.match, later.mapping.match)) return false;
  const both = { kind: "all", of: [later.formula, earlier.formula] } as const;
  return findEvent({ holds: both, fail: [BUILT_IN_EVENTS] }, effort) !== "none";
}

/** Most mappings ask for a path or an event of their own: no event needs to be looked for. */
function areDisjoint(one: MatchClauses, other: MatchClauses): boolean {
  if (one.path !== undefined && other.path !== undefined && one.path !== other.path) return true;
  if (one.source !== undefined && other.source !== undefined && one.source !== other.source) {
    return true;
  }
  return areDisjointValues(one.headers, other.headers) || areDisjointValues(one.query, other.query);
}

function areDisjointValues(one: MatchClauses["query"], other: MatchClauses["query"]): boolean {
  return one.some(({ name, values }) =>
    other.some(
      (clause) => clause.name === name && !clause.values.some((value) => values.includes(value)),
    ),
  );
}

function takesAll(
  earlier: Candidate<Matching>,
  later: Candidate<Matching>,
  effort: Effort,
): boolean {
  const fail = [BUILT_IN_EVENTS, earlier.formula];
  return findEvent({ holds: later.formula, fail }, effort) === "none";
}

interface Candidate<Item> {
  readonly mapping: Item;
  readonly formula: Formula;
}

interface Compatible<Item> {
  readonly candidates: readonly Candidate<Item>[];
  /** Whether no mapping was left out that could matter. */
  readonly isComplete: boolean;
}

/** Configs of people are compared as a whole; a generated one of thousands is looked up by key. */
const MAX_COMPARED_MAPPINGS = 60;

type KeyParts = readonly [path: string | null, source: string | null, header: string | null];

/**
 * A mapping that asks for a path, a source or a header which the later one does not mention leaves it
 * the events without; those only another mapping without that clause can take. So it may be left out
 * as long as no clause asks for the absence of something, which conditions and `not` can do.
 */
class CandidateTable<Item extends { readonly match: MatchClauses }> {
  readonly #all: Candidate<Item>[] = [];
  readonly #byKey = new Map<string, Candidate<Item>[]>();
  #isPositive = true;

  add(candidate: Candidate<Item>): void {
    const { match } = candidate.mapping;
    this.#all.push(candidate);
    this.#isPositive &&= isPositive(match);
    for (const header of headerKeys(match.headers.slice(0, 1))) {
      const key = JSON.stringify([match.path ?? null, match.source ?? null, header]);
      const list = this.#byKey.get(key);
      if (list === undefined) this.#byKey.set(key, [candidate]);
      else list.push(candidate);
    }
  }

  compatibleWith({ match }: Item): Compatible<Item> {
    if (this.#all.length <= MAX_COMPARED_MAPPINGS)
      return { candidates: this.#all, isComplete: true };
    const found = new Set<Candidate<Item>>();
    for (const key of keysOf(match)) {
      // One more than are compared says that something is left out: thousands may have the same key.
      const some = this.#byKey.get(JSON.stringify(key)) ?? [];
      for (const candidate of some.slice(0, MAX_COMPARED_MAPPINGS + 1)) found.add(candidate);
    }
    // Conditions of the later one can ask for what its keys do not show.
    const isComplete = this.#isPositive && isPositive(match) && found.size <= MAX_COMPARED_MAPPINGS;
    return { candidates: [...found].slice(0, MAX_COMPARED_MAPPINGS), isComplete };
  }
}

function isPositive({ when, not }: MatchClauses): boolean {
  return when === undefined && not === undefined;
}

/** The keys under which a mapping may be indexed that takes events of this match. */
function keysOf(match: MatchClauses): readonly KeyParts[] {
  const paths = new Set([match.path ?? null, null]);
  const sources = new Set([match.source ?? null, null]);
  const headers = new Set([...headerKeys(match.headers), null]);
  return [...paths].flatMap((path) =>
    [...sources].flatMap((source) =>
      [...headers].map((header): KeyParts => [path, source, header]),
    ),
  );
}

function headerKeys(headers: MatchClauses["headers"]): readonly (string | null)[] {
  if (headers.length === 0) return [null];
  return headers.flatMap(({ name, values }) => values.map((value) => `${name}: ${value}`));
}

/** As a caller of the hooks gets it. */
export function reportReachability(mappings: readonly Matching[]): readonly MappingReachability[] {
  return analyzeReachability(mappings).map(({ mapping, verdict, shadowedBy, overlaps }) => ({
    mappingId: mapping.id,
    verdict,
    ...(shadowedBy && { shadowedBy: shadowedBy.id }),
    overlaps: overlaps.map(({ id }) => id),
  }));
}
