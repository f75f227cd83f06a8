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

test("checkMappings() refuses an id that is taken, and says by which mapping", () => {
  const a = { match: { path: "a" } };
  const b = { match: { path: "b" } };
  expect(check({ id: "x", ...a }, { id: " x", ...b })).toEqual([
    {
      code: "id_duplicate",
      severity: "error",
      path: ["hooks", "mappings", 1, "id"],
      message: 'The id "x" is taken by hooks.mappings[0].',
      hint: "Give each mapping its own id.",
    },
  ]);
  const third = check({ id: "x", ...a }, { id: "x", ...b }, { id: "x", match: { path: "c" } });
  expect(third.map(({ message }) => message)).toEqual(
    Array(2).fill('The id "x" is taken by hooks.mappings[0].'),
  );
});

test("checkMappings() refuses an id that another mapping has by its place", () => {
  expect(check({ id: "mapping-2", match: { path: "a" } }, { match: { path: "b" } })).toMatchObject([
    { code: "id_duplicate", path: ["hooks", "mappings", 1, "id"] },
  ]);
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
    { id: "x", match: { path: "hooks/a" } },
    { id: "x" },
    { id: "y", match: { path: "b" } },
  );
  expect(problems.map(({ code }) => code)).toEqual([
    "id_duplicate",
    "match_missing",
    "match_repeats_base_path",
    "mapping_unreachable",
  ]);
});
