import { expect, test } from "vitest";
import { mappingsOf, withProblems } from "../../test/reporting.ts";
import type { Problem } from "../base/problem.ts";
import type { MappingInput } from "../config/config.ts";
import type { Mapping } from "../config/mapping.ts";
import { checkMappings } from "./check-mappings.ts";

const normalize = (...mappings: readonly MappingInput[]): readonly Mapping[] =>
  mappingsOf({ mappings: [...mappings] });

const problemsOf = (mappings: readonly Mapping[], basePath: string): readonly Problem[] =>
  withProblems((report) => checkMappings({ mappings, basePath }, report)).problems;

const check = (...mappings: readonly MappingInput[]): readonly Problem[] =>
  problemsOf(normalize(...mappings), "/hooks");

test("checkMappings() finds nothing to say of a sound config", () => {
  const mappings = [
    { id: "github", match: { path: "github" } },
    { id: "alerts", match: { path: "alerts", source: "grafana" } },
    { id: "other alerts", match: { path: "alerts" } },
  ];
  expect(check()).toEqual([]);
  expect(check(...mappings)).toEqual([]);
});

test("checkMappings() warns of a mapping without a match, which takes everything", () => {
  for (const match of [undefined, {}, { headers: {}, query: {} }]) {
    expect(check({ id: "all", ...(match && { match }) })).toEqual([
      {
        code: "match_missing",
        severity: "warning",
        path: ["hooks", "mappings", 0],
        message: 'Mapping "all" has no match and takes every event that no mapping before it took.',
        hint: 'Write "match": { "path": … } unless that is meant.',
      },
    ]);
  }
});

test.each<MappingInput["match"]>([
  { path: "a" },
  { source: "a" },
  { headers: { a: "b" } },
  { query: { a: "b" } },
  { when: { var: "payload.a" } },
  { not: { path: "a" } },
])("checkMappings() takes %j for a match", (match) => {
  expect(check({ ...(match && { match }) })).toEqual([]);
});

test("checkMappings() warns of the base path repeated in match.path", () => {
  expect(check({ id: "pay", match: { path: "/hooks/clink/payment" } })).toEqual([
    {
      code: "match_repeats_base_path",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "path"],
      message: 'Mapping "pay" repeats the base path and only matches /hooks/hooks/clink/payment.',
      hint: 'Write "clink/payment".',
      change: { kind: "replace", value: "clink/payment", safe: true },
    },
  ]);
});

test("checkMappings() knows the base path that the config has", () => {
  const mappings = normalize({ match: { path: "a/b/x" } }, { match: { path: "hooks/x" } });
  expect(problemsOf(mappings, "/a/b")).toMatchObject([{ hint: 'Write "x".' }]);
});

test("checkMappings() takes names that only begin like the base path for names", () => {
  expect(check({ match: { path: "hooks" } }, { match: { path: "hooksmith/x" } })).toEqual([]);
});

test("checkMappings() reports every kind at once, in a fixed order", () => {
  const problems = check(
    { id: "w", match: { path: "hooks/a" } },
    { id: "x" },
    { id: "y", match: { path: "b" } },
  );
  expect(problems.map(({ code }) => code)).toEqual([
    "match_missing",
    "match_repeats_base_path",
    "mapping_unreachable",
  ]);
});
