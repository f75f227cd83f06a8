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

test("checkPartials() warns of a partial that no template uses", () => {
  const hooks = { partials: { row: "x", foot: "y" }, mappings: [{ messageTemplate: "{{> row}}" }] };
  expect(check(hooks)).toEqual([
    {
      code: "partial_unused",
      severity: "warning",
      path: ["hooks", "partials", "foot"],
      message: 'No template uses the partial "foot".',
      hint: "Write {{> foot}} where it belongs, or remove it.",
    },
  ]);
});

test.each(["{{>row}}", '{{> "row"}}', "{{> 'row'}}"])(
  "checkPartials() finds the call %s",
  (messageTemplate) => {
    expect(unused({ row: "x" }, { messageTemplate })).toEqual([]);
  },
);

test.each<MappingInput>([
  { messageTemplate: "x", instructions: "{{> row}}" },
  { messageTemplate: "x", sessionKey: "hook:{{> row}}" },
  { messageTemplate: "x", dedupeKey: "{{> row}}" },
  { action: "wake", textTemplate: "{{> row}}" },
])("checkPartials() looks into every template: %j", (mapping) => {
  expect(unused({ row: "x" }, mapping)).toEqual([]);
});

test("checkPartials() follows partials that other partials use, from a template", () => {
  const partials = { outer: "{{> inner}}", inner: "{{> outer}}", left: "{{> right}}", right: "x" };
  expect(unused(partials, { messageTemplate: "{{> outer}}" })).toEqual(["left", "right"]);
  expect(unused({ rows: "x" }, { messageTemplate: "{{> row}} rows" })).toEqual(["rows"]);
});

test("checkPartials() reports nothing where there is no template, or a wrong one", () => {
  expect(unused({ row: "x" })).toEqual([]);
  expect(unused({ "": "x" }, { messageTemplate: "{{> ''}}" })).toEqual([]);
  const hooks = { partials: { row: "x" }, mappings: [{ messageTemplate: "x" }] };
  expect(check(hooks, () => true)).toEqual([]);
});
