// A config → what the values of actions are checked by, as data: session keys, agents, models, channels.

import { readOwn } from "@hookwright/base";
import { CHANNELS, HOOKS_DEFAULTS } from "../../model/index.ts";
import type { PolicyData } from "../../serving/resolve/index.ts";
import type { AgentInput, HookwrightConfig, ModelsInput } from "../config/index.ts";

/** A channel of the integrator: a `Channel` of `@hookwright/host`, or its names alone. */
export interface OwnChannel {
  /** In its own spelling; mappings may write it in any case. */
  readonly id: string;
  readonly aliases?: readonly string[];
}

interface PolicyOptions {
  readonly defaultAgentId?: string | undefined;
  readonly channels?: readonly OwnChannel[] | undefined;
  /** The channels that the config names. */
  readonly named?: readonly string[];
}

export function planPolicies(config: HookwrightConfig, options: PolicyOptions = {}): PolicyData {
  const models = listModels(config.agents?.defaults?.models);
  return {
    sessionKeys: planSessionKeys(config),
    agents: planAgents(config, options.defaultAgentId),
    ...(models.length > 0 && { models }),
    channels: planChannels(options),
  };
}

function planSessionKeys({ hooks }: HookwrightConfig): PolicyData["sessionKeys"] {
  const written = hooks?.allowedSessionKeyPrefixes?.flatMap((prefix) => prefix?.trim() ?? []);
  return {
    // An empty list is how gateways write "no limit".
    allowedPrefixes: written?.length === 0 ? [""] : written,
    allowRequest: hooks?.allowRequestSessionKey ?? HOOKS_DEFAULTS.allowRequestSessionKey,
  };
}

/** The name that gateways give to the agent of a config without a list. */
const FALLBACK_AGENT = "main";

function planAgents(config: HookwrightConfig, ownDefault?: string): PolicyData["agents"] {
  const { list = [], entries = {}, defaults } = config.agents ?? {};
  const listed = list.flatMap((agent) => agent ?? []);
  const entered = Object.entries(entries).map(([id, entry]): AgentInput => ({ ...entry, id }));
  const agents = [...listed, ...entered].flatMap((agent) => {
    const id = agent.id?.trim() ?? "";
    return id === "" ? [] : [{ id, isDefault: agent.default === true }];
  });
  const allowed = config.hooks?.allowedAgentIds?.flatMap((id) => id?.trim() ?? []);
  const named = (allowed ?? []).filter((id) => id !== "*");
  const system = defaults?.systemAgent?.agentId?.trim() || undefined;
  const chosen = ownDefault ?? system ?? agents.find(({ isDefault }) => isDefault)?.id;
  const defaultAgentId = chosen ?? firstOf(listed) ?? FALLBACK_AGENT;
  // The spelling of the agents goes before that of the allowed ones, and both before that of the default.
  const ids = [defaultAgentId, ...named, ...agents.map(({ id }) => id)];
  const known = new Map(ids.map((id) => [id.toLowerCase(), id]));
  return {
    ...(allowed !== undefined &&
      !allowed.includes("*") && { allowed: named.map((id) => id.toLowerCase()) }),
    known: [...known.values()],
    isNamed: named.length + agents.length > 0,
    defaultAgentId: known.get(defaultAgentId.toLowerCase()) as string,
  };
}

function firstOf(listed: readonly { readonly id?: string }[]): string | undefined {
  return listed.find(({ id }) => id !== undefined)?.id?.trim();
}

/** None: the config limits no model. */
function listModels(models: ModelsInput | undefined): readonly string[] {
  if (models === undefined) return [];
  const names = Array.isArray(models) ? models : namesFromMap(models);
  return names.flatMap((name) => name?.trim() ?? []);
}

function namesFromMap(models: Exclude<ModelsInput, string[]>): readonly string[] {
  return Object.entries(models).flatMap(([id, settings]) => [id, settings?.alias ?? id]);
}

/** A name that is known already keeps its meaning. */
function planChannels({ channels: own = [], named = [] }: PolicyOptions): PolicyData["channels"] {
  const all = [...CHANNELS, ...own];
  const known = [...new Set(all.map(({ id }) => id))];
  const aliases = all.flatMap(({ id, aliases = [] }) =>
    aliases.map((alias) => [alias, id] as const),
  );
  const taken = new Set(
    [...known, ...aliases.map(([alias]) => alias)].map((name) => name.toLowerCase()),
  );
  return { ids: [...known, ...named.filter((name) => !taken.has(name.toLowerCase()))], aliases };
}

/** Keys of `channels` that are not channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["", "defaults", "modelByChannel"]);

/**
 * The names of the channels of a gateway's config: the keys of `channels` and `host.channels`. What is below them
 * is the gateway's, and is not read.
 *
 * @example
 * ```ts
 * channelNamesOf({ channels: { matrix: {} }, host: { channels: { pager: {} } } }); // ["matrix", "pager"]
 * ```
 */
export function channelNamesOf(config: unknown): readonly string[] {
  const names = [...keysOf(config, "channels"), ...keysOf(own(config, "host"), "channels")];
  return [...new Set(names)].filter((name) => !OTHER_KEYS.has(name));
}

/** What the config of a gateway says of channels that the core does not know. */
export interface ForeignChannels {
  /** Keys of `plugins.entries`: a plugin may be a channel. */
  readonly pluginNames: readonly string[];
  /** Whether a host of ours is configured, which sends to channels of its own alone. */
  readonly hasHost: boolean;
  /** Channels with an `allowFrom` that names people, by their names in lower case. */
  readonly limitedChannels: readonly string[];
}

export function foreignChannelsOf(config: unknown): ForeignChannels {
  const host = own(config, "host");
  return {
    pluginNames: keysOf(own(config, "plugins"), "entries"),
    hasHost: host !== undefined && host !== null,
    limitedChannels: [...limitedOf(own(config, "channels")), ...limitedOf(own(host, "channels"))],
  };
}

/** An `allowFrom` of `*` limits nobody. */
function limitedOf(channels: unknown): readonly string[] {
  return keysOf({ channels }, "channels")
    .filter((name) => {
      const allowed = own(own(channels, name), "allowFrom");
      return Array.isArray(allowed) && allowed.length > 0 && !allowed.includes("*");
    })
    .map((name) => name.toLowerCase());
}

function keysOf(holder: unknown, key: string): readonly string[] {
  const channels = own(holder, key);
  try {
    if (typeof channels !== "object" || channels === null || Array.isArray(channels)) return [];
    return Object.keys(channels).map((name) => name.trim());
  } catch {
    // A proxy of the gateway's that throws names nothing.
    return [];
  }
}

function own(holder: unknown, key: string): unknown {
  try {
    return readOwn(holder, key);
  } catch {
    return undefined;
  }
}
