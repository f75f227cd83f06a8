import { describe, expect, it } from "vitest";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { ruleOf, subjectOf } from "../../test/matching/rules.ts";
import { findFailedClause } from "./match-rule.ts";

const subject = subjectOf({
  path: "ci",
  source: "s",
  headers: { "x-event": "push", "x-list": ["a", "b"] },
  query: { kind: "k" },
});

describe("findFailedClause()", () => {
  it.each([
    ["nothing", {}],
    ["its path", { path: "ci" }],
    ["its source", { source: "s" }],
    ["one of some values", { headers: [{ name: "x-event", values: ["pull", "push"] }] }],
    ["a repeated header as HTTP joins it", { headers: [{ name: "x-list", values: ["a, b"] }] }],
    ["a query parameter", { query: [{ name: "kind", values: ["k"] }] }],
    ["a condition", { when: { holds: () => true } }],
    ["what it is not", { not: ruleOf({ path: "ci", source: "other" }) }],
  ])("finds none where the rule asks for %s", (_what, clauses) => {
    expect(findFailedClause(ruleOf(clauses), subject, eventBudget())).toBeUndefined();
  });

  it.each([
    [{ path: "x" }, { clause: "path", wanted: ["x"], seen: "ci" }],
    [{ source: "x" }, { clause: "source", wanted: ["x"], seen: "s" }],
    [
      { headers: [{ name: "x-event", values: ["pull", "tag"] }] },
      { clause: "headers.x-event", wanted: ["pull", "tag"], seen: "push" },
    ],
    [
      {
        headers: [
          { name: "x-event", values: ["push"] },
          { name: "constructor", values: ["x"] },
        ],
      },
      { clause: "headers.constructor", wanted: ["x"], seen: undefined },
    ],
    [
      { query: [{ name: "kind", values: [""] }] },
      { clause: "query.kind", wanted: [""], seen: "k" },
    ],
    [{ when: { holds: () => false } }, { clause: "when", wanted: [], seen: undefined }],
    [{ not: ruleOf({ path: "ci" }) }, { clause: "not", wanted: [], seen: undefined }],
    [{ not: ruleOf({}) }, { clause: "not", wanted: [], seen: undefined }],
  ])("finds the clause that fails: %j", (clauses, failed) => {
    expect(findFailedClause(ruleOf(clauses), subject, eventBudget())).toEqual(failed);
  });

  it("takes a condition that cannot be evaluated for neither itself nor its opposite", () => {
    const undecided = { when: { holds: () => undefined } };
    const failed = { wanted: [], seen: undefined, isUndecided: true };
    expect(findFailedClause(ruleOf(undecided), subject, eventBudget())).toEqual({
      ...failed,
      clause: "when",
    });
    const not = { not: ruleOf(undecided) };
    expect(findFailedClause(ruleOf(not), subject, eventBudget())).toEqual({
      ...failed,
      clause: "not",
    });
    const notNot = { not: ruleOf(not) };
    expect(findFailedClause(ruleOf(notNot), subject, eventBudget())).toEqual({
      ...failed,
      clause: "not",
    });
    const otherPath = { not: ruleOf({ path: "other", ...undecided }) };
    expect(findFailedClause(ruleOf(otherPath), subject, eventBudget())).toBeUndefined();
  });

  it("finds the first that fails, and asks the condition last", () => {
    const rule = ruleOf({
      path: "x",
      source: "x",
      query: [{ name: "kind", values: ["x"] }],
      when: {
        holds: () => {
          throw new Error("not asked");
        },
      },
    });
    expect(findFailedClause(rule, subject, eventBudget())?.clause).toBe("path");
    expect(findFailedClause({ ...rule, path: "ci" }, subject, eventBudget())?.clause).toBe(
      "source",
    );
    expect(
      findFailedClause({ ...rule, path: "ci", source: "s" }, subject, eventBudget())?.clause,
    ).toBe("query.kind");
  });

  it("hands the event to the condition", () => {
    const rule = ruleOf({ when: { holds: ({ path, query }) => path === "ci" && "kind" in query } });
    expect(findFailedClause(rule, subject, eventBudget())).toBeUndefined();
  });

  it("says that there is no source where there is none", () => {
    const { seen } = findFailedClause(ruleOf({ source: "s" }), subjectOf({}), eventBudget()) ?? {};
    expect(seen).toBeUndefined();
  });
});
