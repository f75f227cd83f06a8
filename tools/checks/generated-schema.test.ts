// Here, and not in the core: the generator compiles schemas with `new Function`, which the core's tests also run without.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generate } from "../../packages/core/tools/generate.mjs";

const schemaUrl = new URL("../../packages/core/schema/hooks.schema.json", import.meta.url);

test("generate() finds the schema, the published one and that of plans up to date", async () => {
  const { schema, editorSchema, planSchema } = await generate();
  expect(schema).toBe(await readFile(schemaUrl, "utf8"));
  const publishedUrl = new URL("editor.schema.json", schemaUrl);
  expect(editorSchema).toBe(await readFile(publishedUrl, "utf8"));
  const planUrl = new URL("plan.schema.json", schemaUrl);
  expect(planSchema).toBe(await readFile(planUrl, "utf8"));
}, 60_000);
