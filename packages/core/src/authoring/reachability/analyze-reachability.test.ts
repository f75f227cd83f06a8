import { expect, test } from "vitest";
import { mappingsOf } from "../../../test/reporting.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { MappingInput, MatchInput } from "../config/config.ts";
import { analyzeReachability, type Matching, type Reachability } from "./analyze-reachability.ts";
import { createEffort, findEvent } from "./find-event.ts";
import { atom, FALSE, type Formula, not, TRUE, UNDECIDED, undecidableAtom } from "./formula.ts";

function analyze(...matches: readonly MatchInput[]): readonly Reachability<Matching>[] {
  const mappings = matches.map((match, index): MappingInput => ({ id: `m${index}`, match }));
  return analyzeReachability(mappingsOf({ mappings }));
}

const verdictOf = (...matches: readonly MatchInput[]) => analyze(...matches).at(-1)?.verdict;
const ids = (mappings: Reachability<Matching>["overlaps"] | undefined) =>
  mappings?.map(({ id }) => id);

const a = { var: "payload.a" };
const isX = { "==": [a, "x"] };
const isBig = { ">": [a, 1] };

test("analyzeReachability() checks each mapping, in order", () => {
  const verdicts = analyze(
    { path: "ci" },
    { path: "ci", source: "x" },
    { path: "cd" },
    { path: "cd", not: { path: "cd" } },
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([
    "reachable",
    "shadowed",
    "reachable",
    "contradictory",
  ]);
});

test("analyzeReachability() says which mapping takes everything, and which take something", () => {
  const last = analyze({ source: "x" }, { path: "cd" }, { path: "ci" }, { path: "ci" }).at(-1);
  expect(last?.shadowedBy?.id).toBe("m2");
  expect(ids(last?.overlaps)).toEqual(["m0", "m2"]);
});

test("analyzeReachability() sees an overlap only where all clauses have a value in common", () => {
  const last = analyze(
    { path: "ci", source: "x", headers: { kind: ["a", "b"] }, query: { size: ["1", "2"] } },
    { path: "cd" },
    { source: "y" },
    { headers: { kind: ["a", "c"] } },
    { query: { size: "1" } },
    { headers: { size: "1" }, query: { kind: "a" } },
    { path: "ci", source: "x", headers: { kind: "b" }, query: { size: ["2", "3"] } },
  ).at(-1);
  expect(ids(last?.overlaps)).toEqual(["m0", "m5"]);
});

test("analyzeReachability() names no single mapping where it takes several", () => {
  const last = analyze({ when: { "!": a } }, { when: { "!!": a } }, { path: "ci" }).at(-1);
  expect(last).not.toHaveProperty("shadowedBy");
  expect(last).toMatchObject({ verdict: "shadowed" });
  expect(ids(last?.overlaps)).toEqual(["m0", "m1"]);
});

test.each<[string, unknown, unknown]>([
  ["the same", isX, isX],
  ["either order", isX, { "==": ["x", a] }],
  ["one of a list", { in: [a, ["x", "y"]] }, { "===": [a, "x"] }],
  ["any of several", { or: [{ in: [a, ["x"]] }, { in: [a, ["y"]] }] }, { in: [a, ["y", "x"]] }],
  ["less than all", isX, { and: [isX, isBig] }],
  ["no other text", { "!=": [a, "y"] }, { "===": [a, "x"] }],
  ["not that text", { "!==": [a, "y"] }, { "!": { "===": [a, "y"] } }],
  ["something rather than nothing", a, { "===": [a, "x"] }],
  ["something rather than nothing, for a number", a, { "===": [a, 1] }],
  ["nothing, for the number 0", { "!": a }, { "===": [0, a] }],
  ["no other number", { "!==": [a, 1] }, { "===": [a, 0] }],
  ["an event in any case", true, isX],
  ["a rule that is not looked into, written twice", isBig, { and: [isBig, isX] }],
  ["a value that is not a boolean", { and: ["y", isX] }, { and: ["y", isX, isBig] }],
])("analyzeReachability() knows that a condition asks for less: %s", (_name, early, late) => {
  expect(verdictOf({ when: early }, { when: late })).toBe("shadowed");
});

test.each<[string, unknown, unknown]>([
  ["another text", isX, { "==": [a, "y"] }],
  ["another variable", isX, { "==": [{ var: "payload.b" }, "x"] }],
  ["a list of one text is loosely equal to it", { "===": [a, "x"] }, isX],
  ["another number", { "===": [a, 0] }, { "===": [a, 1] }],
  ["nothing is not only the number 0", { "===": [a, 0] }, { "!": a }],
  ["a negation", { "!": a }, a],
  ["never true", false, isX],
])("analyzeReachability() knows that a condition leaves something: %s", (_name, early, late) => {
  expect(verdictOf({ when: early }, { when: late })).toBe("reachable");
});

test.each<unknown>([
  false,
  { and: [{ "===": [a, "x"] }, { "===": [a, "y"] }] },
  { and: [{ "===": [a, 0] }, { "===": [a, 1] }] },
  { and: [{ "===": [a, 0] }, { "===": [a, "x"] }] },
  { and: [{ "===": [a, 0] }, a] },
  { and: [{ "===": [a, 0] }, { var: "payload.a.b" }] },
  { and: [a, { "!": a }] },
  { and: [isBig, { "!": isBig }] },
  { "!": [true] },
])("analyzeReachability() sees that %j contradicts itself", (when) => {
  expect(verdictOf({ when })).toBe("contradictory");
});

test("analyzeReachability() compares conditions with the other clauses", () => {
  const header = { "==": [{ var: "headers.X-Event" }, "push"] };
  expect(verdictOf({ when: header }, { headers: { "x-event": "push" } })).toBe("shadowed");
  const query = { "===": [{ var: "query.kind" }, "full"] };
  expect(verdictOf({ query: { kind: ["full", "brief"] } }, { when: query })).toBe("shadowed");
  const path = { in: [{ var: "path" }, ["ci", "cd"]] };
  expect(verdictOf({ when: path }, { path: "ci" })).toBe("shadowed");
  const source = { "==": [{ var: "payload.source" }, "github"] };
  expect(verdictOf({ when: source }, { source: "github" })).toBe("shadowed");
  expect(verdictOf({ path: "ci", when: { "!==": [{ var: "path" }, "ci"] } })).toBe("contradictory");
});

test.each<unknown>([
  isBig,
  { "==": [a, 1] },
  { "==": [a, "1"] },
  { "===": [a, 1.5] },
  { "===": [{ var: "query.q" }, 1] },
  { "==": [a, ""] },
  { "==": ["x", "y"] },
  { "==": [{ var: ["payload.a", "x"] }, "x"] },
  { "==": [{ var: "" }, "x"] },
  { "==": [{ var: 0 }, "x"] },
  { "!=": [a, { var: "payload.b" }] },
  { in: ["x", a] },
  { in: [a, "xyz"] },
  { in: [a, ["x", 1]] },
  { var: ["payload.a", true] },
  { and: [isX], or: [isX] },
  {},
  [],
  null,
  "text",
])("analyzeReachability() does not look into %j", (when) => {
  expect(verdictOf({ when })).toBe("unknown");
  expect(verdictOf({ when }, { path: "ci" })).toBe("unknown");
  expect(verdictOf({ path: "ci", when }, { path: "cd" })).toBe("reachable");
});

test("analyzeReachability() knows that a field of a text or of nothing does not exist", () => {
  const inner = { "===": [{ var: "payload.a.b" }, "y"] };
  expect(verdictOf({ when: { and: [{ "===": [a, "x"] }, inner] } })).toBe("contradictory");
  expect(verdictOf({ when: { and: [{ "!": a }, { "!!": { var: "payload.a.b.c" } }] } })).toBe(
    "contradictory",
  );
  const noInner = { "!": { var: "payload.a.b" } };
  expect(verdictOf({ when: { and: [{ "===": [a, "x"] }, noInner] } })).toBe("reachable");
  expect(verdictOf({ when: { and: [a, inner] } })).toBe("reachable");
  expect(verdictOf({ when: a }, { when: inner })).toBe("shadowed");
  expect(verdictOf({ when: inner }, { when: a })).toBe("reachable");
  expect(verdictOf({ source: "s", when: { var: "payload.source.b" } })).toBe("contradictory");
  expect(verdictOf({ headers: { a: "1", "a.b": "2" } })).toBe("reachable");
});

test.each(["payload.a.length", "payload.a.0"])(
  "analyzeReachability() does not decide what a text has of its own: %s",
  (name) => {
    expect(verdictOf({ when: { and: [{ "===": [a, "x"] }, { var: name }] } })).toBe("unknown");
    expect(verdictOf({ when: { and: [{ "===": [a, "x"] }, { "!": { var: name } }] } })).toBe(
      "unknown",
    );
    expect(verdictOf({ when: { and: [a, { var: name }] } })).toBe("reachable");
  },
);

test.each(["payload", "headers", "query", "headers.a.b", "query.a.b", "path.length"])(
  "analyzeReachability() does not decide by a variable that others depend on: %s",
  (name) => {
    expect(verdictOf({ when: { "===": [{ var: name }, "x"] } })).toBe("unknown");
  },
);

test("analyzeReachability() leaves to a later mapping what cannot be decided", () => {
  const anyOne = { some: [{ var: "payload.list" }, { "==": [{ var: "" }, 1] }] };
  const other = { some: [{ var: "payload.more" }, { "==": [{ var: "" }, 1] }] };
  expect(verdictOf({ when: isX }, { when: { "!": isX } }, {})).toBe("reachable");
  expect(verdictOf({ when: isX }, { not: { when: isX } }, {})).toBe("reachable");
  expect(verdictOf({ when: anyOne }, { when: { "!": anyOne } }, {})).toBe("unknown");
  const strict = { "===": [a, "x"] };
  expect(verdictOf({ when: strict }, { not: { when: strict } }, {})).toBe("shadowed");
  // What comes before it decides; what comes after it is not asked.
  const leaves = { or: [strict, { "!": isX }] };
  expect(verdictOf({ when: isX }, { when: leaves }, {})).toBe("reachable");
  expect(verdictOf({ when: { or: [true, isX] } }, {})).toBe("shadowed");
  expect(verdictOf({ when: { or: [isX, true] } }, {})).toBe("reachable");
  // Lists that are too long only together.
  expect(verdictOf({ when: { or: [anyOne, other] } }, { when: other })).toBe("unknown");
  expect(verdictOf({ when: anyOne }, { when: { and: [anyOne, isX] } })).toBe("shadowed");
  const both = { and: [anyOne, other] };
  expect(verdictOf({ when: both }, { path: "ci", when: both })).toBe("shadowed");
});

test("analyzeReachability() takes wide and deep rules", () => {
  const wide = { or: Array.from({ length: 300 }, (_, index) => ({ "==": [a, `v${index}`] })) };
  expect(verdictOf({ when: wide }, { when: { "==": [a, "v299"] } })).toBe("shadowed");
  let deep: unknown = a;
  for (let level = 0; level < 50_000; level++) deep = { "!": deep };
  expect(verdictOf({ when: deep })).toBe("unknown");
});

test("analyzeReachability() gives up where there are too many cases", () => {
  const choices = Array.from({ length: 40 }, (_, index) => ({
    or: [{ var: `payload.a${index}` }, { var: `payload.b${index}` }],
  }));
  expect(verdictOf({ when: { and: choices } })).toBe("reachable");
  expect(verdictOf({ when: { and: [isBig, ...choices] } })).toBe("unknown");
});

test.each<object>([
  { startsWith: [a, "x"] },
  { endsWith: [a, "x"] },
  { matches: [a, "^x"] },
  { exists: "payload.a" },
  { "==": [{ find: [a, isX, "b"] }, "y"] },
  { ">": [{ count: [a] }, 1] },
  { "<": [{ substr: [{ var: "now" }, 11, 5] }, "07:00"] },
])("analyzeReachability() knows the rule %j again, and guesses nothing else about it", (when) => {
  expect(verdictOf({ path: "ci", when }, { path: "ci", when })).toBe("shadowed");
  expect(verdictOf({ path: "ci", when }, { path: "ci", when: { and: [when, isX] } })).toBe(
    "shadowed",
  );
  expect(verdictOf({ path: "ci", when }, { path: "ci", when: isX })).toBe("unknown");
  expect(verdictOf({ path: "ci", when: isX }, { path: "ci", when })).toBe("unknown");
  expect(verdictOf({ when: { and: [when, { "!": [when] }] } })).toBe("contradictory");
});

/** More than are compared one with another. */
const MANY = 100;

const others = (make: (index: number) => MatchInput): readonly MatchInput[] =>
  Array.from({ length: MANY }, (_, index) => make(index));

function classify(...matches: readonly MatchInput[]) {
  const mappings = matches.map((match, index): MappingInput => ({ id: `m${index}`, match }));
  const last = analyzeReachability(mappingsOf({ mappings })).at(-1);
  return { verdict: last?.verdict, by: last?.shadowedBy?.id };
}

test.each<[string, MatchInput, MatchInput]>([
  ["path", { path: "late" }, { path: "late" }],
  ["path of one that asks for more", { path: "late" }, { path: "late", source: "x" }],
  ["source", { source: "x" }, { path: "late", source: "x" }],
  ["path and source", { path: "late", source: "x" }, { path: "late", source: "x" }],
  ["header", { headers: { a: ["1", "2"] } }, { path: "late", headers: { a: "2" } }],
  ["second header", { headers: { b: "1" } }, { headers: { a: "1", b: "1" } }],
  ["absence of everything", {}, { path: "late", headers: { a: "1" } }],
])("CandidateTable finds a mapping among many by its %s", (_name, early, late) => {
  const before = others((index) => ({ path: `p${index}` }));
  expect(classify(...before, early, late)).toEqual({ verdict: "shadowed", by: `m${MANY}` });
});

test("CandidateTable leaves out mappings that can take no event of a later one", () => {
  const before = others((index) => ({ path: `p${index}`, source: "x", headers: { a: "1" } }));
  expect(classify(...before, { path: "late" })).toEqual({ verdict: "reachable", by: undefined });
});

test("CandidateTable does not vouch for what it left out where rules ask for an absence", () => {
  const before = others((index) => ({ path: `p${index}` }));
  const absent = { headers: { a: "1" }, not: { headers: { b: "1" } } };
  expect(classify(...before, absent, { path: "late" }).verdict).toBe("unknown");
  const condition = { headers: { a: "1" }, when: { "!": { var: "headers.b" } } };
  expect(classify(...before, condition, { path: "late" }).verdict).toBe("unknown");
});

test("CandidateTable does not vouch for what it left out where the later rule has a condition", () => {
  const before = others((index) => ({ path: `p${index}` }));
  const isFirst = { "===": [{ var: "path" }, "p1"] };
  expect(classify(...before, { when: isFirst }).verdict).toBe("unknown");
  expect(classify(...before, { source: "x", not: { not: { path: "p1" } } }).verdict).toBe(
    "unknown",
  );
});

test("CandidateTable does not vouch for what is more than it compares", () => {
  const before = others((index) => ({ path: "late", query: { kind: `k${index}` } }));
  expect(classify(...before, { path: "late" }).verdict).toBe("unknown");
});

const isXEvent = atom("path", ["text x"]);
const all = (...of: readonly Formula[]): Formula => ({ kind: "all", of });
const find = (holds: Formula, ...fail: readonly Formula[]) =>
  findEvent({ holds, fail }, createEffort());

test("findEvent() finds an event for which one formula holds and the others do not", () => {
  expect(find(TRUE)).toBe("found");
  expect(find(FALSE)).toBe("none");
  expect(find(TRUE, isXEvent)).toBe("found");
  expect(find(isXEvent, not(isXEvent))).toBe("found");
  expect(find(isXEvent, TRUE)).toBe("none");
  expect(find(isXEvent, atom("payload.a", ["text x"]), isXEvent)).toBe("none");
});

test("findEvent() treats an event that a formula cannot decide as one that it does not take", () => {
  const isLike = undecidableAtom("payload.a", ["text x"]);
  expect(find(TRUE, isLike, not(isLike))).toBe("found");
  expect(find(all(not(isLike), atom("payload.a", [UNDECIDED])))).toBe("none");
  expect(find(all(isXEvent, not(all(isXEvent, isLike))), not(isLike))).toBe("none");
});

test("findEvent() asks a formula in the order of its parts", () => {
  const isLike = undecidableAtom("payload.a", ["text x"]);
  const isAny = { kind: "any", of: [isLike, TRUE] } as const;
  expect(find(TRUE, isAny)).toBe("found");
  expect(find(TRUE, { kind: "any", of: [TRUE, isLike] })).toBe("none");
});

test("findEvent() gives up where all mappings together take too long", () => {
  const effort = createEffort();
  const { left } = effort;
  expect(findEvent({ holds: isXEvent, fail: [isXEvent, isXEvent] }, effort)).toBe("none");
  expect(effort.left).toBeLessThan(left - 3);
  effort.left = 3;
  expect(findEvent({ holds: isXEvent, fail: [isXEvent, isXEvent] }, effort)).toBe("unknown");
  expect(effort.left).toBeLessThan(0);
  expect(findEvent({ holds: TRUE, fail: [] }, effort)).toBe("unknown");
});

function reachabilityOf(...matches: readonly MatchInput[]) {
  const mappings = matches.map((match, index) => ({
    id: `m${index}`,
    match,
    messageTemplate: "text",
  }));
  return compileHooks({ hooks: { mappings } }).reachability();
}

test("reportReachability() says for each mapping which earlier ones take its events", () => {
  const isBig = { ">": [{ var: "payload.size" }, 5] };
  const reports = reachabilityOf(
    { path: "ci", source: "x" },
    { path: "ci" },
    { path: "ci", headers: { "x-event": "push" } },
    { path: "cd", when: isBig },
    { path: "cd", when: { and: [isBig, { "!": { var: "payload.draft" } }] } },
    { path: "cd", when: { "<": [{ var: "payload.size" }, 3] } },
  );
  expect(reports).toEqual([
    { mappingId: "m0", verdict: "reachable", overlaps: [] },
    { mappingId: "m1", verdict: "reachable", overlaps: ["m0"] },
    { mappingId: "m2", verdict: "shadowed", shadowedBy: "m1", overlaps: ["m0", "m1"] },
    { mappingId: "m3", verdict: "unknown", overlaps: [] },
    { mappingId: "m4", verdict: "shadowed", shadowedBy: "m3", overlaps: ["m3"] },
    { mappingId: "m5", verdict: "unknown", overlaps: ["m3", "m4"] },
  ]);
});

test("reportReachability() counts what a built-in route takes", () => {
  expect(reachabilityOf({ path: "wake" }, { path: "agent" }, {})).toEqual([
    { mappingId: "m0", verdict: "shadowed", overlaps: [] },
    { mappingId: "m1", verdict: "shadowed", overlaps: [] },
    { mappingId: "m2", verdict: "reachable", overlaps: [] },
  ]);
});
