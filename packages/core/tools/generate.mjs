// @ts-check
// model/*.ts, codes/*.mjs, the lints and schema/hooks.schema.json → src/generated/*.ts and src/authoring/generated/*.ts, and
// the fields of an action in that schema.
//
// Why at build time: the lists stand once, as tables with a sentence for each row, and what runs holds
// neither the sentences nor a loop over the rows.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readTable } from "../../../tools/build/read-table.mjs";
import { typesFromSchemas } from "../../../tools/build/types-from-schemas.mjs";
import {
  validatorsFromSchemas,
  withoutNotes,
} from "../../../tools/build/validators-from-schemas.mjs";
import { readChannels } from "../../host/tools/read-channels.mjs";
import { actionRecords } from "./generate/action-records.mjs";
import { editorSchema } from "./generate/editor-schema.mjs";
import { fieldLists } from "./generate/field-lists.mjs";
import { mappingSettings, settingShapes } from "./generate/mapping-settings.mjs";
import { planSchema } from "./generate/plan-schema.mjs";
import {
  codesModule,
  EVENT_CODES,
  listMappingLints,
  mappingLintsModule,
  readConfigCodes,
} from "./generate/read-codes.mjs";
import { schemaToText } from "./generate/schema-to-text.mjs";
import {
  agentRequestSchema,
  deliverSchema,
  runSchema,
  transformResultSchema,
  wakeRequestSchema,
  wakeSchema,
  withActionFields,
} from "./generate/schemas-from-fields.mjs";

const root = new URL("..", import.meta.url);
const schemaUrl = new URL("schema/hooks.schema.json", root);
const planSchemaUrl = new URL("schema/plan.schema.json", root);
const hostSchemaUrl = new URL("../host/schema/host.schema.json", root);
const deliveryIdsUrl = new URL("../signatures/src/vendors/shared/delivery-ids.ts", root);
const sources = new URL("src/", root);

/** Everything that is made, by the place where it belongs. */
export async function generate() {
  const { ACTION_FIELDS } = await readTable(new URL("src/model/action-fields.ts", root));
  const channels = await readChannels();
  const ofGateways = [
    { id: "last" },
    ...channels.filter(({ gatewayRank }) => gatewayRank !== undefined),
  ];
  const { DELIVERY_IDS } = await readTable(deliveryIdsUrl);
  const written = JSON.parse(await readFile(schemaUrl, "utf8"));
  const config = withActionFields(written, { fields: ACTION_FIELDS, channels: ofGateways });
  const shapes = settingShapes(config);
  const { planShape } = await readTable(new URL("src/authoring/plan/plan-shape.ts", root), {
    "setting-shapes.ts": shapes,
  });
  const wakeRequest = wakeRequestSchema(ACTION_FIELDS);
  const agentRequest = agentRequestSchema(ACTION_FIELDS);
  const transformResult = transformResultSchema(ACTION_FIELDS);
  return {
    schema: schemaToText(config),
    editorSchema: schemaToText(
      editorSchema(config, {
        channels: ofGateways.map(({ id }) => id),
        host: JSON.parse(await readFile(hostSchemaUrl, "utf8")),
      }),
    ),
    planSchema: schemaToText(planSchema(planShape)),
    files: {
      "authoring/generated/config-validator.ts": await validatorsFromSchemas(
        { checkConfigSchema: config },
        "../schema/describe-schema-error.ts",
      ),
      "authoring/generated/hooks-schema.ts": schemaConstant(withoutExamples(config)),
      "authoring/generated/keys-schema.ts": keysConstant(config),
      "authoring/generated/setting-shapes.ts": shapes,
      "authoring/generated/mapping-lints.ts": mappingLintsModule(await listMappingLints()),
      "generated/config-types.ts": typesFromSchemas({
        config,
        wakeRequest,
        agentRequest,
        transformResult,
        run: runSchema(ACTION_FIELDS),
        wake: wakeSchema(ACTION_FIELDS),
        deliver: deliverSchema(ACTION_FIELDS),
      }),
      "generated/mapping-settings.ts": mappingSettings(config),
      "generated/action-records.ts": actionRecords(ACTION_FIELDS),
      "generated/field-lists.ts": fieldLists(ACTION_FIELDS, { config, transformResult }),
      "generated/channels.ts": channelLists(ofGateways, channels),
      "generated/codes.ts": codesModule(await readConfigCodes(), EVENT_CODES),
      "generated/version.ts": await versionConstant(),
      "generated/delivery-ids.ts": deliveryIds(DELIVERY_IDS),
    },
  };
}

/** Examples are for editors, which have a schema of their own. @param {any} schema @returns {any} */
function withoutExamples(schema) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withoutExamples);
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== "examples" || !Array.isArray(value),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutExamples(value)]));
}

async function versionConstant() {
  const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
  return [
    "// Generated from package.json by tools/generate.mjs.",
    "/** Version of `@hookwright/core`. */",
    `export const VERSION = ${JSON.stringify(version)};`,
    "",
  ].join("\n");
}

/** @param {object} schema */
function schemaConstant(schema) {
  return [
    "// Generated from schema/hooks.schema.json by tools/generate.mjs.",
    "/** The JSON Schema (draft 07) of the config, published as `hooks.schema.json` with notes for editors. */",
    `export const hooksSchema: Readonly<Record<string, unknown>> = ${JSON.stringify(schema)};`,
    "",
  ].join("\n");
}

/** A file of its own: what reads keys is in bundles of browsers, where words would be half of it. @param {object} schema */
function keysConstant(schema) {
  return [
    "// Generated from schema/hooks.schema.json by tools/generate.mjs.",
    "/** The schema of the config without words: what hints about keys read. */",
    `export const keysSchema: Readonly<Record<string, unknown>> = ${JSON.stringify(withoutNotes(schema))};`,
    "",
  ].join("\n");
}

/** @typedef {{ readonly id: string, readonly aliases?: readonly string[] }} Channel */

/** @param {readonly Channel[]} ofGateways @param {readonly Channel[]} all */
function channelLists(ofGateways, all) {
  const rows = (/** @type {readonly Channel[]} */ list) =>
    list.map(({ id, aliases = [] }) => `  ${JSON.stringify({ id, aliases })},`);
  return [
    "// Generated from the files of packages/host/src/channels by tools/generate.mjs.",
    "interface ChannelNames {",
    "  readonly id: string;",
    "  readonly aliases: readonly string[];",
    "}",
    "",
    "/** The channels that every gateway knows, in the order in which messages list them; hosts can register more. */",
    "export const CHANNELS: readonly ChannelNames[] = [",
    ...rows(ofGateways),
    "];",
    "",
    "/** What the package `host` can send through beside these. */",
    "export const HOST_CHANNELS: readonly ChannelNames[] = [",
    ...rows(all.filter((channel) => !ofGateways.includes(channel))),
    "];",
    "",
  ].join("\n");
}

/** @param {Readonly<Record<"headers" | "bodies", readonly object[]>>} ids */
function deliveryIds({ headers, bodies }) {
  const rows = (/** @type {readonly object[]} */ list) =>
    list.map((row) => `  ${JSON.stringify(row)},`);
  return [
    "// Generated from the vendors' rows of @hookwright/signatures by tools/generate.mjs.",
    "interface HeaderWithId {",
    "  /** Lower-case name. */",
    "  readonly header: string;",
    "  /** Another header of the same sender, where the first is too common a name. */",
    "  readonly beside?: string;",
    "}",
    "",
    "interface BodyWithId {",
    "  /** Keys from the root of the body. */",
    "  readonly id: readonly string[];",
    "  /** A field by which the sender is known, and its text where that matters. */",
    "  readonly marker: readonly string[];",
    "  readonly is?: string;",
    "}",
    "",
    "/** Headers with the id of a delivery, in the order in which they are looked for. */",
    "export const HEADERS_WITH_IDS: readonly HeaderWithId[] = [",
    ...rows(headers),
    "];",
    "",
    "/** An `id` alone may name anything, so each has a field by which its sender is known. */",
    "export const BODIES_WITH_IDS: readonly BodyWithId[] = [",
    ...rows(bodies),
    "];",
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { schema, editorSchema: published, planSchema: ofPlans, files } = await generate();
  await writeFile(schemaUrl, schema);
  await writeFile(new URL("editor.schema.json", schemaUrl), published);
  await writeFile(planSchemaUrl, ofPlans);
  for (const folder of ["generated/", "authoring/generated/"]) {
    await mkdir(new URL(folder, sources), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, sources), text);
  await import("./look-alikes/generate.mjs");
}
