// The parts of schema/host.schema.json that are read, each with its check and its hints.

import type { FileKind, SchemaCheck } from "@hookwright/core/problems";
import type { ChannelFacts } from "../channels/shared/channel-kind.ts";
import { hostSchema } from "../generated/host-schema.ts";
import { checkCommandRunner, checkHostConfig, checkHttpRunner } from "../generated/validators.ts";

/** A config, of which the host reads `host` and some keys of the gateway. */
export const HOST_FILE: FileKind = {
  isNullUnset: true,
  name: "The config",
  schema: hostSchema,
  check: checkHostConfig,
};

/** By key, in any block. */
const HINTS: Readonly<Record<string, string>> = {
  baseUrl: 'Write an address such as "https://api.openai.com/v1".',
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

function hintForValue(
  own: Readonly<Record<string, string>>,
  isSecret: (key: string) => boolean,
): NonNullable<FileKind["hintForValue"]> {
  return (owner, key, value) => {
    const reference = 'a reference such as { "env": "NAME" }';
    const hint = own[key] ?? HINTS[key];
    if (hint === undefined && isSecret(key) && value === undefined) {
      return `Add "${key}": ${reference}.`;
    }
    if ((hint === undefined && isSecret(key)) || owner === "env" || owner === "headers") {
      return `Write a text, or ${reference}.`;
    }
    // An entry of a list, or of names.
    const isEntry = /^\d+$/.test(key) || owner === "models";
    return isEntry ? HINTS[owner] : hint;
  };
}

interface Definition {
  readonly properties: Readonly<Record<string, { readonly allOf?: readonly object[] }>>;
}

const { definitions } = hostSchema as {
  readonly definitions: Readonly<Record<string, Definition>>;
};

function partOf(
  definition: string,
  check: SchemaCheck,
  prefix: "channel" | "runner",
  hints: Readonly<Record<string, string>> = {},
): FileKind {
  const schema = definitions[definition];
  // Of all references, only those to a secret are within `allOf`.
  const isSecret = (key: string): boolean => schema?.properties[key]?.allOf !== undefined;
  return {
    name: `The ${prefix}`,
    schema: { ...schema, definitions },
    check,
    hintForValue: hintForValue(hints, isSecret),
    isNullUnset: true,
    codes: { missing: `${prefix}_setting_missing`, wrong: `${prefix}_setting_invalid` },
  };
}

export const HTTP_RUNNER: FileKind = partOf("httpRunner", checkHttpRunner, "runner");

export const COMMAND_RUNNER: FileKind = partOf("commandRunner", checkCommandRunner, "runner");

/** The settings of a channel that has an adapter. */
export function channelFile({ id, settings }: ChannelFacts, check: SchemaCheck): FileKind {
  return partOf(id, check, "channel", settings?.hints);
}
