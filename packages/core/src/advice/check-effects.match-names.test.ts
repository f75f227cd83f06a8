import { expect, test } from "vitest";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { evaluate, subjectOf } from "../../test/conditions/evaluate.ts";
import { withProblems } from "../../test/reporting.ts";
import type { MatchInput } from "../config/config.ts";
import { compileCondition } from "../match/condition/compile-condition.ts";
import { checkEffects } from "./check-effects.ts";

const isComplete = () => false;

const check = (match: MatchInput) =>
  withProblems((report) => checkEffects({ mappings: [{ match }] }, isComplete, report)).problems;

test("L5 checkEffects() warns of a path that looks like a pattern", () => {
  expect(check({ not: { path: "/github/*" } })).toEqual([
    {
      code: "match_path_pattern",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "not", "path"],
      message: '"path" is compared as it is, so "*" stands for nothing but itself.',
      hint: 'In place of "path" write "when": { "startsWith": [{ "var": "path" }, "github/"] }.',
    },
  ]);
  expect(check({ path: "^ci$" })).toMatchObject([
    { code: "match_path_pattern", hint: 'Write "ci".' },
  ]);
  expect(check({ path: "https://me.example/hooks/ci" })).toMatchObject([
    {
      code: "match_path_pattern",
      message: '"path" is the name after the base path, and not a URL: no event has this one.',
      hint: 'Write "ci".',
    },
  ]);
  expect(check({ path: "*" })[0]?.hint).toBe(
    'Remove "path": without it, the mapping takes every name.',
  );
});

test.each([
  ["github*", ["github", "github-push"], ["gitlab"]],
  ["^github.*$", ["github", "github-push"], ["gitlab"]],
  ["*/push", ["a/push"], ["push", "a/b/push"]],
  ["v1.0/:id/push", ["v1.0/7/push"], ["v1.0/push", "v1x0/7/push", "v1.0/7/pushed"]],
  ["{tenant}/alerts/{id}", ["a/alerts/7"], ["a/alerts", "b/a/alerts/7"]],
])("L5 checkEffects() hints at a condition that does what %s says", (path, some, others) => {
  const hint = check({ path })[0]?.hint ?? "";
  const rule: object = JSON.parse(hint.slice(hint.indexOf("{"), -1));
  const condition = compileCondition(rule, [], () => expect.unreachable());
  const holds = (name: string) => condition.holds({ ...subjectOf({}), path: name }, eventBudget());
  expect(some.map(holds)).toEqual(some.map(() => true));
  expect(others.map(holds)).toEqual(others.map(() => false));
  expect(evaluate(rule)).toBe(false);
});

test("L5 checkEffects() warns of a header with an underscore", () => {
  expect(check({ headers: { X_GitHub_Event: "push" } })).toEqual([
    {
      code: "match_header_name",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "headers", "X_GitHub_Event"],
      message: 'Names of headers have hyphens: no sender is known for "X_GitHub_Event".',
      hint: 'Write "x-github-event".',
      change: { kind: "rename", key: "x-github-event", safe: false },
    },
  ]);
  expect(check({ headers: { HTTP_X_EVENT: "push" } })[0]?.hint).toBe('Write "x-event".');
});

test("L5 checkEffects() accepts what is usual", () => {
  expect(
    check({ path: "a/b:c.d-e_f", headers: { "X-Event": "a_b" }, query: { a_b: "*" } }),
  ).toEqual([]);
  const { problems } = withProblems((report) => checkEffects({}, isComplete, report));
  expect(problems).toEqual([]);
});
