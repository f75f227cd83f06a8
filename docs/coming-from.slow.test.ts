// docs/coming-from.md: each template that it shows renders the text that it shows.
import { compileHooks } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { SAMPLE } from "./tools/coming-from/sample.mjs";
import { ENGINES } from "./tools/coming-from-page.mjs";

describe.each(ENGINES)("$title", ({ rows }) => {
  test.each(rows)("$original is $ours", async ({ ours, text }) => {
    // Something else, too: a template that renders nothing is not refused.
    const mapping = { match: { path: "shop" }, messageTemplate: `${ours}|` };
    const { fields } = await compileHooks({ hooks: { mappings: [mapping] } }).explain(SAMPLE);
    expect(fields.find(({ field }) => field === "message")?.text).toBe(`${text}|`);
  });
});
