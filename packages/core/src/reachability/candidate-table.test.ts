import { expect, test } from "vitest";
import { mappingsOf } from "../../test/reporting.ts";
import type { MappingInput, MatchInput } from "../config/config.ts";
import { analyzeReachability } from "./analyze-reachability.ts";

/** More than are compared one with another. */
const MANY = 100;

const others = (make: (index: number) => MatchInput): readonly MatchInput[] =>
  Array.from({ length: MANY }, (_, index) => make(index));

function judge(...matches: readonly MatchInput[]) {
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
  expect(judge(...before, early, late)).toEqual({ verdict: "shadowed", by: `m${MANY}` });
});

test("CandidateTable leaves out mappings that can take no event of a later one", () => {
  const before = others((index) => ({ path: `p${index}`, source: "x", headers: { a: "1" } }));
  expect(judge(...before, { path: "late" })).toEqual({ verdict: "reachable", by: undefined });
});

test("CandidateTable does not vouch for what it left out where rules ask for an absence", () => {
  const before = others((index) => ({ path: `p${index}` }));
  const absent = { headers: { a: "1" }, not: { headers: { b: "1" } } };
  expect(judge(...before, absent, { path: "late" }).verdict).toBe("unknown");
  const condition = { headers: { a: "1" }, when: { "!": { var: "headers.b" } } };
  expect(judge(...before, condition, { path: "late" }).verdict).toBe("unknown");
});

test("CandidateTable does not vouch for what it left out where the later rule has a condition", () => {
  const before = others((index) => ({ path: `p${index}` }));
  const isFirst = { "===": [{ var: "path" }, "p1"] };
  expect(judge(...before, { when: isFirst }).verdict).toBe("unknown");
  expect(judge(...before, { source: "x", not: { not: { path: "p1" } } }).verdict).toBe("unknown");
});

test("CandidateTable does not vouch for what is more than it compares", () => {
  const before = others((index) => ({ path: "late", query: { kind: `k${index}` } }));
  expect(judge(...before, { path: "late" }).verdict).toBe("unknown");
});
