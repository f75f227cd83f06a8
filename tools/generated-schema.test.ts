// Here, and not in the core: the generator compiles schemas with `new Function`, which the core's tests also run without.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generate } from "../packages/core/tools/generate.mjs";

const schemaUrl = new URL("../packages/core/schema/hooks.schema.json", import.meta.url);

test("generate() finds the published schema up to date", async () => {
  const { schema } = await generate();
  expect(schema).toBe(await readFile(schemaUrl, "utf8"));
}, 60_000);
