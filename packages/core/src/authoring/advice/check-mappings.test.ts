import { expect, test } from "vitest";
import { mappingsOf, withProblems } from "../../../test/reporting.ts";
import type { Problem } from "../../model/problem.ts";
import type { HooksInput, MappingInput, MatchInput } from "../config/config.ts";
import type { Mapping } from "../config/mapping.ts";
import { normalizeMappings } from "../config/normalize-mappings.ts";
import { checkMappings, checkUnreachable } from "./check-mappings.ts";

const normalize = (...mappings: readonly MappingInput[]): readonly Mapping[] =>
  mappingsOf({ mappings: [...mappings] });

const problemsOf = (mappings: readonly Mapping[], basePath: string): readonly Problem[] =>
  withProblems((report) => checkMappings({ mappings, basePath }, report)).problems;

const check = (...mappings: readonly MappingInput[]): readonly Problem[] =>
  problemsOf(normalize(...mappings), "/hooks");

test("checkMappings() warns of a mapping without a match, which takes everything", () => {
  for (const match of [undefined, {}, { headers: {}, query: {} }]) {
    expect(check({ id: "all", ...(match && { match }) })).toEqual([
      {
        code: "match_missing",
        severity: "warning",
        path: ["hooks", "mappings", 0],
        message: 'Mapping "all" has no match and takes every event that no earlier mapping takes.',
        hint: 'Write "match": { "path": … } unless that is meant.',
      },
    ]);
  }
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

const A = { var: "payload.action" };
const mapping = (id: string, when: object, path = "ci"): MappingInput => ({
  id,
  match: { path, when },
});
const isIn = (...texts: string[]) => ({ in: [A, texts] });
const equals = (text: string) => ({ "==": [A, text] });

const checkSeldom = (...mappings: MappingInput[]) =>
  withProblems((report) => checkUnreachable(mappingsOf({ mappings }), report)).problems;

test("checkUnreachable() names all mappings that leave nothing usual", () => {
  const rest = mapping("rest", { or: [equals("opened"), equals("closed")] });
  const problems = checkSeldom(mapping("a", isIn("opened")), mapping("b", isIn("closed")), rest);
  expect(problems).toMatchObject([
    {
      code: "mapping_hardly_reached",
      message: expect.stringContaining('"a" and "b" together take all except'),
    },
  ]);
});

const named = (id: string, match?: MatchInput): MappingInput => ({ id, ...(match && { match }) });

const checkReach = (hooks: HooksInput): readonly Problem[] =>
  withProblems((report) => checkUnreachable(mappingsOf(hooks), report)).problems;

function unreached(...mappings: readonly MappingInput[]): readonly string[] {
  return checkReach({ mappings: [...mappings] }).map(({ message }) => message);
}

const hidden = (by: string): string =>
  `Mapping "late" is never reached: "${by}" takes all of its events.`;

test("checkUnreachable() warns of a mapping whose condition leaves it nothing but built-in routes", () => {
  const when = { in: [{ var: "path" }, ["wake", "agent"]] };
  const hooks = { mappings: [named("all", {}), named("own", { when })] };
  expect(checkReach(hooks)).toMatchObject([
    {
      path: ["hooks", "mappings", 1, "match"],
      message: 'Mapping "own" is never reached: built-in routes take all of its events.',
    },
  ]);
});

test("checkUnreachable() warns of a mapping that several earlier ones hide together", () => {
  const mappings = [
    named("push", { path: "ci", headers: { event: "push" } }),
    named("rest", { path: "ci", not: { headers: { event: "push" } } }),
    named("late", { path: "ci" }),
  ];
  expect(unreached(...mappings)).toEqual([
    'Mapping "late" is never reached: "push" and "rest" together take all of its events.',
  ]);
});

test("checkUnreachable() warns of a match that contradicts itself", () => {
  const match = { path: "ci", not: { path: "ci" } };
  const hooks = { mappings: [named("late", match)] };
  expect(checkReach(hooks)).toEqual([
    {
      code: "mapping_unreachable",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match"],
      message: 'Mapping "late" is never reached: its match contradicts itself.',
      hint: "Remove one of the clauses that exclude each other.",
    },
  ]);
});

test("checkUnreachable() takes a thousand mappings", () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    named(`m${index}`, { path: `p${index}` }),
  );
  expect(unreached(...many)).toEqual([]);
  expect(unreached(...many, named("late", { path: "p7" }))).toEqual([hidden("m7")]);
});

test("checkUnreachable() lets the operator take over the events of a preset", () => {
  const match = { path: "gmail", when: equals("x") };
  const presets = { mail: () => [{ match, messageTemplate: "x" }] };
  const hooks = { presets: ["mail"], mappings: [mapping("own", isIn("x"), "gmail")] };
  const { problems } = withProblems((report) =>
    checkUnreachable(normalizeMappings(hooks, { presets, report }), report),
  );
  expect(problems).toEqual([]);
});
