import { expect, test } from "vitest";
import { explain } from "../../../test/explaining/explain.ts";

const template = { messageTemplate: "x" };

test("reportMatches() says of each mapping whether it was tried, and which clause failed", async () => {
  const { matches } = await explain(
    [
      { match: { path: "cd" }, ...template },
      { match: { path: "ci", source: "nightly" }, ...template },
      { match: { headers: { "X-Event": ["pull_request", "push"] } }, ...template },
      { match: { query: { kind: "full" } }, ...template },
      { match: { when: { "==": [{ var: "payload.n" }, 1] } }, ...template },
      { match: { not: { path: "ci" } }, ...template },
      { match: { path: "ci" }, ...template },
      { match: { path: "last" }, ...template },
    ],
    { path: "ci", payload: { source: "weekly", n: 2 }, headers: { "x-event": "pushed" } },
  );
  expect(matches).toMatchObject([
    { result: "not matched", clause: "path", seen: "ci", wouldMatchIf: 'the path were "cd"' },
    { clause: "source", seen: "weekly", wouldMatchIf: 'the source were "nightly"' },
    { clause: "headers.x-event", seen: "pushed", wouldMatchIf: 'header "x-event" were "push"' },
    { clause: "query.kind", wouldMatchIf: 'query parameter "kind" were "full"' },
    {
      clause: "when",
      wouldMatchIf: "payload.n were 1",
      atoms: [{ holds: false, seen: [{ value: 2 }] }],
    },
    { clause: "not", wouldMatchIf: 'the path were not "ci"' },
    { mappingId: "mapping-7", result: "matched" },
    { mappingId: "mapping-8", result: "not tried" },
  ]);
  expect(matches[3]).not.toHaveProperty("seen");
});

test("reportMatches() says that a condition could not be evaluated", async () => {
  const when = { "==": [{ var: "payload.a" }, "x"] };
  const { matches } = await explain(
    [
      { match: { when }, ...template },
      { match: { not: { when } }, ...template },
    ],
    { path: "ci", payload: { a: { toString: 1, valueOf: 2 } } },
  );
  const wouldMatchIf = "the condition could be evaluated for this payload";
  expect(matches).toMatchObject([
    { clause: "when", wouldMatchIf },
    { clause: "not", wouldMatchIf },
  ]);
});

test("reportMatches() reports the condition of the mapping that matched", async () => {
  const { matches } = await explain(
    [{ match: { when: { ">": [{ var: "payload.n" }, 1] } }, ...template }],
    { path: "ci", payload: { n: 2 } },
  );
  expect(matches).toMatchObject([
    { result: "matched", atoms: [{ expression: "payload.n > 1", holds: true }] },
  ]);
});

test("reportMatches() names a change that satisfies every clause, and what the first one saw", async () => {
  const isOpened = { "==": [{ var: "payload.action" }, "opened"] };
  const match = {
    path: "ci",
    headers: { a: "1", b: ["2", "3"] },
    query: { q: "x" },
    when: isOpened,
  };
  const { matches } = await explain([{ match, ...template }], {
    path: "ci",
    payload: { action: "closed" },
    headers: { a: "1", b: "4" },
  });
  expect(matches).toEqual([
    {
      mappingId: "mapping-1",
      result: "not matched",
      clause: "headers.b",
      seen: "4",
      wouldMatchIf:
        'header "b" were "2" and query parameter "q" were "x" and payload.action were "opened"',
    },
  ]);
});

test("reportMatches() names every way out of match.not, with the condition that held", async () => {
  const when = { "==": [{ var: "payload.a" }, 1] };
  const not = { path: "ci", source: "s", headers: { h: ["1", "2"] }, query: { q: "x" }, when };
  const { matches } = await explain(
    [
      { match: { path: "ci", not: { ...not, not: { path: "cd" } } }, ...template },
      { match: { path: "ci", not: {} }, ...template },
    ],
    { path: "ci", payload: { source: "s", a: 1 }, headers: { h: "2" }, query: { q: "x" } },
  );
  expect(matches).toEqual([
    {
      mappingId: "mapping-1",
      result: "not matched",
      clause: "not",
      wouldMatchIf: [
        'the path were not "ci"',
        'the source were not "s"',
        'header "h" were not "1" or "2"',
        'query parameter "q" were not "x"',
        "payload.a were not 1",
        "the clauses under match.not.not all held",
      ].join(" or "),
      atoms: [
        {
          path: [],
          expression: "payload.a == 1",
          holds: true,
          seen: [{ expression: "payload.a", value: 1 }],
          wouldMatchIf: "payload.a were not 1",
        },
      ],
    },
    {
      mappingId: "mapping-2",
      result: "not matched",
      clause: "not",
      wouldMatchIf: "match.not had a clause",
    },
  ]);
});

test("reportMatches() says of no mapping that it was tried where none was asked", async () => {
  const all = [{ ...template }];
  for (const [path, payload] of [
    ["ci", "text"],
    ["wake", { text: "x" }],
    ["agent", {}],
  ] as const) {
    const { matches } = await explain(all, { path, payload });
    expect(matches).toEqual([{ mappingId: "mapping-1", result: "not tried" }]);
  }
  const { matches } = await explain([{ match: { path: "cd" }, ...template }], {
    path: "ci",
    payload: 1,
  });
  expect(matches).toMatchObject([{ clause: "path", seen: "ci" }]);
});

test("reportMatches() shows no atom what is secret on a route with auth", async () => {
  const when = {
    and: [
      { "==": [{ var: "headers.x-gitlab-token" }, "the-secret-of-the-route"] },
      { startsWith: [{ var: "payload.ref" }, "refs/tags/"] },
    ],
  };
  const auth = { token: "the-secret-of-the-route", header: "x-gitlab-token" };
  const { matches } = await explain([{ match: { path: "ci", when }, auth, ...template }], {
    path: "ci",
    payload: { ref: "refs/heads/main" },
    headers: { "X-Gitlab-Token": "the-secret-of-the-route" },
    proof: "auth:ci",
  });
  expect(matches[0]?.atoms).toMatchObject([
    { holds: false, seen: [{ expression: "headers.x-gitlab-token" }] },
    { holds: false, seen: [{ expression: "payload.ref", value: "refs/heads/main" }] },
  ]);
  expect(matches[0]?.atoms?.[0]?.seen[0]).not.toHaveProperty("value");
});

test("reportMatches() names the condition itself where no event can change it", async () => {
  const always = { "==": ["a", "a"] };
  const { matches } = await explain(
    [
      { match: { when: { "!": always } }, ...template },
      { match: { not: { when: always } }, ...template },
      { match: { when: true }, ...template },
    ],
    { path: "ci", payload: {} },
  );
  expect(matches).toMatchObject([
    { clause: "when", wouldMatchIf: "the condition held" },
    { clause: "not", wouldMatchIf: "the condition under match.not did not hold" },
    { result: "matched" },
  ]);
  expect(matches[2]).not.toHaveProperty("atoms");
});
