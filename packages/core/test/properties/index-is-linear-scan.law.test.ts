// Law: the index finds the mapping that trying one after the other finds.

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { MatchRule, MatchSubject } from "../../src/serving/match/index-mappings.ts";
import { findFailedClause, indexMappings } from "../../src/serving/match/index-mappings.ts";
import { now } from "../now.ts";

const paths = fc.constantFrom("a", "b", "a/b", "", "constructor", "__proto__");
const sources = fc.constantFrom("x", "y", "", "toString");
const values = fc.constantFrom("1", "2", "3");
const names = fc.constantFrom("h", "i", "__proto__");

const clauses = fc.array(
  fc.record({ name: names, values: fc.array(values, { minLength: 1, maxLength: 2 }) }),
  { maxLength: 2 },
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const conditions = fc.constantFrom("a", "b").map((path) => ({
  holds: (data: { readonly path: string }) => data.path === path,
}));

const plainRules: fc.Arbitrary<MatchRule> = fc.record({
  path: maybe(paths),
  source: maybe(sources),
  headers: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, clauses),
  query: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, clauses),
  when: fc.option(conditions, { nil: undefined, freq: 5 }),
  not: fc.constant(undefined),
});
const rules = fc
  .tuple(plainRules, fc.option(plainRules, { nil: undefined, freq: 6 }))
  .map(([rule, not]) => ({ ...rule, not }));

const subjects: fc.Arbitrary<MatchSubject> = fc.record({
  path: paths,
  source: maybe(sources),
  headers: fc.dictionary(names, values),
  query: fc.dictionary(names, values),
  payload: fc.constant({}),
  now: fc.constant(now),
});

const items = fc.array(rules, { maxLength: 30 }).map((list) => list.map((rule) => ({ rule })));

test("indexMappings() finds what a linear scan finds", () => {
  fc.assert(
    fc.property(items, fc.array(subjects, { minLength: 1, maxLength: 10 }), (list, events) => {
      const index = indexMappings(list);
      for (const subject of events) {
        const scanned = list.find(
          ({ rule }) => findFailedClause(rule, subject, eventBudget()) === undefined,
        );
        expect(index.find(subject, eventBudget())).toBe(scanned);
      }
    }),
    { numRuns: runs(2000) },
  );
});

const chained = fc
  .array(fc.tuple(rules, fc.constantFrom(true, true, false)), { minLength: 10, maxLength: 30 })
  .map((list) => list.map(([rule, isOpen]) => ({ rule, continue: isOpen })));

test("indexMappings() finds the matches after one with continue as a linear scan does", () => {
  let chains = 0;
  fc.assert(
    fc.property(chained, fc.array(subjects, { minLength: 1, maxLength: 10 }), (list, events) => {
      const index = indexMappings(list);
      for (const subject of events) {
        const matching = list.filter(
          ({ rule }) => findFailedClause(rule, subject, eventBudget()) === undefined,
        );
        const last = matching.findIndex((item) => !item.continue);
        const wanted = last === -1 ? matching : matching.slice(0, last + 1);
        const first = index.find(subject, eventBudget());
        expect(first).toBe(wanted[0]);
        if (first?.continue !== true) continue;
        if (wanted.length > 1) chains += 1;
        const found = index.findAfter(first, subject, eventBudget());
        expect(found).toHaveLength(wanted.length - 1);
        for (const [at, item] of found.entries()) expect(item).toBe(wanted[at + 1]);
      }
    }),
    { numRuns: runs(2000) },
  );
  expect(chains).toBeGreaterThan(runs(2000) / 20);
});

test("indexMappings() has a path that some rule names, and every path if a rule names none", () => {
  fc.assert(
    fc.property(items, paths, (list, path) => {
      const isAskedFor = list.some(({ rule }) => rule.path === undefined || rule.path === path);
      expect(indexMappings(list).hasPath(path)).toBe(isAskedFor);
    }),
    { numRuns: runs(500) },
  );
});

test("compileHooks() keeps the order of the mappings, in which the first match wins", async () => {
  const match = fc.record(
    { path: fc.constantFrom("a", "/b/", "a/b"), source: fc.constantFrom("x", "y") },
    { requiredKeys: [] },
  );
  const event = fc.record({
    path: fc.constantFrom("a", "b/", "/a/b", "c"),
    source: fc.constantFrom("x", "y", "z", 7, null),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(match, { maxLength: 12 }),
      event,
      async (matches, { path, source }) => {
        const mappings = matches.map((one) => ({ match: one, messageTemplate: "x" }));
        const name = path.replace(/^\/|\/$/g, "");
        const first = matches.findIndex(
          (one) =>
            (one.path === undefined || one.path.replace(/^\/|\/$/g, "") === name) &&
            (one.source === undefined || one.source === source),
        );
        const hooks = compileHooks({ hooks: { mappings } });
        const resolution = await hooks.resolve({ path, payload: { source } });
        const found = resolution.outcome === "action" ? resolution.mappingId : resolution.outcome;
        expect(found).toBe(first === -1 ? "unmatched" : `mapping-${first + 1}`);
      },
    ),
    { numRuns: runs(300) },
  );
});
