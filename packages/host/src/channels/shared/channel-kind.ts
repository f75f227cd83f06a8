// What a file of src/channels exports: facts for the schema, the docs and the names, and how the channel is created.
import type { SecretInput } from "@hookwright/core";
import { createProblem, type SchemaCheck } from "@hookwright/core/problems";
import type { Channel } from "../../model/channel.ts";
import type { Ports } from "../../ports.ts";
import { readSecretAt, type SecretReading } from "../../settings/read-secrets.ts";

/** The generators read these from the text of the file: values are literals, and nothing is computed. */
export interface ChannelFacts {
  /** The name of the file. */
  readonly id: string;
  /** Other names that mappings and settings may use. */
  readonly aliases?: readonly string[];
  /** Other names that only the host knows, as in the recipient `tg:123`. */
  readonly hostAliases?: readonly string[];
  /** Position in the list of channels that every gateway has; omitted for a channel of this host alone. */
  readonly gatewayRank?: number;
  /** A recipient, for hints. */
  readonly example: string;
  /** The longest time for one call. Omitted: 30,000. */
  readonly callTimeoutMs?: number;
  /** The sender may choose among several accounts; the other channels have one each. */
  readonly hasAccounts?: boolean;
  /** For the docs. */
  readonly sendsWith?: string;
  /** The npm package that the operator installs. */
  readonly library?: string;
  readonly settings: ChannelSettings;
}

interface ChannelSettings {
  readonly description: string;
  readonly required: readonly string[];
  /** JSON Schema; `{ secret: "…" }` is a credential with this description. */
  readonly properties: Readonly<Record<string, object>>;
  /** Further properties, by their names in tools/generate.mjs. */
  readonly shared?: readonly string[];
  /** What to write into a property. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly examples: readonly object[];
}

/** What a channel uses of the world. */
export interface ChannelPorts extends Ports {
  /** The longest time for one call. */
  readonly timeoutMs: number;
}

/** What a channel is created with, besides its settings. */
export interface ChannelContext extends SecretReading {
  readonly ports: ChannelPorts;
  readonly libraries: ChannelLibraries;
  /** The environment from which a command inherits some variables. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly programsFolder: string | undefined;
}

/**
 * Undefined if the settings have problems, which are reported. A required setting may be missing, because the schema
 * has reported that.
 */
export type CreateChannel<Settings = never> = (
  settings: Partial<Settings>,
  context: ChannelContext,
) => Promise<Channel | undefined>;

/** A channel of the list that is generated from the files of src/channels. */
export interface ChannelKind extends ChannelFacts {
  readonly adapter: { readonly create: CreateChannel; readonly check: SchemaCheck };
}

/** Functions by the name of an npm package; each resolves to what `import()` of the name returns. */
// The libraries' own types would make every user of this package install them.
export type ChannelLibraries = Readonly<Record<string, () => Promise<unknown>>>;

/** Loads the library of a platform. Reports one that is not installed or cannot be loaded. */
export async function loadLibrary<Library>(
  name: string,
  load: () => Promise<Library>,
  { libraries, path, report }: ChannelContext,
): Promise<Library | undefined> {
  try {
    return (await (libraries[name] ?? load)()) as Library;
  } catch {
    const message = `This channel sends with the library ${name}, which cannot be loaded.`;
    const hint = `Run: npm install ${name}`;
    report(createProblem("channel_library_missing", path, message, { hint }));
    return undefined;
  }
}

/** Reads a required secret. A missing one is reported by the schema. */
export function readSetting(
  key: string,
  input: SecretInput | undefined,
  context: ChannelContext,
): string | undefined {
  if (input === undefined) return undefined;
  const secret = readSecretAt(input, [key], context);
  if (secret !== "") return secret;
  const hint = `Add "${key}" to channels.${context.path.at(-1)}.`;
  const path = [...context.path, key];
  context.report(createProblem("channel_setting_missing", path, `"${key}" is blank.`, { hint }));
  return undefined;
}

/** Reads an http or https address; a secret, because it may hold a token. */
export function readUrl(
  key: string,
  input: SecretInput | undefined,
  context: ChannelContext,
): string | undefined {
  const text = readSetting(key, input, context);
  if (text === undefined || isHttpUrl(text)) return text;
  const hint = "Write an address that begins with https:// or http://, without a user name.";
  const path = [...context.path, key];
  const message = `"${key}" is not a valid http or https address.`;
  context.report(createProblem("channel_setting_invalid", path, message, { hint }));
  return undefined;
}

/** The address of the platform, without slashes at its end. */
export function readBaseUrl(
  { baseUrl }: { readonly baseUrl?: SecretInput | undefined },
  standard: string,
  context: ChannelContext,
): string | undefined {
  if (baseUrl === undefined) return standard;
  return readUrl("baseUrl", baseUrl, context)?.replace(/\/{1,9}$/, "");
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}
