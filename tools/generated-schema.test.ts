// Here, and not in the core: the generator compiles schemas with `new Function`, which the core's tests also run without.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generate } from "../packages/core/tools/generate.mjs";

const schemaUrl = new URL("../packages/core/schema/hooks.schema.json", import.meta.url);

test("generate() finds the schema and the published one up to date", async () => {
  const { schema, editorSchema } = await generate();
  expect(schema).toBe(await readFile(schemaUrl, "utf8"));
  const publishedUrl = new URL("editor.schema.json", schemaUrl);
  expect(editorSchema).toBe(await readFile(publishedUrl, "utf8"));
}, 60_000);
