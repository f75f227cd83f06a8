// Laws of reachability: its verdicts are what trying every event of a small world shows.

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import type { MatchInput } from "../../src/authoring/config/config.ts";
import { planMatch } from "../../src/authoring/plan/plan-mapping.ts";
import { reportReachability } from "../../src/authoring/reachability/analyze-reachability.ts";
import { linkMatch } from "../../src/serving/link/link-mapping.ts";
import { findFailedClause } from "../../src/serving/match/index-mappings.ts";
import { anyMatches, decidableMatches, everySubject } from "../matching/small-world.ts";
import { mappingsOf } from "../reporting.ts";

const RUNS = runs(150);

/** Each run tries thousands of events, beside other tests on two cores. */
const TIME = { timeout: 600_000 };

interface Enumeration {
  /** Whether some event is like this, for each mapping. */
  readonly isMatched: readonly boolean[];
  readonly isReached: readonly boolean[];
  /** Of each mapping, the earlier ones that match an event which it matches too. */
  readonly overlaps: readonly ReadonlySet<number>[];
}

function enumerate(matches: readonly MatchInput[]): Enumeration {
  const rules = normalize(matches).map(({ match }) =>
    linkMatch(planMatch(match, [], () => undefined)),
  );
  const isMatched = rules.map(() => false);
  const isReached = rules.map(() => false);
  const overlaps = rules.map(() => new Set<number>());
  for (const subject of everySubject) {
    const matching = rules.flatMap((rule, index) =>
      findFailedClause(rule, subject, eventBudget()) === undefined ? [index] : [],
    );
    for (const [place, index] of matching.entries()) {
      isMatched[index] = true;
      for (const earlier of matching.slice(0, place)) overlaps[index]?.add(earlier);
    }
    if (matching[0] !== undefined) isReached[matching[0]] = true;
  }
  return { isMatched, isReached, overlaps };
}

function normalize(matches: readonly MatchInput[]) {
  return mappingsOf({ mappings: matches.map((match) => ({ match })) });
}

function verdictFrom({ isMatched, isReached }: Enumeration, index: number): string {
  if (isReached[index]) return "reachable";
  return isMatched[index] ? "shadowed" : "contradictory";
}

const idsFrom = (indexes: Iterable<number>) => [...indexes].sort().map((at) => `mapping-${at + 1}`);

/** Every other list ends with a rule that stood in it before: chance alone seldom shadows one. */
function listsOf(match: fc.Arbitrary<MatchInput>): fc.Arbitrary<readonly MatchInput[]> {
  const lists = fc.array(match, { minLength: 1, maxLength: 4 });
  return fc
    .tuple(lists, fc.boolean())
    .map(([list, isRepeated]) => (isRepeated ? [...list, ...list.slice(0, 1)] : list));
}

test("reportReachability() agrees with trying every event", TIME, () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(listsOf(decidableMatches), (matches) => {
      const enumeration = enumerate(matches);
      for (const [index, found] of reportReachability(normalize(matches)).entries()) {
        const wanted = verdictFrom(enumeration, index);
        seen.set(wanted, (seen.get(wanted) ?? 0) + 1);
        expect([index, found.verdict]).toEqual([index, wanted]);
        if (wanted === "contradictory") continue;
        expect([...found.overlaps].sort()).toEqual(idsFrom(enumeration.overlaps[index] ?? []));
      }
    }),
    { numRuns: RUNS },
  );
  for (const verdict of ["reachable", "shadowed", "contradictory"]) {
    expect([verdict, (seen.get(verdict) ?? 0) > RUNS / 20]).toEqual([verdict, true]);
  }
});

test("reportReachability() lets a mapping with continue take no event from others", TIME, () => {
  fc.assert(
    fc.property(
      listsOf(decidableMatches),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      (matches, open) => {
        const mappings = normalize(matches).map((mapping, at) => ({
          ...mapping,
          ...(open[at] && { continue: true }),
        }));
        for (const [index, found] of reportReachability(mappings).entries()) {
          // As if those before it that have it were not there.
          const isKept = (at: number) => at >= index || !open[at];
          const kept = matches.filter((_, at) => isKept(at));
          const place = matches.slice(0, index).filter((_, at) => isKept(at)).length;
          expect(found.verdict).toBe(verdictFrom(enumerate(kept), place));
        }
      },
    ),
    { numRuns: RUNS / 3 },
  );
});

test("reportReachability() reports rules that it does not analyse as unknown", TIME, () => {
  fc.assert(
    fc.property(listsOf(anyMatches), (matches) => {
      const enumeration = enumerate(matches);
      for (const [index, { verdict }] of reportReachability(normalize(matches)).entries()) {
        if (verdict === "unknown") continue;
        expect([index, verdict === "reachable"]).toEqual([index, enumeration.isReached[index]]);
      }
    }),
    { numRuns: RUNS },
  );
});
