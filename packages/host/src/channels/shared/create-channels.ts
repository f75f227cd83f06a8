// The settings of channels, as written → the channels that can send, and what keeps others from it.
import type { Clock, ConfigPath, Problem, Secrets, Timer } from "@hookwright/core";
import { readBySchema } from "@hookwright/core/problems";
import { CHANNEL_KINDS } from "../../generated/channel-kinds.ts";
import { programsFolderOf } from "../../ledger/open/state-folder.ts";
import { type Channel, channelIdOf } from "../../model/channel.ts";
import { completePorts } from "../../ports.ts";
import { channelFile } from "../../settings/file-kinds.ts";
import type { ChannelLibraries } from "./channel-kind.ts";

/** A platform that has not answered for so long has most likely lost the request. */
const CALL_TIMEOUT_MS = 30_000;

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
  /** The path of a channel's setting in the config, for problems. Default: `["channels", id, key]`. */
  readonly pathOf?: (id: string, key: string | undefined) => ConfigPath;
}

/** Channels by id. An error in a channel's settings keeps that channel out of the list. */
export interface ChannelsResult {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly problems: readonly Problem[];
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
  const { libraries = {} } = options;
  const common = completePorts(options);
  const inherited = options.env ?? process.env;
  const programsFolder = programsFolderOf(options.stateFolder);
  for (const [id, own] of settings) {
    if (own["enabled"] === false || ownIds.has(channelIdOf(id))) continue;
    const kind = CHANNEL_KINDS.find((row) => row.id === channelIdOf(id));
    if (kind === undefined) {
      problems.push(place(unknown(id), id, options));
      continue;
    }
    const { adapter, callTimeoutMs = CALL_TIMEOUT_MS } = kind;
    const ports = { ...common, timeoutMs: options.timeoutMs ?? callTimeoutMs };
    const path: ConfigPath = ["channels", id];
    const found: Problem[] = [];
    const report = (problem: Problem) => void found.push(problem);
    const read = readBySchema(own, channelFile(kind, adapter.check), report, { path });
    const { secrets } = options;
    const context = { path, report, secrets, ports, libraries, inherited, programsFolder };
    const channel = await adapter.create(read as never, context);
    problems.push(...found.map((problem) => place(problem, id, options)));
    if (channel !== undefined && found.length === 0) channels.set(kind.id, channel);
  }
  return { channels, problems };
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
