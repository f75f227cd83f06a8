import { expect, test } from "vitest";
import { withProblems } from "../../../test/reporting.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";
import type { MappingInput, MatchInput } from "../config/config.ts";
import { checkMatchValues } from "./check-match-values.ts";

type Match = Record<string, unknown>;

const check = (match: Match, more: MappingInput = {}): readonly Problem[] =>
  withProblems((report) =>
    checkMatchValues({ mappings: [{ ...more, match: match as MatchInput }] }, report),
  ).problems;

/** What an author makes of the match who does what the hint says. */
function follow(match: Match, { hint = "", path, change }: Problem): Match {
  const [clause, name] = path.slice(4) as [string, string?];
  if (change?.kind === "replace") {
    return { ...match, [clause]: name === undefined ? change.value : { [name]: change.value } };
  }
  const { [clause]: _, ...others } = match;
  const [, written = "{}"] = /^In place of .+ write (.+?)(?: into "match")?\.$/.exec(hint) ?? [];
  return { ...others, ...JSON.parse(written === "{}" ? written : `{${written}}`) };
}

interface Sent {
  readonly clause: string;
  readonly value: string;
}

async function takes(match: Match, { clause, value }: Sent): Promise<boolean> {
  const hooks = compileHooks({ hooks: { mappings: [{ match, messageTemplate: "x" }] } });
  const { outcome } = await hooks.resolve({
    path: clause === "path" ? value : "ci",
    payload: clause === "source" ? { source: value } : {},
    headers: { "x-kind": clause === "headers" ? value : "none" },
    query: { kind: clause === "query" ? value : "none" },
  });
  return outcome === "action";
}

const VALUES: readonly (readonly [string | readonly string[], string[], string[]])[] = [
  ["pull_*", ["pull_request"], ["push"]],
  ["user.*", ["user.created"], ["users"]],
  ["*.created", ["user.created"], ["created"]],
  ["*request*", ["pull_request_review"], ["push"]],
  ["a*z", ["abz"], ["abc"]],
  ["push|ping", ["push", "ping"], ["pull"]],
  ["push | ping", ["ping"], ["pull"]],
  ["push || ping", ["ping"], ["pull"]],
  ["push or ping", ["push"], ["pull"]],
  ["push, ping", ["push", "ping"], ["pull"]],
  ["push,ping", ["push", "ping"], ["pull"]],
  ["[push, ping]", ["ping"], ["pull"]],
  ["{push,ping}", ["ping"], ["pull"]],
  ["(push|ping)", ["ping"], ["pull"]],
  ["^(push|ping)$", ["ping"], ["pull"]],
  ["/^pull_/", ["pull_request"], ["push"]],
  ["/PULL/i", ["pull_request"], ["push"]],
  ["/push/", ["push"], ["ping"]],
  ["'push'", ["push"], ["ping"]],
  ["== push", ["push"], ["ping"]],
  ["eq:push", ["push"], ["ping"]],
  ["not push", ["ping"], ["push"]],
  ["contains request", ["pull_request"], ["push"]],
  ["startsWith: pull_", ["pull_request"], ["push"]],
  ["ends with _request", ["pull_request"], ["push"]],
  ["^pull_", ["pull_request"], ["push"]],
  ["^push$", ["push"], ["pushed"]],
  ["request$", ["pull_request"], ["push"]],
  ["pull_.*", ["pull_request"], ["push"]],
  [".*_review", ["pull_review"], ["push"]],
  ["v\\d+", ["v12"], ["vx"]],
  ["re:^pull", ["pull_request"], ["push"]],
  ["~ ^pull", ["pull_request"], ["push"]],
  ["~* ^PULL", ["pull_request"], ["push"]],
  ["~pull", ["pull_request"], ["push"]],
  ["=~ ^pull", ["pull_request"], ["push"]],
  ["!ping", ["push"], ["ping"]],
  ["!=ping", ["push"], ["ping"]],
  ["not:ping", ["push"], ["ping"]],
  ["!pull_*", ["push"], ["pull_request"]],
  ["prod-%", ["prod-1"], ["test-1"]],
  ["%prod%", ["a-prod-1"], ["test-1"]],
  [">5", ["6"], ["5"]],
  ["<= 5", ["5"], ["6"]],
  [["push", "pull_*"], ["push", "pull_request"], ["ping"]],
  [["push", "ping|pull"], ["push", "ping", "pull"], ["fork"]],
];

const CLAUSES: readonly (readonly [string, (value: unknown) => unknown])[] = [
  ["headers", (value) => ({ "x-kind": value })],
  ["query", (value) => ({ kind: value })],
  ["source", (value) => value],
];

/** Elsewhere a semicolon or a question mark is one like any other character. */
const OF_HEADERS = [
  { value: "push; ping", some: ["push", "ping"], others: ["pull"] },
  { value: "pull_?", some: ["pull_1"], others: ["pull_12", "pull_"] },
].map((row) => ({ clause: "headers", ...row, match: { headers: { "x-kind": row.value } } }));

const ROWS = CLAUSES.flatMap(([clause, wrap]) =>
  VALUES.filter(([value]) => clause !== "source" || typeof value === "string").map(
    ([value, some, others]) => ({ clause, value, match: { [clause]: wrap(value) }, some, others }),
  ),
);

test.each([...ROWS, ...OF_HEADERS])(
  "checkMatchValues() says what to write for $value in $clause, and that does what was meant",
  async ({ clause, match, some, others }) => {
    const problems = check(match);
    expect(problems).toMatchObject([{ code: "value_pattern", severity: "warning" }]);
    const followed = follow(match, problems[0] as Problem);
    expect(check(followed)).toEqual([]);
    for (const value of some) {
      expect([value, await takes(followed, { clause, value })]).toEqual([value, true]);
    }
    for (const value of others) {
      expect([value, await takes(followed, { clause, value })]).toEqual([value, false]);
    }
  },
);

test.each([
  ["github/*", ["github/push"], ["gitlab"]],
  ["github*", ["github", "github-push"], ["gitlab"]],
  ["^github.*$", ["github", "github-push"], ["gitlab"]],
  ["*/push", ["a/push"], ["push", "a/b/push"]],
  ["v1.0/:id/push", ["v1.0/7/push"], ["v1.0/push", "v1x0/7/push", "v1.0/7/pushed"]],
  ["{tenant}/alerts/{id}", ["a/alerts/7"], ["a/alerts", "b/a/alerts/7"]],
  ["{{tenant}}", ["a"], ["a/b"]],
  ["shop/<id>", ["shop/7"], ["shop"]],
  ["shop/[id]", ["shop/7"], ["shop"]],
  ["shop|mail", ["shop", "mail"], ["ship"]],
  ["shop, mail", ["shop", "mail"], ["ship"]],
  ["/^shop-/", ["shop-1"], ["a-shop-1"]],
  ["re:^shop", ["shop-1"], ["mail"]],
  ["!shop", ["mail"], ["shop"]],
  ["^shop$", ["shop"], ["shops"]],
  ["*", ["shop", "mail"], []],
  ["my shop", ["my%20shop"], ["my"]],
  ["büro", ["b%C3%BCro"], ["buro"]],
  ["a\uD800", ["a%EF%BF%BD"], ["a"]],
  ["a/./b/../shop", ["a/shop"], ["shop"]],
  ["shop#orders", ["shop"], ["orders"]],
  ["shop?", ["shop"], ["s"]],
  ["https://me.example/hooks/shop", ["shop"], ["hooks/shop"]],
])("checkMatchValues() says what to write for the path %s", async (path, some, others) => {
  const problems = check({ path });
  expect(problems).toMatchObject([{ severity: "warning", path: expect.arrayContaining(["path"]) }]);
  const followed = follow({ path }, problems[0] as Problem);
  for (const value of some) {
    expect([value, await takes(followed, { clause: "path", value })]).toEqual([value, true]);
  }
  for (const value of others) {
    expect([value, await takes(followed, { clause: "path", value })]).toEqual([value, false]);
  }
});

test("checkMatchValues() takes the query of a path for a clause", () => {
  expect(check({ path: "/shop?kind=order&x=1" })[0]?.hint).toBe(
    'Write "path": "shop" and "query": { "kind": "order", "x": "1" }.',
  );
  expect(check({ path: "shop?a b" })[0]?.change).toMatchObject({ value: "shop" });
  const [nameless] = check({ path: "?kind" });
  expect(nameless).toMatchObject({ hint: 'Write "".' });
  expect(nameless).not.toHaveProperty("change");
});

test("checkMatchValues() takes no path from a mapping with an auth, and joins a condition", () => {
  expect(check({ path: "shop-*" }, { auth: { provider: "github" } })[0]?.hint).toBe(
    'Write a mapping for each name: an "auth" belongs to one "path".',
  );
  const joined = 'join to "when", with { "and": [ … ] }: { "startsWith": ';
  const when = { exists: "payload.id" };
  expect(check({ path: "shop-*", when })[0]?.hint).toContain(joined);
  expect(check({ headers: { a: "x*" }, when })[0]?.hint).toContain(joined);
  expect(check({ path: "(a", when: true })).toEqual([]);
  expect(check({ path: "/(?=a)/" })[0]?.hint).toBe("Write a mapping for each name.");
  expect(check({ headers: { a: "/(?=a)/" } })[0]?.hint).toContain("in a list");
  expect(check({ query: { "a['\"": "x*" } })[0]?.hint).toContain("in a list");
});

test("checkMatchValues() leaves out what any value fits, and asks for its presence", () => {
  const exists = 'write "when": { "exists": "headers.x-kind" }';
  for (const value of ["*", ".*", "%", "**", ""]) {
    const [problem] = check({ headers: { "X-Kind": value } });
    expect(problem).toMatchObject({ severity: "warning", hint: expect.stringContaining("Remove") });
    expect(problem?.hint).toContain(exists);
  }
  expect(check({ query: { "a[]": "" } })).toMatchObject([
    { severity: "hint", hint: expect.stringContaining('{ "exists": "query[\'a[]\']" }') },
  ]);
  expect(check({ source: "*" })[0]?.hint).toContain('write "when": { "exists": "payload.source" }');
  const [within] = check({ not: { headers: { "x-kind": "*" } } });
  expect(within?.hint).toBe(`In place of it ${exists} into "not".`);
});

test("checkMatchValues() turns a negation within not", () => {
  const problems = check({ not: { headers: { a: "!x" }, source: "!y", query: { c: "d*" } } });
  expect(problems.map(({ hint }) => hint)).toEqual([
    'Write "source": "y" into "match" itself, and remove it from "not".',
    'Write "headers": { "a": "x" } into "match" itself, and remove it from "not".',
    'In place of it write "when": { "startsWith": [{ "var": "query.c" }, "d"] }.',
  ]);
});

test.each<MatchInput>([
  { path: "a/b:c.d-e_f" },
  { path: "b%C3%BCro" },
  { path: `${"x".repeat(2_000)}*` },
  { headers: { accept: "*/*" } },
  { headers: { accept: ["text/*", "application/json, text/plain"] } },
  { headers: { "content-type": "application/json; charset=utf-8" } },
  { headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/1.0" } },
  { headers: { "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)" } },
  { headers: { "accept-encoding": "gzip, deflate", "x-forwarded-for": "10.0.0.1, 10.0.0.2" } },
  { headers: { "x-api-key": "^secret$", authorization: "!abc*", "x-hub-signature": "*" } },
  { headers: { "x-goog-resource-state": "not_exists", "x-event-key": "repo:push" } },
  { headers: { "x-original-path": "/api/", "x-price": "US$" } },
  { headers: { "x-kind": "auth0|5f7c8ec7c33c6c004bbafe82" } },
  { headers: { "x-kind": "C:\\docs", "x-version": "^1.2.3", "x-range": "~1.2" } },
  { headers: { "x-kind": "50%", "x-path": "%2Fapi", "x-note": "Hello, world. This is it!" } },
  { query: { kind: "push;ping", name: "pull_?" }, headers: { "user-agent": "curl;wget" } },
  { query: { ids: "a,b", scope: "read,write", debug: "1" } },
  { source: "stripe" },
])("checkMatchValues() accepts %j", (match) => {
  expect(check(match as Match)).toEqual([]);
});
