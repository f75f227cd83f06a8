// The trees of the language's cases and of what JSON cannot hold, written as JSON and read back.
import { describe, expect, it } from "vitest";
import { helpers } from "./helpers.ts";
import { conformingFiles, deviations } from "./read-cases.ts";
import { showBoth } from "./tree-as-data.ts";

const rendered = deviations.filter(({ problem }) => problem === undefined);

const literals = [
  "plain",
  "",
  "\\{% raw %} and ${payload.a} and \\${payload.a}",
  "{{show 1 -1 -0 0 1.5}}",
  `{{show ${"9".repeat(400)} -${"9".repeat(400)} 0.1}}`,
  "{{show null undefined true 'a\u2028b' '\ud800'}}",
  "{{divide 1 -0}}{{round -0 digits=-0}}{{default missing -0}}",
  "{{-0}}{{0}}{{null}}{{undefined}}{{'a b'}}",
];

describe("linkTemplate() of a tree read from JSON renders, explains and reads the same", () => {
  it.each([...conformingFiles, ["deviations.json", rendered] as const])("in %s", (_file, cases) => {
    for (const { template, payload, partials } of cases) {
      const shown = showBoth(template, payload, { helpers, partials });
      expect(shown?.linked, template).toEqual(shown?.compiled);
      expect(shown?.compiled, template).toBeDefined();
    }
  });

  it.each(literals)("for %j", (template) => {
    const payload = { "a b": 1, "0": "zero", Infinity: "no", null: "n" };
    const shown = showBoth(template, payload, { helpers });
    expect(shown?.linked).toEqual(shown?.compiled);
    expect(shown?.compiled).toBeDefined();
  });
});
