// Elements of one event that fail within partials, and those after them.
import { expect, test } from "vitest";
import { compileHooks } from "../../src/compile-hooks.ts";
import { nestedList, nestedObject } from "./values.ts";

test.each([
  ["whose partials include each other too deep", nestedObject(60)],
  ["whose values are nested too deep", { v: nestedList(600) }],
])("resolve() does not make good elements pay for those %s", async (_, bad) => {
  const partials = { row: "x{{#if a}}{{> row a}}{{/if}}{{v}}" };
  const mapping = { match: { path: "x" }, forEach: "items", messageTemplate: "{{> row item}}" };
  const hooks = compileHooks({ hooks: { partials, mappings: [mapping] } });
  const items = [...Array.from({ length: 60 }, () => bad), { v: "good" }];
  const resolution = await hooks.resolve({ path: "x", payload: { items } });
  expect(resolution).toMatchObject({ outcome: "batch" });
  const { elements } = resolution as Extract<typeof resolution, { outcome: "batch" }>;
  expect(elements.map((element) => element.resolution.outcome)).toEqual([
    ...items.slice(1).map(() => "refused"),
    "action",
  ]);
});
