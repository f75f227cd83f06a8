import { expect, test } from "vitest";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { now } from "../../test/now.ts";
import type { Problem } from "../base/problem.ts";
import type { MatchInput } from "../config/config.ts";
import { normalizeMatch } from "../config/normalize-mappings.ts";
import { findFailedClause } from "../match/match-rule.ts";
import { compileMatch } from "./compile-mapping.ts";

const subject = {
  path: "ci",
  source: undefined,
  payload: { state: "red", list: ["a"] },
  headers: { "x-event": "push" },
  query: { kind: "full" },
  now,
};

function compile(match: MatchInput) {
  const problems: Problem[] = [];
  const rule = compileMatch(normalizeMatch(match), ["hooks", "mappings", 0, "match"], (problem) => {
    problems.push(problem);
  });
  return { rule, problems };
}

const matches = (match: MatchInput): boolean =>
  findFailedClause(compile(match).rule, subject, eventBudget()) === undefined;

test("compileMatch() keeps the clauses that are compared", () => {
  const { rule } = compile({ path: "ci", source: "x", headers: { A: "1" }, query: { q: ["1"] } });
  expect(rule).toEqual({
    path: "ci",
    source: "x",
    headers: [{ name: "a", values: ["1"] }],
    query: [{ name: "q", values: ["1"] }],
    when: undefined,
    not: undefined,
  });
});

test.each([
  ["payload.state", "red"],
  ["headers.x-event", "push"],
  ["query.kind", "full"],
  ["path", "ci"],
])("compileMatch() evaluates a condition over %s", (name, value) => {
  expect(matches({ when: { "==": [{ var: name }, value] } })).toBe(true);
  expect(matches({ when: { "==": [{ var: name }, "other"] } })).toBe(false);
});

test("compileMatch() compiles what must not match, at any depth", () => {
  const red = { when: { "==": [{ var: "payload.state" }, "red"] } };
  expect(matches({ not: red })).toBe(false);
  expect(matches({ not: { not: red } })).toBe(true);
});

test("compileMatch() reports what is wrong with a condition, and where", () => {
  const { problems } = compile({ when: { nope: 1 }, not: { when: { and: [{ nein: 1 }] } } });
  const at = ["hooks", "mappings", 0, "match"];
  expect(problems).toMatchObject([
    { code: "condition_operator_unknown", severity: "error", path: [...at, "when", "nope"] },
    { code: "condition_operator_unknown", path: [...at, "not", "when", "and", 0, "nein"] },
  ]);
});
