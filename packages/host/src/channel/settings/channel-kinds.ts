// The channels that a host can have, and how each is made from its settings.
import type { Channel } from "../../model/channel.ts";
import type { ChannelPorts } from "../channel-ports.ts";
import { createCommandChannel } from "../command/command-channel.ts";
import { createDiscordChannel } from "../platforms/discord.ts";
import { createSlackChannel } from "../platforms/slack.ts";
import { createTelegramChannel } from "../platforms/telegram.ts";
import { createWebhookChannel } from "../platforms/webhook.ts";
import { createWhatsAppChannel } from "../platforms/whatsapp.ts";
import type { SettingsReader } from "./settings-reader.ts";

interface ChannelKindOptions {
  readonly reader: SettingsReader;
  readonly ports: ChannelPorts;
  readonly libraries: ChannelLibraries;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly programsFolder: string | undefined;
}

/** Undefined where the settings have problems. */
type CreateChannel = (options: ChannelKindOptions) => Promise<Channel | undefined>;

/** `"not_built"`: the gateway has the channel, the host does not yet. */
interface ChannelKind {
  readonly id: string;
  readonly create: CreateChannel | "not_built";
  /** A recipient, for hints. */
  readonly example: string;
}

/** A webhook and a command take longer texts than people like to read in one piece. */
const LIMIT = { min: 100, max: 1_000_000, standard: 16_000 };

const KEY_WINDOW = { min: 0, max: 86_400, standard: 0 };

const telegram: CreateChannel = async ({ reader, ports, libraries }) => {
  const botToken = reader.secret("botToken");
  const baseUrl = reader.baseUrl("https://api.telegram.org");
  const library = await loadLibrary("grammy", libraries, reader);
  if (botToken === undefined || baseUrl === undefined || library === undefined) return undefined;
  return createTelegramChannel({ botToken, baseUrl }, library, ports);
};

const slack: CreateChannel = async ({ reader, ports, libraries }) => {
  const botToken = reader.secret("botToken");
  const baseUrl = reader.baseUrl("https://slack.com/api");
  const library = await loadLibrary("@slack/web-api", libraries, reader);
  if (botToken === undefined || baseUrl === undefined || library === undefined) return undefined;
  return createSlackChannel({ botToken, baseUrl }, library, ports);
};

const discord: CreateChannel = async ({ reader, ports, libraries }) => {
  const token = reader.secret("token");
  const baseUrl = reader.baseUrl("https://discord.com");
  const library = await loadLibrary("@discordjs/rest", libraries, reader);
  if (token === undefined || baseUrl === undefined || library === undefined) return undefined;
  return createDiscordChannel({ token, baseUrl }, library, ports);
};

const whatsapp: CreateChannel = async ({ reader, ports }) => {
  const phoneNumberId = reader.text("phoneNumberId", {
    pattern: /^\d{5,20}$/,
    hint: "Write the id of the phone number (digits), which is not the number itself.",
  });
  const version = reader.text("version", {
    pattern: /^v\d{1,3}\.\d$/,
    hint: 'Write a version of the Graph API, such as "v24.0".',
    standard: "v24.0",
  });
  const accessToken = reader.secret("accessToken");
  const baseUrl = reader.baseUrl("https://graph.facebook.com");
  if (phoneNumberId === undefined || version === undefined) return undefined;
  if (accessToken === undefined || baseUrl === undefined) return undefined;
  return createWhatsAppChannel({ phoneNumberId, accessToken, version, baseUrl }, ports);
};

const webhook: CreateChannel = async ({ reader, ports }) => {
  const url = reader.url("url");
  const token = reader.optionalSecret("token");
  const limit = reader.integer("limit", LIMIT);
  const keyWindowMs = reader.integer("keyWindowSeconds", KEY_WINDOW) * 1000;
  if (url === undefined || reader.failed) return undefined;
  return createWebhookChannel(
    { url, ...(token !== undefined && { token }), limit, keyWindowMs },
    ports,
  );
};

const command: CreateChannel = async ({ reader, ports, env, programsFolder }) => {
  const words = reader.words("command");
  const own = reader.secrets("env");
  const limit = reader.integer("limit", LIMIT);
  const keyWindowMs = reader.integer("keyWindowSeconds", KEY_WINDOW) * 1000;
  if (words === undefined || reader.failed) return undefined;
  const settings = { command: words, env: own, limit, keyWindowMs, programsFolder };
  return createCommandChannel(settings, ports, env);
};

export const CHANNEL_KINDS: readonly ChannelKind[] = [
  { id: "whatsapp", create: whatsapp, example: "+15550100" },
  { id: "telegram", create: telegram, example: "123456789" },
  { id: "discord", create: discord, example: "112233445566778899" },
  { id: "slack", create: slack, example: "C0123456789" },
  { id: "mattermost", create: "not_built", example: "@ops" },
  { id: "signal", create: "not_built", example: "+15550100" },
  { id: "imessage", create: "not_built", example: "+15550100" },
  { id: "msteams", create: "not_built", example: "conversation:19:ops" },
  { id: "webhook", create: webhook, example: "ops" },
  { id: "command", create: command, example: "ops" },
];

interface LibraryModules {
  readonly grammy: typeof import("grammy");
  readonly "@slack/web-api": typeof import("@slack/web-api");
  readonly "@discordjs/rest": typeof import("@discordjs/rest");
}

/** Undefined where the library is not installed or does not load. */
async function loadLibrary<Name extends keyof LibraryModules>(
  name: Name,
  libraries: ChannelLibraries,
  reader: SettingsReader,
): Promise<LibraryModules[Name] | undefined> {
  try {
    return (await libraries[name]()) as LibraryModules[Name];
  } catch {
    const message = `This channel sends with the library ${name}, which cannot be loaded.`;
    reader.report({ code: "channel_library_missing", message, hint: `Run: npm install ${name}` });
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
