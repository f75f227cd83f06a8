// docs/coming-from.md: each template that it shows renders the text that it shows.
import { compileHooks } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { ENGINES, SAMPLE } from "./tools/coming-from-page.mjs";

describe.each(ENGINES)("$title", ({ rows }) => {
  test.each(rows)("%s is %s", async (_original, ours, text) => {
    // A character of its own: a message that renders empty would be refused.
    const mapping = { match: { path: "shop" }, messageTemplate: `${ours}|` };
    const { fields } = await compileHooks({ hooks: { mappings: [mapping] } }).explain(SAMPLE);
    expect(fields.find(({ field }) => field === "message")?.text).toBe(`${text}|`);
  });
});
