// The channels that a host can have, and how each is made from its settings.
import type { SecretInput } from "@hookwright/core";
import { createProblem, type FileKind } from "@hookwright/core/problems";
import { DEFAULTS } from "../../generated/host-schema.ts";
import type {
  CommandSettings,
  DiscordSettings,
  SlackSettings,
  TelegramSettings,
  WebhookSettings,
  WhatsAppSettings,
} from "../../generated/host-types.ts";
import type { Channel } from "../../model/channel.ts";
import { CHANNEL_FILES } from "../../settings/file-kinds.ts";
import { readSecretAt, readSecrets, type SecretReading } from "../../settings/read-secrets.ts";
import type { ChannelPorts } from "../channel-ports.ts";
import { createCommandChannel } from "../command/command-channel.ts";
import { createDiscordChannel } from "../platforms/discord.ts";
import { createSlackChannel } from "../platforms/slack.ts";
import { createTelegramChannel } from "../platforms/telegram.ts";
import { createWebhookChannel } from "../platforms/webhook.ts";
import { createWhatsAppChannel } from "../platforms/whatsapp.ts";

/** What a channel is made with, besides its settings. */
interface ChannelContext extends SecretReading {
  readonly ports: ChannelPorts;
  readonly libraries: ChannelLibraries;
  /** What a command inherits some variables from. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly programsFolder: string | undefined;
}

/** Undefined where the settings have problems. What is required may be missing: the schema has told it. */
type CreateChannel<Settings = never> = (
  settings: Partial<Settings>,
  context: ChannelContext,
) => Promise<Channel | undefined>;

/** `"not_built"`: the gateway has the channel, the host does not yet. */
type ChannelKind = {
  readonly id: string;
  /** A recipient, for hints. */
  readonly example: string;
} & (
  | { readonly create: CreateChannel; readonly file: FileKind }
  | { readonly create: "not_built" }
);

const telegram: CreateChannel<TelegramSettings> = async (settings, context) => {
  const botToken = readSetting("botToken", settings.botToken, context);
  const baseUrl = readBaseUrl(settings, "https://api.telegram.org", context);
  const library = await loadLibrary("grammy", context);
  if (botToken === undefined || baseUrl === undefined || library === undefined) return undefined;
  return createTelegramChannel({ botToken, baseUrl }, library, context.ports);
};

const slack: CreateChannel<SlackSettings> = async (settings, context) => {
  const botToken = readSetting("botToken", settings.botToken, context);
  const baseUrl = readBaseUrl(settings, "https://slack.com/api", context);
  const library = await loadLibrary("@slack/web-api", context);
  if (botToken === undefined || baseUrl === undefined || library === undefined) return undefined;
  return createSlackChannel({ botToken, baseUrl }, library, context.ports);
};

const discord: CreateChannel<DiscordSettings> = async (settings, context) => {
  const token = readSetting("token", settings.token, context);
  const baseUrl = readBaseUrl(settings, "https://discord.com", context);
  const library = await loadLibrary("@discordjs/rest", context);
  if (token === undefined || baseUrl === undefined || library === undefined) return undefined;
  return createDiscordChannel({ token, baseUrl }, library, context.ports);
};

const whatsapp: CreateChannel<WhatsAppSettings> = async (settings, context) => {
  const { version = DEFAULTS["whatsapp.version"] } = settings;
  const phoneNumberId = readPhoneNumberId(settings, context);
  const accessToken = readSetting("accessToken", settings.accessToken, context);
  const baseUrl = readBaseUrl(settings, "https://graph.facebook.com", context);
  if (phoneNumberId === undefined || accessToken === undefined) return undefined;
  if (baseUrl === undefined) return undefined;
  return createWhatsAppChannel({ phoneNumberId, accessToken, version, baseUrl }, context.ports);
};

/** It goes into a path. One that is written as a number has no pattern in the schema. */
function readPhoneNumberId(
  { phoneNumberId }: Partial<WhatsAppSettings>,
  { path, report }: ChannelContext,
): string | undefined {
  if (phoneNumberId === undefined || /^\d{5,20}$/.test(String(phoneNumberId))) {
    return phoneNumberId === undefined ? undefined : String(phoneNumberId);
  }
  const hint = "Write the id of the phone number (digits), which is not the number itself.";
  const message = '"phoneNumberId" is no such id.';
  report(createProblem("channel_setting_invalid", [...path, "phoneNumberId"], message, { hint }));
  return undefined;
}

const webhook: CreateChannel<WebhookSettings> = async (settings, context) => {
  const { limit = DEFAULTS["webhook.limit"] } = settings;
  const { keyWindowSeconds = DEFAULTS["webhook.keyWindowSeconds"] } = settings;
  const url = readUrl("url", settings.url, context);
  const token = settings.token && readSetting("token", settings.token, context);
  if (url === undefined) return undefined;
  const keyWindowMs = keyWindowSeconds * 1_000;
  return createWebhookChannel(
    { url, ...(token !== undefined && { token }), limit, keyWindowMs },
    context.ports,
  );
};

const command: CreateChannel<CommandSettings> = async (settings, context) => {
  const { limit = DEFAULTS["command.limit"] } = settings;
  const { keyWindowSeconds = DEFAULTS["command.keyWindowSeconds"] } = settings;
  const { path, report } = context;
  const [program, ...args] = [settings.command ?? []].flat();
  const env = readSecrets(settings.env, "env", context) ?? {};
  for (const name of Object.keys(settings.env ?? {}).filter((one) => !VARIABLE.test(one))) {
    const hint = "Names have letters, digits and underscores, and begin with no digit.";
    const message = '"env" has a name that no variable can have.';
    report(createProblem("channel_setting_invalid", [...path, "env", name], message, { hint }));
  }
  if (program === "") {
    const hint = 'Write the program and its arguments: ["/usr/local/bin/notify", "--quiet"].';
    const message = '"command" names no program.';
    report(createProblem("channel_setting_invalid", [...path, "command"], message, { hint }));
  }
  if (program === undefined || program === "") return undefined;
  const { programsFolder, inherited, ports } = context;
  const keyWindowMs = keyWindowSeconds * 1_000;
  const own = { command: [program, ...args] as const, env, limit, keyWindowMs, programsFolder };
  return createCommandChannel(own, ports, inherited);
};

const VARIABLE = /^[A-Za-z_]\w*$/;

/** A secret that must be there. */
function readSetting(
  key: string,
  input: SecretInput | undefined,
  context: ChannelContext,
): string | undefined {
  // The schema has told that it is missing.
  if (input === undefined) return undefined;
  const secret = readSecretAt(input, [key], context);
  if (secret !== "") return secret;
  const hint = `Add "${key}" to channels.${context.path.at(-1)}.`;
  const path = [...context.path, key];
  context.report(createProblem("channel_setting_missing", path, `"${key}" is blank.`, { hint }));
  return undefined;
}

/** An http or https address; a secret, because it may hold a token. */
function readUrl(
  key: string,
  input: SecretInput | undefined,
  context: ChannelContext,
): string | undefined {
  const text = readSetting(key, input, context);
  if (text === undefined || isHttpUrl(text)) return text;
  const hint = "Write an address that begins with https:// or http://, without a user name.";
  const path = [...context.path, key];
  const message = `"${key}" is not such an address.`;
  context.report(createProblem("channel_setting_invalid", path, message, { hint }));
  return undefined;
}

/** Without slashes at its end. */
function readBaseUrl(
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

export const CHANNEL_KINDS: readonly ChannelKind[] = [
  { id: "whatsapp", create: whatsapp, file: CHANNEL_FILES.whatsapp, example: "+15550100" },
  { id: "telegram", create: telegram, file: CHANNEL_FILES.telegram, example: "123456789" },
  { id: "discord", create: discord, file: CHANNEL_FILES.discord, example: "112233445566778899" },
  { id: "slack", create: slack, file: CHANNEL_FILES.slack, example: "C0123456789" },
  { id: "mattermost", create: "not_built", example: "@ops" },
  { id: "signal", create: "not_built", example: "+15550100" },
  { id: "imessage", create: "not_built", example: "+15550100" },
  { id: "msteams", create: "not_built", example: "conversation:19:ops" },
  { id: "webhook", create: webhook, file: CHANNEL_FILES.webhook, example: "ops" },
  { id: "command", create: command, file: CHANNEL_FILES.command, example: "ops" },
];

interface LibraryModules {
  readonly grammy: typeof import("grammy");
  readonly "@slack/web-api": typeof import("@slack/web-api");
  readonly "@discordjs/rest": typeof import("@discordjs/rest");
}

/** Undefined where the library is not installed or does not load. */
async function loadLibrary<Name extends keyof LibraryModules>(
  name: Name,
  { libraries, path, report }: ChannelContext,
): Promise<LibraryModules[Name] | undefined> {
  try {
    return (await libraries[name]()) as LibraryModules[Name];
  } catch {
    const message = `This channel sends with the library ${name}, which cannot be loaded.`;
    const hint = `Run: npm install ${name}`;
    report(createProblem("channel_library_missing", path, message, { hint }));
    return undefined;
  }
}

/** Functions that load the libraries of platforms; each resolves to what `import()` of its name gives. */
export interface ChannelLibraries {
  // Their types would make every user of this package install them.
  readonly grammy: () => Promise<unknown>;
  readonly "@slack/web-api": () => Promise<unknown>;
  readonly "@discordjs/rest": () => Promise<unknown>;
}

/** The libraries of platforms: loaded where a channel needs one, and only there. */
export const LIBRARIES: ChannelLibraries = {
  grammy: () => import("grammy"),
  "@slack/web-api": () => import("@slack/web-api"),
  "@discordjs/rest": () => import("@discordjs/rest"),
};
