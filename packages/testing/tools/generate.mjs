// @ts-check
// The schemas of test files and of the events in them → src/generated: a check of both, and the schema without words.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  validatorsFromSchemas,
  withoutNotes,
} from "../../../tools/build/validators-from-schemas.mjs";

const root = new URL("..", import.meta.url);
const generated = new URL("src/generated/", root);

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));

const { $schema: _, $id: __, ...event } = read("../core/schema/event.schema.json");
const written = read("schema/test.schema.json");
const [name] = written.definitions.event.anyOf;
/** The event is another file's schema where it is published. */
const schema = {
  ...written,
  definitions: { ...written.definitions, event: { anyOf: [name, event] } },
};
mkdirSync(generated, { recursive: true });
writeFileSync(
  new URL("test-schema.ts", generated),
  [
    "// Generated from test.schema.json and event.schema.json by tools/generate.mjs.",
    `export const testSchema: Readonly<Record<string, unknown>> = ${JSON.stringify(withoutNotes(schema))};`,
    "",
  ].join("\n"),
);
writeFileSync(
  new URL("validators.ts", generated),
  await validatorsFromSchemas({ checkTestFile: schema }, "@hookwright/core/problems"),
);
