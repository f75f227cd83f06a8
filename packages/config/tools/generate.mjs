// @ts-check
// The schema of event files → src/generated: its check, and itself without words; and which keys of a config bear secrets.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  validatorsFromSchemas,
  withoutNotes,
} from "../../../tools/build/validators-from-schemas.mjs";

import { secretKeys } from "./secret-keys.mjs";

const root = new URL("..", import.meta.url);
const generated = new URL("src/generated/", root);
const file = new URL("../core/schema/event.schema.json", root);

const schema = JSON.parse(readFileSync(file, "utf8"));
mkdirSync(generated, { recursive: true });
writeFileSync(
  new URL("event-schema.ts", generated),
  [
    "// Generated from event.schema.json by tools/generate.mjs.",
    `export const eventSchema: Readonly<Record<string, unknown>> = ${JSON.stringify(withoutNotes(schema))};`,
    "",
  ].join("\n"),
);
writeFileSync(
  new URL("validators.ts", generated),
  await validatorsFromSchemas({ checkEventFile: schema }, "@hookwright/core/problems"),
);

const config = JSON.parse(readFileSync(new URL("../core/schema/hooks.schema.json", root), "utf8"));
writeFileSync(
  new URL("secret-keys.ts", generated),
  [
    "// Generated from hooks.schema.json by tools/generate.mjs.",
    "/** The keys of a config, and whether each bears a secret. */",
    `export const SECRET_KEYS: Readonly<Record<string, boolean>> = ${JSON.stringify(secretKeys(config))};`,
    "",
  ].join("\n"),
);
