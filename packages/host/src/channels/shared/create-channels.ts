// The settings of channels, as written → the channels that can send, and what keeps others from it.
import type { Clock, ConfigPath, ModuleLoader, Problem, Secrets, Timer } from "@hookwright/core";
import { createProblem, readBySchema } from "@hookwright/core/problems";
import { programsFolderOf } from "../../ledger/open/state-folder.ts";
import { CALL_TIMEOUT_MS, type Channel, channelIdOf } from "../../model/channel.ts";
import { loadOwnChannel } from "../../own/load-own-channel.ts";
import { completePorts, emitWarning } from "../../ports.ts";
import { channelFile } from "../../settings/file-kinds.ts";
import type { ChannelLibraries } from "./channel-kind.ts";
import { kindOfChannel, TYPES } from "./kind-of-channel.ts";
import { withoutPrefix } from "./recipient.ts";

/** What channels use of the world. All are optional. */
export interface ChannelsOptions {
  /** Reads the credentials that the settings refer to. */
  readonly secrets?: Secrets;
  /** Default: `globalThis.fetch`. Redirects are not followed. */
  readonly fetch?: typeof globalThis.fetch;
  /** For waits that a platform gives as a date. Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `setTimeout`. */
  readonly timer?: Timer;
  /** The longest time for one call. Default: 30,000; 130,000 for imessage. */
  readonly timeoutMs?: number;
  /** Your own channels: they replace configured channels of the same id. */
  readonly channels?: readonly Channel[];
  /** Where the libraries of platforms come from. Default: `import()`. */
  readonly libraries?: ChannelLibraries;
  /** What a command inherits some variables from. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The host's. Running programs are recorded there, so that the next start ends those that a kill left behind. */
  readonly stateFolder?: string;
  /** Loads the modules of channels: `createModuleLoader` of `@hookwright/transforms`. */
  readonly modules?: ModuleLoader | undefined;
  /** Gets one line for each call of a module that failed. Default: `process.emitWarning`. */
  readonly warn?: ((message: string) => void) | undefined;
  /** The path of a channel's setting in the config, for problems. Default: `["channels", id, key]`. */
  readonly pathOf?: (id: string, key: string | undefined) => ConfigPath;
}

/** Channels by id. An error in a channel's settings keeps that channel out of the list. */
export interface ChannelsResult {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly problems: readonly Problem[];
  /** Absolute paths of the modules and of what they import. */
  readonly files: readonly string[];
  /** Ends the modules that no later load uses, after the calls in progress. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/**
 * Creates the channels of a config. Settings with `enabled: false` are skipped. Never rejects.
 *
 * @example
 * ```ts
 * const settings = new Map([["telegram", { botToken: { env: "TELEGRAM_BOT_TOKEN" } }]]);
 * const { channels, problems } = await createChannels(settings, { secrets });
 * ```
 */
export async function createChannels(
  settings: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  options: ChannelsOptions = {},
): Promise<ChannelsResult> {
  const channels = new Map(options.channels?.map((channel) => [channelIdOf(channel.id), channel]));
  const ownIds = new Set(channels.keys());
  const problems: Problem[] = [];
  const files: string[] = [];
  const closes: ChannelsResult["close"][] = [];
  for (const [name, own] of settings) {
    const id = channelIdOf(name);
    if (own["enabled"] === false || ownIds.has(id)) continue;
    const named = { id, name, own };
    const isModule = typeof own["module"] === "string";
    const made = await (isModule ? createOfModule(named, options) : createOfKind(named, options));
    problems.push(...made.problems.map((problem) => place(problem, name, options)));
    files.push(...(made.files ?? []));
    if (made.close !== undefined) closes.push(made.close);
    if (made.channel !== undefined) channels.set(id, made.channel);
  }
  const close: ChannelsResult["close"] = async (graceMs) => {
    await Promise.all(closes.map((one) => one(graceMs)));
  };
  return { channels, problems, files, close };
}

/** A channel as the config names it, with its settings. */
interface NamedSettings {
  readonly id: string;
  /** As written: an alias, or in another case. */
  readonly name: string;
  readonly own: Readonly<Record<string, unknown>>;
}

interface MadeChannel extends Partial<Pick<ChannelsResult, "files" | "close">> {
  readonly channel?: Channel | undefined;
  readonly problems: readonly Problem[];
}

function createOfModule(
  { id, name, own }: NamedSettings,
  { modules, secrets, env = process.env, warn = emitWarning }: ChannelsOptions,
): Promise<MadeChannel> {
  const module = { id, settings: own, path: ["channels", name] };
  return loadOwnChannel(module, { modules, secrets, inherited: env, warn });
}

async function createOfKind(
  { id, name, own: { type, ...own } }: NamedSettings,
  options: ChannelsOptions,
): Promise<MadeChannel> {
  const path: ConfigPath = ["channels", name];
  const kind = kindOfChannel(id, type);
  if (kind === undefined) {
    return { problems: [type === undefined ? unknown(name) : wrongType(path)] };
  }
  const { adapter, callTimeoutMs = CALL_TIMEOUT_MS } = kind;
  const { secrets, libraries = {}, env: inherited = process.env } = options;
  const ports = { ...completePorts(options), timeoutMs: options.timeoutMs ?? callTimeoutMs };
  const programsFolder = programsFolderOf(options.stateFolder);
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  const read = readBySchema(own, channelFile(kind, adapter.check), report, { path });
  const context = { path, report, secrets, ports, libraries, inherited, programsFolder };
  const channel = await adapter.create(read as never, context);
  if (channel === undefined || problems.length > 0) return { problems };
  return { problems, channel: kind.id === id ? channel : renameChannel(channel, id) };
}

/** Another channel of the same kind. Its recipients may begin with its own name, as in `oncall:ops`. */
function renameChannel(channel: Channel, id: string): Channel {
  return {
    ...channel,
    id,
    parseRecipient: (to) => channel.parseRecipient(withoutPrefix(to.trim(), id)),
  };
}

function place(problem: Problem, id: string, { pathOf }: ChannelsOptions): Problem {
  const [, , key, ...rest] = problem.path;
  if (pathOf === undefined) return problem;
  return { ...problem, path: [...pathOf(id, key === undefined ? key : String(key)), ...rest] };
}

function unknown(id: string): Problem {
  return {
    code: "channel_unknown",
    // The config is the gateway's own, which may send where the host cannot.
    severity: "warning",
    path: ["channels", id],
    message: `The channel "${id}" is not known: the host cannot send to it.`,
    hint: 'Send through the channel "webhook" or "command", or pass a channel of your own in the option `channels`: docs/own-channels.md.',
  };
}

function wrongType(path: ConfigPath): Problem {
  const names = TYPES.map((name) => `"${name}"`).join(" or ");
  const message = `"type" of a channel is not ${names}.`;
  const hint = "Remove it for a channel of the gateway, or name a module of your own in `module`.";
  return createProblem("channel_setting_invalid", [...path, "type"], message, { hint });
}
