import { expect, test } from "vitest";
import { mappingsOf, withProblems } from "../../../test/reporting.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { checkPartials } from "./check-partials.ts";

const check = (hooks: HooksInput, isIncomplete = () => false) =>
  withProblems((report) =>
    checkPartials(hooks.partials ?? {}, { mappings: mappingsOf(hooks), isIncomplete }, report),
  ).problems;

const unused = (partials: Record<string, string>, ...mappings: MappingInput[]) =>
  check({ partials, mappings }).map(({ path }) => path.at(-1));

test.each<MappingInput>([
  { messageTemplate: "x", instructions: "{{> row}}" },
  { messageTemplate: "x", sessionKey: "hook:{{> row}}" },
  { messageTemplate: "x", dedupeKey: "{{> row}}" },
  { action: "wake", textTemplate: "{{> row}}" },
])("checkPartials() looks into every template: %j", (mapping) => {
  expect(unused({ row: "x" }, mapping)).toEqual([]);
});

test("checkPartials() reports nothing where there is no template, or a wrong one", () => {
  expect(unused({ row: "x" })).toEqual([]);
  expect(unused({ "": "x" }, { messageTemplate: "{{> ''}}" })).toEqual([]);
  const hooks = { partials: { row: "x" }, mappings: [{ messageTemplate: "x" }] };
  expect(check(hooks, () => true)).toEqual([]);
});
