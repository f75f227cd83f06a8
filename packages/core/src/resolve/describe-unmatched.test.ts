import { expect, test } from "vitest";
import type { HookEvent } from "../base/event.ts";
import type { MappingInput, MatchInput } from "../config/config.ts";
import { compileHooks } from "../engine.ts";

async function describe(matches: readonly MatchInput[], event: Partial<HookEvent> = {}) {
  const mappings = matches.map((match): MappingInput => ({ match, messageTemplate: "x" }));
  const hooks = compileHooks({ hooks: { mappings } });
  const resolution = await hooks.resolve({ path: "ci", payload: {}, ...event });
  return resolution.outcome === "unmatched" ? resolution.detail : resolution.outcome;
}

const path = "ci";
const never = { "==": [1, 2] };
const always = { "==": [1, 1] };

test.each<[string, MatchInput, string]>([
  ["a source", { source: "s" }, 'its match.source wants "s", and the event has none'],
  [
    "a header",
    { headers: { "X-Event": ["push", "tag"] } },
    'its match.headers.x-event wants "push" or "tag", and the event has another value',
  ],
  [
    "two clauses",
    { headers: { "x-none": "1" }, query: { q: "1" } },
    'its match.headers.x-none wants "1", and the event has none, and its match.query.q wants "1", and the event has another value',
  ],
  ["a condition", { when: never }, "its match.when does not hold"],
  ["a clause that must fail", { not: { headers: { "x-event": "issue" } } }, "its match.not holds"],
  [
    "either of two conditions",
    { when: always, not: { when: always } },
    "its match.when does not hold, or its match.not holds",
  ],
])("describeUnmatched() names %s", async (_name, match, why) => {
  const event = { headers: { "X-Event": "issue" }, query: { q: "secret" } };
  expect(await describe([{ path, ...match }], event)).toBe(
    `The nearest mapping is "mapping-1": ${why}.`,
  );
});

test("describeUnmatched() takes the mapping with the fewest failed clauses, the first of equals", async () => {
  const far = { path, headers: { a: "1", b: "1" } };
  const near = { path, headers: { a: "1" } };
  const elsewhere = { path: "cd" };
  expect(await describe([elsewhere, far, near, near])).toMatch(
    /^The nearest mapping is "mapping-3"/,
  );
  expect(await describe([{ source: "any name" }, near])).toMatch(/"mapping-1"/);
});

test("describeUnmatched() tells no value of the event", async () => {
  const match = { path, source: "s", headers: { a: "1" }, query: { b: "1" } };
  const event = {
    payload: { source: "5ecret" },
    headers: { a: "5ecret" },
    query: { b: "5ecret" },
  };
  expect(await describe([match], event)).not.toContain("5ecret");
});

test("describeUnmatched() compares a hundred mappings at most", async () => {
  const far = { path, headers: { a: "1", b: "1" } };
  const matches = [...Array.from({ length: 100 }, () => far), { path, headers: { a: "1" } }];
  expect(await describe(matches)).toMatch(/^The nearest mapping is "mapping-1"/);
});

test("describeUnmatched() has nothing to tell of a name that no mapping has", async () => {
  expect(await describe([{ path: "cd" }])).toBe(undefined);
});

test("describeUnmatched() quotes a wanted value as JSON does", async () => {
  const match = { path: "ci", source: 'a "b"' };
  const hooks = compileHooks({ hooks: { mappings: [{ id: "m", match, messageTemplate: "x" }] } });
  expect(await hooks.resolve({ path: "ci", payload: {} })).toMatchObject({
    detail: expect.stringContaining('match.source wants "a \\"b\\"", and'),
  });
});
