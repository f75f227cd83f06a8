// What is made from the files of src/channels, and the schema: it is up to date.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generate } from "../tools/generate.mjs";
import { readFacts } from "../tools/read-channels.mjs";

const schemaUrl = new URL("../schema/host.schema.json", import.meta.url);

test("generate() finds the schema up to date: else run npm run generate -w @hookwright/host", async () => {
  const { schema } = await generate();
  expect(schema).toBe(await readFile(schemaUrl, "utf8"));
}, 60_000);

test("readFacts() reads the literal and the comment above it, and runs nothing", async () => {
  const text = `import { never } from "./never.ts";
/** Not this one. */
const a = never();

/**
 * - **Credentials**: none.
 *
 * - **\`to\`**: a name.
 */
export const facts: ChannelFacts = { id: "pager", example: "ops", settings: { examples: [{}] } };
`;
  expect(await readFacts(text)).toEqual({
    facts: { id: "pager", example: "ops", settings: { examples: [{}] } },
    notes: "- **Credentials**: none.\n\n- **`to`**: a name.\n",
  });
  expect(await readFacts("export const facts = { id };")).toEqual({ facts: undefined, notes: "" });
});
