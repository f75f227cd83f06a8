// The mappings of a config beside the settings of its host → warnings of what will not come about.
import { channelIdOf, KNOWN_CHANNELS } from "../model/channel-names.ts";
import type { HostSettings } from "../model/settings.ts";
import { createValueReader, isObject, type Report, type ValueReader } from "./value-reader.ts";

export interface MappingChecks {
  readonly settings: HostSettings;
  /** Ids of channels that the integrator supplies. */
  readonly knownChannels: readonly string[];
  readonly report: Report;
}

/** Keys of a wrong type are reported by the core. */
export function checkMappings(hooks: ValueReader, checks: MappingChecks): void {
  if (!hooks.isList("mappings")) return;
  for (const [index, mapping] of hooks.list("mappings").entries()) {
    if (!isObject(mapping)) continue;
    const path = [...hooks.path, "mappings", index];
    const reader = createValueReader(mapping, path, checks.report);
    checkChannel(mapping, reader, checks);
    checkAccount(mapping, reader, checks);
    checkWakeMode(mapping, reader, checks);
  }
}

type Mapping = Readonly<Record<string, unknown>>;

/** Such a run is carried out, and its answer cannot be sent. */
function checkChannel(
  { action, deliver, channel }: Mapping,
  reader: ValueReader,
  { settings, knownChannels }: MappingChecks,
): void {
  if (typeof channel !== "string" || action === "wake" || deliver === false) return;
  const id = channelIdOf(channel);
  const isConfigured = [...settings.channels].some(
    ([name, own]) => channelIdOf(name) === id && own["enabled"] !== false,
  );
  if (id === "last" || isConfigured || knownChannels.includes(id)) return;
  reader.warn("channel", "channel_setting_missing", {
    message: `The channel "${id}" is not configured, so the answers of this mapping cannot be sent.`,
    hint: `Add channels.${id}, or choose another channel.`,
  });
}

/** A channel of the integrator's own may have accounts, as what stands behind these two. */
const WITH_ACCOUNTS: ReadonlySet<string> = new Set(["webhook", "command"]);

/** Where `last` goes, each event says for itself. */
function checkAccount(
  { channel, accountId }: Mapping,
  reader: ValueReader,
  { knownChannels }: MappingChecks,
): void {
  if (typeof channel !== "string" || typeof accountId !== "string") return;
  const id = channelIdOf(channel);
  if (!KNOWN_CHANNELS.has(id) || WITH_ACCOUNTS.has(id) || knownChannels.includes(id)) return;
  reader.warn("accountId", "field_without_effect", {
    message: `The host's channel "${id}" has one account, so "accountId" changes nothing.`,
    hint: `Remove it, or send to the account through the channel "webhook" or one of your own.`,
  });
}

/** Without periodic checks, nothing comes that such an event could wait for. */
function checkWakeMode(
  { wakeMode, agentId }: Mapping,
  reader: ValueReader,
  { settings }: MappingChecks,
): void {
  if (wakeMode !== "next-heartbeat") return;
  const { agents, agentDefaults, defaultAgent } = settings;
  const id = typeof agentId === "string" ? agentId.trim() : defaultAgent;
  // Which agent that will be, each event says for itself.
  if (id.includes("{{")) return;
  const { heartbeat } = agents.get(id) ?? agentDefaults;
  if (heartbeat.everyMs > 0) return;
  reader.warn("wakeMode", "field_without_effect", {
    message: `The agent "${id}" has no periodic heartbeat, so the event waits for a turn that something else begins.`,
    hint: 'Write "wakeMode": "now", or set heartbeat.every of the agent.',
  });
}
