// The parts of schema/host.schema.json that are read, each with its check and with what to write instead.

import type { FileKind, SchemaCheck } from "@hookwright/core/problems";
import { hostSchema } from "../generated/host-schema.ts";
import {
  checkCommand,
  checkCommandRunner,
  checkDiscord,
  checkHostConfig,
  checkHttpRunner,
  checkSlack,
  checkTelegram,
  checkWebhook,
  checkWhatsApp,
} from "../generated/validators.ts";

/** A config, of which the host reads `host` and some keys of the gateway. */
export const HOST_FILE: FileKind = {
  isNullUnset: true,
  name: "The config",
  schema: hostSchema,
  check: checkHostConfig,
};

/** By key, wherever it stands. */
const HINTS: Readonly<Record<string, string>> = {
  baseUrl: 'Write an address such as "https://api.openai.com/v1".',
  phoneNumberId: "Write the id of the phone number (digits), which is not the number itself.",
  version: 'Write a version of the Graph API, such as "v24.0".',
  command: 'Write a program, or a list: ["/usr/local/bin/agent", "--quiet"].',
  env: 'Write names and values: { "API_KEY": { "env": "API_KEY" } }.',
  headers: 'Write names and values: { "x-team": "ops" }.',
  models: 'Write names and texts: { "openai/gpt-5.5": "gpt-5.5" }.',
  extraBody: 'Write an object: { "temperature": 0 }.',
  ...hintsOfLists("args", "modelArgs", "thinkingArgs", "resumeArgs", "passEnv"),
};

function hintsOfLists(...keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, 'Write a list of texts: ["--quiet"].']));
}

const SECRETS: ReadonlySet<string> = new Set(["apiKey", "botToken", "token", "accessToken", "url"]);

function hintForValue(owner: string, key: string, value: unknown): string | undefined {
  const reference = 'a reference such as { "env": "NAME" }';
  if (SECRETS.has(key) && value === undefined) return `Add "${key}": ${reference}.`;
  if (SECRETS.has(key) || owner === "env" || owner === "headers") {
    return `Write a text, or ${reference}.`;
  }
  // An entry of a list, or of names.
  const isEntry = /^\d+$/.test(key) || owner === "models";
  return isEntry ? HINTS[owner] : HINTS[key];
}

const { definitions } = hostSchema as { readonly definitions: Readonly<Record<string, object>> };

function partOf(
  definition: OwnChannel | "httpRunner" | "commandRunner",
  check: SchemaCheck,
  prefix: "channel" | "runner",
): FileKind {
  return {
    name: `The ${prefix}`,
    schema: { ...definitions[definition], definitions },
    check,
    hintForValue,
    isNullUnset: true,
    codes: { missing: `${prefix}_setting_missing`, wrong: `${prefix}_setting_invalid` },
  };
}

export const HTTP_RUNNER: FileKind = partOf("httpRunner", checkHttpRunner, "runner");

export const COMMAND_RUNNER: FileKind = partOf("commandRunner", checkCommandRunner, "runner");

type OwnChannel = "telegram" | "slack" | "discord" | "whatsapp" | "webhook" | "command";

/** By the id of the channel. */
export const CHANNEL_FILES: Readonly<Record<OwnChannel, FileKind>> = {
  telegram: partOf("telegram", checkTelegram, "channel"),
  slack: partOf("slack", checkSlack, "channel"),
  discord: partOf("discord", checkDiscord, "channel"),
  whatsapp: partOf("whatsapp", checkWhatsApp, "channel"),
  webhook: partOf("webhook", checkWebhook, "channel"),
  command: partOf("command", checkCommand, "channel"),
};
