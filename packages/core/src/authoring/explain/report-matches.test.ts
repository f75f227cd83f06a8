import { expect, test } from "vitest";
import { explain, explainFully } from "../../../test/explaining/explain.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { HookEvent } from "../../model/event.ts";
import type { MatchInput } from "../config/config.ts";

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

const ASKED = {
  path: "ci",
  source: "nightly",
  headers: { "X-Event": ["push", "tag"] },
  query: { kind: "full" },
  when: { and: [{ "==": [{ var: "payload.a" }, 1] }, { ">": [{ var: "payload.n" }, 5] }] },
  not: { headers: { "x-bot": "1" }, when: { "==": [{ var: "payload.draft" }, true] } },
};

test("reportMatches() says of each clause what it saw, also behind one that failed", async () => {
  const { matches } = await explainFully([{ match: ASKED, ...template }], {
    path: "ci",
    payload: { source: "nightly", a: 1, n: 2, draft: true },
    headers: { "x-event": "issue" },
    query: { kind: "full" },
  });
  const path = ["hooks", "mappings", 0, "match"];
  expect(matches[0]).toMatchObject({ result: "not matched", clause: "headers.x-event" });
  expect(matches[0]).not.toHaveProperty("atoms");
  expect(matches[0]?.clauses).toMatchObject([
    { clause: "path", result: "passed", wanted: ["ci"], seen: "ci" },
    { clause: "source", result: "passed", wanted: ["nightly"], seen: "nightly" },
    {
      clause: "headers.x-event",
      result: "failed",
      wanted: ["push", "tag"],
      seen: "issue",
      at: { path: [...path, "headers", "X-Event"] },
    },
    {
      clause: "query.kind",
      result: "passed",
      seen: "full",
      at: { path: [...path, "query", "kind"] },
    },
    {
      clause: "when",
      result: "failed",
      at: { path: [...path, "when"] },
      atoms: [
        { holds: true, at: { path: [...path, "when", "and", 0] } },
        { holds: false, seen: [{ value: 2 }], at: { path: [...path, "when", "and", 1] } },
      ],
    },
    {
      clause: "not",
      result: "passed",
      atoms: [{ holds: true, at: { path: [...path, "not", "when"] } }],
    },
  ]);
});

test("reportMatches() says nothing of the clauses of mappings that are not of the hook, or not tried", async () => {
  const { matches } = await explainFully(
    [{ match: { path: "cd" }, ...template }, { ...template }, { ...template }],
    { path: "ci", payload: {} },
  );
  expect(matches.map(({ clauses }) => clauses)).toEqual([undefined, [], undefined]);
});

test("reportMatches() has the proof of a mapping among its clauses", async () => {
  const auth = { provider: "github", secret: "secret-of-the-signed-hooks" } as const;
  const hooks = compileHooks({
    hooks: {
      mappings: [
        { match: { path: "ci" }, auth, ...template },
        { match: { path: "cd" }, auth: { ...auth, orToken: true }, ...template },
      ],
    },
  });
  const clausesOf = async (path: string) => {
    const { matches } = await hooks.explain(
      { path, payload: {}, proof: "token" },
      { details: "report" },
    );
    return matches.map(({ clauses }) => clauses);
  };
  const at = { path: ["hooks", "mappings", 0, "auth"] };
  const failed = [{ clause: "auth", result: "failed", at }];
  expect(await clausesOf("ci")).toEqual([failed, undefined]);
  expect(await clausesOf("cd")).toMatchObject([
    failed,
    [
      { clause: "auth", result: "passed" },
      { clause: "path", result: "passed" },
    ],
  ]);
});

const EVENT = {
  path: "ci",
  payload: { source: "nightly", a: 1, n: 9 },
  headers: { "x-event": "push" },
  query: { kind: "full" },
};

test.each<[string, Partial<HookEvent>, object]>([
  ["nothing", {}, {}],
  ["a header", { headers: { "x-event": "pish" } }, { patch: { "headers.x-event": "push" } }],
  ["a header that is missing", { headers: {} }, { patch: { "headers.x-event": "push" } }],
  [
    "several clauses",
    { payload: { a: 2, n: 9 }, query: {} },
    { patch: { "payload.source": "nightly", "query.kind": "full", "payload.a": 1 } },
  ],
  [
    "match.not",
    { payload: { ...EVENT.payload, draft: true }, headers: { "x-event": "push", "x-bot": "1" } },
    { remove: ["headers.x-bot"] },
  ],
  [
    "a condition and match.not",
    {
      payload: { ...EVENT.payload, n: 2, draft: true },
      headers: { "x-event": "push", "x-bot": "1" },
    },
    { patch: { "payload.n": 6 }, remove: ["headers.x-bot"] },
  ],
])("findChange() proposes a change of %s that was tried", async (_what, changed, change) => {
  const event = { ...EVENT, ...changed };
  const hooks = compileHooks({ hooks: { mappings: [{ match: ASKED, ...template }] } });
  const { matches } = await hooks.explain(event, { details: "report" });
  expect(matches[0]?.change ?? {}).toEqual(change);
  const [plain] = (await hooks.explain(event)).matches;
  expect([plain?.change, plain?.clauses]).toEqual([undefined, undefined]);
});

test("findChange() has a change for each clause and each atom, which gives it the other result", async () => {
  const hooks = compileHooks({ hooks: { mappings: [{ match: ASKED, ...template }] } });
  const { matches } = await hooks.explain(EVENT, { details: "report" });
  expect(matches[0]?.result).toBe("matched");
  const clauses = matches[0]?.clauses ?? [];
  expect(clauses.map(({ clause, change }) => [clause, change])).toEqual([
    ["path", undefined],
    ["source", { remove: ["payload.source"] }],
    ["headers.x-event", { remove: ["headers.x-event"] }],
    ["query.kind", { remove: ["query.kind"] }],
    ["when", { patch: { "payload.a": 2 } }],
    ["not", undefined],
  ]);
  const atoms = clauses.flatMap((clause) => clause.atoms ?? []);
  expect(atoms.map(({ expression, change }) => [expression, change])).toEqual([
    ["payload.a == 1", { patch: { "payload.a": 2 } }],
    ["payload.n > 5", { patch: { "payload.n": 5 } }],
    ["payload.draft == true", { patch: { "payload.draft": true } }],
  ]);
});

test.each<[string, object, unknown]>([
  ["a constant decides", { "==": [1, 2] }, {}],
  [
    "two atoms contradict each other",
    { and: [{ "==": [{ var: "payload.a" }, 1] }, { "==": [{ var: "payload.a" }, 2] }] },
    {},
  ],
  ["the value is below a text", { "==": [{ var: "payload.a.b" }, 1] }, { a: "text" }],
  ["the time decides", { "<": [{ var: "now" }, "2000"] }, {}],
])("findChange() proposes nothing if %s", async (_what, when, payload) => {
  const hooks = compileHooks({
    hooks: { mappings: [{ match: { path: "ci", when }, ...template }] },
  });
  const { matches } = await hooks.explain({ path: "ci", payload }, { details: "report" });
  expect(matches[0]).not.toHaveProperty("change");
});

test.each<[string, MatchInput, object]>([
  ["the path", { when: { "==": [{ var: "path" }, "cd"] } }, { patch: { path: "cd" } }],
  [
    "a header that is compared with a number",
    { when: { "==": [{ var: "headers.X-N" }, 5] } },
    { patch: { "headers.X-N": "5" } },
  ],
  ["a query parameter", { when: { exists: "query.a" } }, { patch: { "query.a": "true" } }],
  [
    "a value that must go",
    { when: { "!": { exists: "payload.list" } } },
    { remove: ["payload.list"] },
  ],
  ["the first way out of match.not", { not: { source: "s" } }, { remove: ["payload.source"] }],
  ["a parameter under match.not", { not: { query: { b: "1" } } }, { remove: ["query.b"] }],
  [
    "a condition under match.not",
    { not: { when: { in: ["a", { var: "payload.list" }] } } },
    { remove: ["payload.list"] },
  ],
])("findChange() can change %s", async (_what, match, change) => {
  const hooks = compileHooks({ hooks: { mappings: [{ match, ...template }] } });
  const event = { path: "ci", payload: { list: ["a"], source: "s" }, query: { b: "1" } };
  const { matches } = await hooks.explain(event, { details: "report" });
  expect(matches[0]).toMatchObject({ result: "not matched", change });
});
