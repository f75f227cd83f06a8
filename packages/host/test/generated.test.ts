// What is made from the files of src/channels, from the schema and from tables: it is up to date.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SEND_CODES } from "../src/channels/shared/send-codes.ts";
import { generate } from "../tools/generate.mjs";
import { readFacts } from "../tools/read-channels.mjs";

const pageUrl = new URL("../../../docs/channels.md", import.meta.url);
const schemaUrl = new URL("../schema/host.schema.json", import.meta.url);

test("generate() finds the schema up to date: else run npm run generate -w @hookwright/host", async () => {
  const { schema } = await generate();
  expect(schema).toBe(await readFile(schemaUrl, "utf8"));
}, 60_000);

test("docs/channels.md lists the codes that there are, with their meanings", {
  tags: "DEL-14",
}, async () => {
  const page = await readFile(pageUrl, "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| [\w ]+ \| (.+) \|$/gm)].map(
    ([, code, meaning]) => [code, meaning],
  );
  expect(rows).toEqual(Object.entries(SEND_CODES).map(([code, { meaning }]) => [code, meaning]));
});

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
