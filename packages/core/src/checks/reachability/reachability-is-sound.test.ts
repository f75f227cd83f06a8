// Law: no event is taken by a mapping that is said to be out of reach.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileMatch } from "../../compile/compile-match.ts";
import { findFailedClause } from "../../match/failed-clause.ts";
import type { MatchSubject } from "../../match/match-rule.ts";
import type { MatchInput } from "../../model/config.ts";
import { normalizeMappings } from "../../normalize/normalize-mappings.ts";
import { analyzeReachability } from "./analyze-reachability.ts";

const texts = fc.constantFrom("x", "y", "z");
const variables = fc.constantFrom("payload.a", "payload.source", "headers.h", "path", "query.q");
const variable = variables.map((name) => ({ var: name }));
const operator = fc.constantFrom("==", "===", "!=", "!==");

const { rule } = fc.letrec<{ rule: unknown }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(operator, variable, texts).map(([name, left, right]) => ({ [name]: [left, right] })),
    fc.tuple(variable, fc.uniqueArray(texts)).map(([needle, list]) => ({ in: [needle, list] })),
    variable,
    fc.boolean(),
    fc.constant({ ">": [{ var: "payload.n" }, 1] }),
    tie("rule").map((inner) => ({ "!": inner })),
    tie("rule").map((inner) => ({ "!!": inner })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 2 }).map((list) => ({ and: list })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 2 }).map((list) => ({ or: list })),
  ),
}));

const someTexts = fc.oneof(texts, fc.uniqueArray(texts, { minLength: 1 }));
const plain = fc.record(
  {
    path: texts,
    source: texts,
    headers: fc.record({ h: someTexts }),
    query: fc.record({ q: someTexts }),
    when: rule,
  },
  { requiredKeys: [] },
);
const matches: fc.Arbitrary<MatchInput> = fc
  .tuple(plain, fc.option(plain, { nil: undefined, freq: 3 }))
  .map(([match, not]) => (not === undefined ? match : { ...match, not }));

const value = fc.constantFrom<unknown>("x", "y", "other", "", null, ["x"], 2, undefined);
const subjects: fc.Arbitrary<MatchSubject> = fc
  .record({
    path: fc.constantFrom("x", "y", "z", "other"),
    a: value,
    n: fc.constantFrom(0, 5),
    source: value,
    h: fc.constantFrom(undefined, "x", "y", "other", ""),
    q: fc.constantFrom(undefined, "x", "y", "other", ""),
  })
  .map(({ path, a, n, source, h, q }) => ({
    path,
    payload: { a, n, source },
    source: typeof source === "string" ? source : undefined,
    headers: h === undefined ? {} : { h },
    query: q === undefined ? {} : { q },
  }));

test("analyzeReachability() puts no mapping out of reach that an event reaches", () => {
  fc.assert(
    fc.property(
      fc.array(matches, { minLength: 1, maxLength: 4 }),
      fc.array(subjects, { minLength: 20, maxLength: 40 }),
      (list, events) => {
        const { mappings } = normalizeMappings({ mappings: list.map((match) => ({ match })) });
        const verdicts = analyzeReachability(mappings).map(({ verdict }) => verdict);
        const rules = mappings.map(({ match }) => compileMatch(match, [], () => undefined));
        for (const subject of events) {
          const taker = rules.findIndex((one) => findFailedClause(one, subject) === undefined);
          if (taker === -1) continue;
          expect(["reachable", "unknown"]).toContain(verdicts[taker]);
        }
      },
    ),
    { numRuns: 500 },
  );
});
