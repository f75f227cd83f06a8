// @ts-check
// schema/host.schema.json and the files of src/channels → src/generated, and the part of that schema which is about
// channels.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { typesFromSchema } from "../../../tools/build/types-from-schemas.mjs";
import {
  validatorsFromSchemas,
  withoutNotes,
} from "../../../tools/build/validators-from-schemas.mjs";
import { schemaToText } from "../../core/tools/generate/schema-to-text.mjs";
import { readChannels } from "./read-channels.mjs";

const root = new URL("..", import.meta.url);
const schemaUrl = new URL("schema/host.schema.json", root);
const generated = new URL("src/generated/", root);

/** What channels have in common. */
const COMMON = {
  enabled: {
    description: "Whether the host sends through the channel.",
    type: "boolean",
    default: true,
    examples: [false, true],
  },
  defaultTo: {
    description: "Whom answers go to that name nobody.",
    type: ["string", "number"],
    examples: ["123456789", "#ops"],
  },
  allowFrom: {
    description: "Of the gateway: the first that is no `*` gets what goes to nobody.",
    type: "array",
    items: { type: ["string", "number"] },
    examples: [["123456789"], ["*"]],
  },
};

/** What some channels have in common: facts name these in `shared`. */
const SHARED = {
  baseUrl: secret("Where the platform is, for tests and proxies: an http or https address."),
  limit: {
    description: "The longest text of one message, in UTF-16 units.",
    type: "integer",
    minimum: 100,
    maximum: 1_000_000,
    default: 16_000,
    examples: [16_000, 4_000],
  },
  keyWindowSeconds: {
    description: "Seconds for which the receiver knows a key that comes again.",
    type: "integer",
    minimum: 0,
    maximum: 86_400,
    default: 0,
    examples: [0, 86_400],
  },
};

/** @param {string} description */
function secret(description) {
  return {
    description,
    allOf: [{ $ref: "#/definitions/secret" }],
    examples: ["${NAME}", { file: "secrets/name" }],
  };
}

/** The type of a definition or of the value at a path, if it has one of its own. */
const NAMES = {
  secret: "SecretSetting",
  host: "HostBlock",
  httpRunner: "HttpRunnerSettings",
  commandRunner: "CommandRunnerSettings",
  hostChannels: "HostChannels",
  channels: "GatewayChannels",
  session: "SessionSettings",
  agents: "AgentsBlock",
  agent: "AgentBlock",
};

const HEAD = `// Generated from schema/host.schema.json by tools/generate.mjs.

/** An object in which further keys may stand, which are the gateway's. */
type Open<Keys> = Keys | (Keys & { readonly [key: string]: unknown });`;

/** The text of each generated file by its name, and the schema with the channels that there are. */
export async function generate() {
  const channels = await readChannels();
  const written = JSON.parse(readFileSync(schemaUrl, "utf8"));
  const schema = withChannels(written, channels);
  const checks = [
    ["checkHttpRunner", "httpRunner"],
    ["checkCommandRunner", "commandRunner"],
    ...channels.map(({ id }) => [checkOf(id), id]),
  ].map(([name, definition]) => [name, { $ref: `${schema.$id}#/definitions/${definition}` }]);
  const names = channels.map(({ id }) => [id, `${capitalize(id)}Settings`]);
  const types = typesFromSchema("HostConfigInput", schema, {
    ...NAMES,
    ...Object.fromEntries(names),
  });
  return {
    schema: schemaToText(schema),
    files: {
      "validators.ts": await validatorsFromSchemas(
        { checkHostConfig: readApart(schema), ...Object.fromEntries(checks) },
        "@hookwright/core/problems",
      ),
      "host-types.ts": `${HEAD}\n\n${types}`,
      "host-schema.ts": constants(schema),
      "channel-names.ts": channelNames(channels),
      "channel-kinds.ts": channelKinds(channels),
    },
  };
}

/** @typedef {import("./read-channels.mjs").ChannelFacts} ChannelFacts */

/** @param {any} schema as written, or as made before @param {readonly ChannelFacts[]} channels */
function withChannels({ definitions, ...top }, channels) {
  const { hostChannels } = definitions;
  const own = channels.map(({ id, settings }) => [id, settings && definitionOf(settings)]);
  const references = channels.map(({ id, settings }) => [
    id,
    { $ref: `#/definitions/${id}`, examples: settings?.examples },
  ]);
  const properties = { ...hostChannels.properties, ...Object.fromEntries(references) };
  return {
    ...top,
    definitions: {
      ...definitions,
      ...Object.fromEntries(own),
      hostChannels: { ...hostChannels, properties },
    },
  };
}

/** @param {NonNullable<ChannelFacts["settings"]>} settings */
function definitionOf({ description, required, properties, shared = [] }) {
  const own = Object.entries(properties).map(([name, property]) => [
    name,
    "secret" in property ? secret(String(property.secret)) : property,
  ]);
  const further = shared.map((name) => [name, SHARED[/** @type {keyof typeof SHARED} */ (name)]]);
  return {
    description,
    type: "object",
    properties: { ...COMMON, ...Object.fromEntries([...own, ...further]) },
    required,
    additionalProperties: false,
  };
}

/** Apart from the list of channels: names are needed where channels are not. @param {readonly ChannelFacts[]} channels */
function channelNames(channels) {
  const aliases = channels.flatMap(({ id, aliases = [], hostAliases = [] }) =>
    [...aliases, ...hostAliases].map((alias) => [alias, id]),
  );
  return [
    "// Generated from the files of src/channels by tools/generate.mjs.",
    "/** Every channel whose name may stand before a recipient. */",
    `export const KNOWN_CHANNELS: ReadonlySet<string> = new Set(${JSON.stringify(channels.map(({ id }) => id))});`,
    "",
    "/** Other names of channels. */",
    `export const CHANNEL_ALIASES: ReadonlyMap<string, string> = new Map(${JSON.stringify(aliases)});`,
    "",
  ].join("\n");
}

/** @param {readonly ChannelFacts[]} channels */
function channelKinds(channels) {
  const rows = channels.map(
    ({ id }) =>
      `  { ...${id}, adapter: { create: create${capitalize(id)}, check: ${checkOf(id)} } },`,
  );
  return [
    "// Generated from the files of src/channels by tools/generate.mjs.",
    ...channels.map(
      ({ id }) =>
        `import { create as create${capitalize(id)}, facts as ${id} } from "../channels/${id}.ts";`,
    ),
    'import type { ChannelKind } from "../channels/shared/channel-kind.ts";',
    `import { ${channels.map(({ id }) => checkOf(id)).join(", ")} } from "./validators.ts";`,
    "",
    "/** The channels that a host can have. */",
    "export const CHANNEL_KINDS: readonly ChannelKind[] = [",
    ...rows,
    "];",
    "",
  ].join("\n");
}

/** @param {string} id */
function checkOf(id) {
  return `check${capitalize(id)}`;
}

/** @param {string} id */
function capitalize(id) {
  return `${id[0]?.toUpperCase()}${id.slice(1)}`;
}

/**
 * Channels and runners are read when they are made: the check of the whole only wants objects there. What a channel
 * has from the gateway's own settings may have further keys.
 *
 * @param {any} schema
 */
function readApart({ definitions, ...top }) {
  const { host, hostChannels } = definitions;
  const { if: _if, then: _then, ...runner } = host.properties.runner;
  const anyObject = { type: "object" };
  const channels = Object.keys(hostChannels.properties);
  const open = channels.map((id) => {
    const { additionalProperties: _, ...channel } = definitions[id];
    return [id, channel];
  });
  return {
    ...top,
    definitions: {
      ...definitions,
      ...Object.fromEntries(open),
      host: {
        ...host,
        properties: {
          ...host.properties,
          runner: {
            ...runner,
            properties: { ...runner.properties, http: anyObject, command: anyObject },
            // With a module, the runner is read apart.
            additionalProperties: false,
          },
        },
      },
      hostChannels: { type: "object", additionalProperties: { type: ["object", "null"] } },
    },
  };
}

/** @param {any} schema */
function constants(schema) {
  return [
    "// Generated from schema/host.schema.json by tools/generate.mjs.",
    "/** The JSON Schema of what the host reads, without its words. */",
    `export const hostSchema: Readonly<Record<string, unknown>> = ${JSON.stringify(withoutNotes(schema))};`,
    "",
    "/** By the path of the key, from its definition. */",
    `export const DEFAULTS = ${JSON.stringify(Object.fromEntries(Object.entries(schema.definitions).flatMap(([name, one]) => defaultsOf(one, name))), null, 2)} as const;`,
    "",
  ].join("\n");
}

/** @param {any} schema @param {string} path @returns {readonly (readonly [string, unknown])[]} */
function defaultsOf(schema, path) {
  const own = schema.default === undefined ? [] : [/** @type {const} */ ([path, schema.default])];
  const below = Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
    defaultsOf(one, `${path}.${key}`),
  );
  return [...own, ...below];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { schema, files } = await generate();
  writeFileSync(schemaUrl, schema);
  mkdirSync(generated, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, generated), text);
}
