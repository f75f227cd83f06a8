import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { ruleOf, subjectOf } from "../../test/matching/rules.ts";
import { now } from "../../test/now.ts";
import { indexMappings } from "./index-mappings.ts";
import type { MatchRule, MatchSubject } from "./match-rule.ts";
import { findFailedClause } from "./match-rule.ts";

interface Item {
  readonly id: number;
  readonly rule: MatchRule;
}

function itemsOf(...rules: readonly Partial<MatchRule>[]): readonly Item[] {
  return rules.map((clauses, id) => ({ id, rule: ruleOf(clauses) }));
}

const header = (value: string, name = "x-event") => ({ headers: [{ name, values: [value] }] });

describe("indexMappings()", () => {
  it("finds the first rule that matches, in order", () => {
    const index = indexMappings(
      itemsOf({ path: "a" }, { path: "ci", source: "s" }, { path: "ci" }, { path: "ci" }, {}),
    );
    expect(index.find(subjectOf({ path: "ci" }), eventBudget())?.id).toBe(2);
    expect(index.find(subjectOf({ path: "ci", source: "s" }), eventBudget())?.id).toBe(1);
    expect(index.find(subjectOf({ path: "a", source: "s" }), eventBudget())?.id).toBe(0);
    expect(index.find(subjectOf({ path: "other" }), eventBudget())?.id).toBe(4);
  });

  it("lets an earlier rule win, whichever list it stands in", () => {
    const index = indexMappings(
      itemsOf({ source: "s" }, { path: "ci", source: "s" }, { path: "ci" }),
    );
    expect(index.find(subjectOf({ source: "s" }), eventBudget())?.id).toBe(0);
    const reversed = indexMappings(
      itemsOf({ path: "ci" }, { path: "ci", ...header("push") }, { source: "s" }),
    );
    const subject = subjectOf({ source: "s", headers: { "x-event": "push" } });
    expect(reversed.find(subject, eventBudget())?.id).toBe(0);
  });

  it("finds nothing where nothing matches", () => {
    expect(indexMappings([]).find(subjectOf({}), eventBudget())).toBeUndefined();
    const index = indexMappings(itemsOf({ path: "ci", ...header("push") }, { source: "s" }));
    expect(index.find(subjectOf({}), eventBudget())).toBeUndefined();
    expect(index.find(subjectOf({ headers: { "x-event": "tag" } }), eventBudget())).toBeUndefined();
    expect(index.find(subjectOf({ path: "x", source: "y" }), eventBudget())).toBeUndefined();
  });

  it("has the paths that some rule could take", () => {
    const { hasPath } = indexMappings(itemsOf({ path: "ci" }, { path: "a", source: "s" }));
    expect([hasPath("ci"), hasPath("a"), hasPath("b"), hasPath("constructor")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(indexMappings(itemsOf({ source: "s" })).hasPath("anything")).toBe(true);
  });

  it("asks for the source of the payload only where some rule does", () => {
    const subject: MatchSubject = {
      ...subjectOf({}),
      get source(): string {
        throw new Error("asked");
      },
    };
    expect(indexMappings(itemsOf({ path: "ci" })).find(subject, eventBudget())?.id).toBe(0);
    const index = indexMappings(itemsOf({ path: "ci", source: "s" }, { path: "ci" }));
    expect(() => index.find(subject, eventBudget())).toThrow("asked");
  });

  it("asks no condition of a rule that cannot win", () => {
    const asked: string[] = [];
    const when = (name: string, result: boolean) => ({
      when: {
        holds: () => {
          asked.push(name);
          return result;
        },
      },
    });
    const index = indexMappings(
      itemsOf(
        { path: "other", ...when("other path", true) },
        { path: "ci", ...header("tag"), ...when("other header", true) },
        { path: "ci", ...header("push"), ...when("first", false) },
        { path: "ci", ...header("push"), ...when("second", true) },
        { path: "ci", ...header("push"), ...when("third", true) },
      ),
    );
    expect(index.find(subjectOf({ headers: { "x-event": "push" } }), eventBudget())?.id).toBe(3);
    expect(asked).toEqual(["first", "second"]);
  });

  it("asks no condition of a rule that stands after the one that is known to match", () => {
    const asked: number[] = [];
    const counted = (id: number) => ({
      when: {
        holds: () => {
          asked.push(id);
          return id === 1;
        },
      },
    });
    const index = indexMappings(
      itemsOf(
        { path: "ci", ...counted(0) },
        { path: "ci", ...counted(1) },
        { path: "ci", ...header("push"), ...counted(2) },
        { ...counted(3) },
      ),
    );
    expect(index.find(subjectOf({ headers: { "x-event": "push" } }), eventBudget())?.id).toBe(1);
    expect(asked).toEqual([0, 1]);
  });

  it("looks at one rule of 10,000 on one name that differ by source or by a header", () => {
    const looked: number[] = [];
    const counted = (id: number): Partial<MatchRule> => ({
      when: {
        holds: () => {
          looked.push(id);
          return true;
        },
      },
    });
    const rules = Array.from({ length: 10_000 }, (_, id) => ({
      path: "ci",
      ...(id % 2 === 0 ? { source: `s${id}` } : header(`e${id}`)),
      ...counted(id),
    }));
    const index = indexMappings(itemsOf(...rules));
    expect(index.find(subjectOf({ source: "s4998" }), eventBudget())?.id).toBe(4998);
    expect(index.find(subjectOf({ headers: { "x-event": "e9999" } }), eventBudget())?.id).toBe(
      9999,
    );
    expect(looked).toEqual([4998, 9999]);
  });

  it("looks at one rule of 10,000 that share one header and differ by another", () => {
    const looked: number[] = [];
    const rules = Array.from({ length: 10_000 }, (_, id) => ({
      path: "ci",
      headers: [
        { name: "x-event", values: ["push", "tag"] },
        { name: "x-tenant", values: [`t${id}`] },
      ],
      when: {
        holds: () => {
          looked.push(id);
          return true;
        },
      },
    }));
    const headers = { "x-event": "tag", "x-tenant": "t7777" };
    expect(indexMappings(itemsOf(...rules)).find(subjectOf({ headers }), eventBudget())?.id).toBe(
      7777,
    );
    expect(looked).toEqual([7777]);
  });

  it("finds what a scan of all rules finds", () => {
    const word = fc.constantFrom("a", "b");
    const values = fc.record({ name: fc.constantFrom("x", "y"), values: fc.subarray(["a", "b"]) });
    const clauses = (not: fc.Arbitrary<MatchRule | undefined>): fc.Arbitrary<MatchRule> =>
      fc.record({
        path: fc.option(word, { nil: undefined }),
        source: fc.option(word, { nil: undefined }),
        headers: fc.array(values, { maxLength: 2 }),
        query: fc.array(values, { maxLength: 1 }),
        when: fc.option(
          word.map((wanted) => ({ holds: ({ payload }: MatchSubject) => payload === wanted })),
          { nil: undefined },
        ),
        not,
      }) as fc.Arbitrary<MatchRule>;
    const rules = clauses(fc.option(clauses(fc.constant(undefined)), { nil: undefined }));
    const record = fc.dictionary(fc.constantFrom("x", "y"), word);
    const subjects = fc.record({
      path: fc.constantFrom("a", "b", "c"),
      source: fc.option(word, { nil: undefined }),
      payload: word,
      headers: record,
      query: record,
      now: fc.constant(now),
    });
    fc.assert(
      fc.property(fc.array(rules, { maxLength: 8 }), subjects, (all, subject) => {
        const items = itemsOf(...all);
        const scanned = items.find(
          ({ rule }) => findFailedClause(rule, subject, eventBudget()) === undefined,
        );
        expect(indexMappings(items).find(subject, eventBudget())).toBe(scanned);
      }),
      { numRuns: runs(2000) },
    );
  });
});
