// What is generated from the table of fields: a further row reaches everything.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { typesFromSchemas } from "../../../tools/build/types-from-schemas.mjs";
import { CHANNELS } from "../src/generated/channels.ts";
import { ACTION_FIELDS, type ActionField } from "../src/model/action-fields.ts";
import { actionRecords } from "../tools/generate/action-records.mjs";
import { fieldLists } from "../tools/generate/field-lists.mjs";
import { mappingSettings, settingShapes } from "../tools/generate/mapping-settings.mjs";
import * as schemas from "../tools/generate/schemas-from-fields.mjs";

const schemaUrl = new URL("../schema/hooks.schema.json", import.meta.url);

const row: ActionField = {
  name: "mood",
  value: "line",
  usedBy: ["agent"],
  templated: true,
  lockable: true,
  inRequests: true,
  inResults: true,
  meaning: "Mood of the run.",
};
const fields: readonly ActionField[] = [...ACTION_FIELDS, row];

test("withActionFields() adds a further row to mappings and to transform.lock, once", async () => {
  const written = JSON.parse(await readFile(schemaUrl, "utf8"));
  const made = schemas.withActionFields(written, { fields, channels: CHANNELS });
  const { mapping } = made.definitions;
  expect(mapping.properties.mood).toEqual({
    $comment: "template",
    type: "string",
    description: "Mood of the run. Templated.",
  });
  expect(mapping.properties.transform.properties.lock.items.enum).toContain("mood");
  expect(schemas.withActionFields(made, { fields, channels: CHANNELS })).toEqual(made);
});

test("generate() adds a further row to requests, results, records and types", async () => {
  const config = JSON.parse(await readFile(schemaUrl, "utf8"));
  const run = schemas.runSchema(fields);
  const agentRequest = schemas.agentRequestSchema(fields);
  const wakeRequest = schemas.wakeRequestSchema(fields);
  const transformResult = schemas.transformResultSchema(fields);
  const wake = schemas.wakeSchema(fields);
  const deliver = schemas.deliverSchema(fields);
  expect(agentRequest.properties).toHaveProperty("mood");
  expect(wakeRequest.properties).not.toHaveProperty("mood");
  expect(transformResult.properties).toHaveProperty("mood");
  expect(fieldLists(fields, { config, transformResult }).match(/"mood"/g)).toHaveLength(5);
  expect(actionRecords(fields)).toContain("if (fields.mood !== undefined) action.mood");
  const types = typesFromSchemas({
    ...{ config, wakeRequest, agentRequest, transformResult },
    ...{ run, wake, deliver },
  });
  expect(types).toContain("/** Mood of the run. */\n  readonly mood?: string;");
});

test("mappingSettings() and settingShapes() take a key that the schema calls a setting", async () => {
  const { definitions } = JSON.parse(await readFile(schemaUrl, "utf8"));
  const { properties } = definitions.mapping;
  const setting = (schema: object) => ({ $comment: "setting", description: "d", ...schema });
  const added = {
    weight: setting({ type: "integer", minimum: 1 }),
    mood: setting({ enum: ["calm", "loud"], default: "calm" }),
    pair: setting({
      type: "object",
      properties: { a: { type: "number" }, b: { type: "array", items: { type: "string" } } },
      required: ["a"],
    }),
  };
  const config = { definitions: { mapping: { properties: { ...properties, ...added } } } };
  const source = mappingSettings(config);
  expect(source).toContain('readonly weight?: NonNullable<MappingInput["weight"]>;');
  expect(source).toContain('mood: written.mood ?? "calm",');
  expect(source).toContain("if (written.weight !== undefined) settings.weight = written.weight;");
  const shapes = settingShapes(config);
  expect(shapes).toContain('"mood":{"is":"choice","of":["calm","loud"]}');
  expect(shapes).toContain('"weight":{"is":"whole","least":1}');
  expect(shapes).toContain(
    '"pair":{"is":"object","needs":{"a":{"is":"number"}},"may":{"b":{"is":"list","of":{"is":"text"},"least":0}}}',
  );
  const open = { definitions: { mapping: { properties: { x: setting({}) } } } };
  expect(() => settingShapes(open)).toThrow('The setting "x" of a mapping needs a type');
});

test("typesFromSchemas() refuses a field without a sentence, and an object without a name", () => {
  const types = (extra: object) => {
    const part = { description: "d", type: "object", properties: { x: extra } };
    const config = { description: "d", properties: {}, definitions: { hooks: part } };
    const rest = {
      wakeRequest: part,
      agentRequest: part,
      transformResult: part,
      run: part,
      wake: part,
      deliver: part,
    };
    return typesFromSchemas({ config, ...rest });
  };
  expect(() => types({ type: "string" })).toThrow('"hooks.x" has no description');
  expect(() => types({ description: "d", $ref: "#/definitions/other" })).toThrow("has no name");
});
