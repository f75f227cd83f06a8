// @ts-check
// schema/host.schema.json → src/generated: its checks, its types, its defaults, and itself without words.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { typesFromSchema } from "../../../tools/build/types-from-schemas.mjs";
import {
  validatorsFromSchemas,
  withoutNotes,
} from "../../../tools/build/validators-from-schemas.mjs";

const root = new URL("..", import.meta.url);
const generated = new URL("src/generated/", root);

/** The check of each definition that is read by itself. */
const CHECKS = {
  checkHttpRunner: "httpRunner",
  checkCommandRunner: "commandRunner",
  checkTelegram: "telegram",
  checkSlack: "slack",
  checkDiscord: "discord",
  checkWhatsApp: "whatsapp",
  checkWebhook: "webhook",
  checkCommand: "command",
};

const NAMES = {
  secret: "SecretSetting",
  host: "HostBlock",
  httpRunner: "HttpRunnerSettings",
  commandRunner: "CommandRunnerSettings",
  hostChannels: "HostChannels",
  telegram: "TelegramSettings",
  slack: "SlackSettings",
  discord: "DiscordSettings",
  whatsapp: "WhatsAppSettings",
  webhook: "WebhookSettings",
  command: "CommandSettings",
  channels: "GatewayChannels",
  session: "SessionSettings",
  agents: "AgentsBlock",
  agent: "AgentBlock",
};

const HEAD = `// Generated from schema/host.schema.json by tools/generate.mjs.

/** An object in which further keys may stand, which are the gateway's. */
type Open<Keys> = Keys | (Keys & { readonly [key: string]: unknown });`;

/** The text of each file, by its name. */
export async function generate() {
  const schema = JSON.parse(readFileSync(new URL("schema/host.schema.json", root), "utf8"));
  const checks = Object.entries(CHECKS).map(([name, definition]) => [
    name,
    { $ref: `${schema.$id}#/definitions/${definition}` },
  ]);
  return {
    "validators.ts": await validatorsFromSchemas(
      { checkHostConfig: readApart(schema), ...Object.fromEntries(checks) },
      "@hookwright/core/problems",
    ),
    "host-types.ts": `${HEAD}\n\n${typesFromSchema("HostConfigInput", schema, NAMES)}`,
    "host-schema.ts": constants(schema),
  };
}

/**
 * Channels and runners are read when they are made: the check of the whole only wants objects there. What a channel
 * has from the gateway's own settings may have further keys.
 *
 * @param {any} schema
 */
function readApart({ definitions, ...top }) {
  const { host, hostChannels } = definitions;
  const { runner } = host.properties;
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
          runner: { ...runner, properties: { http: anyObject, command: anyObject } },
        },
      },
      hostChannels: { type: "object", additionalProperties: hostChannels.additionalProperties },
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
  mkdirSync(generated, { recursive: true });
  for (const [name, text] of Object.entries(await generate())) {
    writeFileSync(new URL(name, generated), text);
  }
}
