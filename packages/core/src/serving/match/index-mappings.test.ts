import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../../template/test/event-budget.ts";
import { ruleOf, subjectOf } from "../../../test/matching/rules.ts";
import { now } from "../../../test/now.ts";
import {
  acceptsProof,
  countHeaderValues,
  findFailedClause,
  findRarestHeader,
  indexMappings,
  isPlainRule,
  type MatchRule,
  type MatchSubject,
} from "./index-mappings.ts";

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

  it("lets an earlier rule win, whichever list it is in", () => {
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

  it("finds nothing if nothing matches", () => {
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

  it("reads the source of the payload only if some rule needs it", () => {
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

  it("evaluates no condition of a rule after a known match", () => {
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

const rule = (path?: string): MatchRule => ({
  path,
  source: undefined,
  headers: [],
  query: [],
  when: undefined,
  not: undefined,
});

const items = (...paths: (string | undefined)[]) =>
  paths.map((path, place) => ({ place, rule: rule(path) }));

const placesOf = (paths: (string | undefined)[], path: string) =>
  indexMappings(items(...paths))
    .listForPath(path)
    .map(({ place }) => place);

test("listForPath() lists the rules of a name and those of any name, in order", () => {
  const paths = ["a", undefined, "b", "a", undefined];
  expect(placesOf(paths, "a")).toEqual([0, 1, 3, 4]);
  expect(placesOf(paths, "b")).toEqual([1, 2, 4]);
  expect(placesOf(paths, "other")).toEqual([1, 4]);
  expect(placesOf(["a"], "other")).toEqual([]);
});

test("listForPath() lists a hundred rules at most", () => {
  const paths = Array.from({ length: 300 }, (_, place) => (place % 2 === 0 ? "a" : undefined));
  const places = placesOf(paths, "a");
  expect(places).toEqual(Array.from({ length: 100 }, (_, place) => place));
});

const AUTH = { id: "auth:ci", orToken: false };

test("acceptsProof() accepts an event for which the caller vouches", () => {
  expect(acceptsProof(undefined, undefined)).toBe(true);
  expect(acceptsProof(AUTH, undefined)).toBe(true);
});

test("acceptsProof() accepts a proof of its own auth alone", () => {
  expect(acceptsProof(AUTH, "auth:ci")).toBe(true);
  expect(acceptsProof(AUTH, "auth:other")).toBe(false);
  expect(acceptsProof(AUTH, "")).toBe(false);
});

test("acceptsProof() accepts the hook token for a signature only if the auth says so", () => {
  expect(acceptsProof(AUTH, "token")).toBe(false);
  expect(acceptsProof({ ...AUTH, orToken: true }, "token")).toBe(true);
  expect(acceptsProof(undefined, "token")).toBe(true);
});

test("acceptsProof() gives the event of a signed hook to no mapping without an auth", () => {
  expect(acceptsProof(undefined, "auth:ci")).toBe(false);
  expect(acceptsProof(undefined, "")).toBe(false);
});

test("indexMappings() passes over mappings that ask for another proof", () => {
  const items = [
    { id: "catch-all", rule: ruleOf({}) },
    { id: "signed", rule: ruleOf({ path: "ci", auth: AUTH }) },
  ];
  const index = indexMappings(items);
  const find = (proof: string | undefined, path = "ci") =>
    index.find(subjectOf({ path, proof }), eventBudget())?.id;
  expect(find("auth:ci")).toBe("signed");
  expect(find("token")).toBe("catch-all");
  expect(find(undefined)).toBe("catch-all");
  expect(find("auth:ci", "other")).toBeUndefined();
});

it("findRarestHeader() compares lists of 150,000 values", () => {
  const values = Array.from({ length: 150_000 }, (_, index) => `${index}`);
  const headers = [
    { name: "many", values },
    { name: "one", values: ["1"] },
  ];
  const frequencies = countHeaderValues([
    { rule: ruleOf({ headers: [...headers, ...headers.slice(0, 1)] }) },
  ]);
  expect(findRarestHeader(ruleOf({ headers }), frequencies)).toBe(headers[1]);
});

describe("isPlainRule()", () => {
  it("is true of what asks for a path and a source at most", () => {
    expect(isPlainRule(ruleOf({}))).toBe(true);
    expect(isPlainRule(ruleOf({ path: "ci", source: "s" }))).toBe(true);
    expect(isPlainRule(ruleOf({ headers: [{ name: "x", values: ["1"] }] }))).toBe(false);
    expect(isPlainRule(ruleOf({ query: [{ name: "x", values: ["1"] }] }))).toBe(false);
    expect(isPlainRule(ruleOf({ when: { holds: () => true } }))).toBe(false);
    expect(isPlainRule(ruleOf({ not: ruleOf({}) }))).toBe(false);
  });
});

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
    ["what it is not", { not: ruleOf({ path: "ci", source: "other" }) }],
  ])("finds none if the rule asks for %s", (_what, clauses) => {
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
});
