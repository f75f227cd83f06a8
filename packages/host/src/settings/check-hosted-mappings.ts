// Mappings as written, settings and channels → warnings of what the host will not do for them (ACC-5, HB-5).
import type { Problem } from "@hookwright/core";
import { channelIdOf } from "../model/channel-names.ts";
import type { HostSettings } from "../model/settings.ts";
import { isObject } from "./value-reader.ts";

export interface HostedMappingsOptions {
  readonly settings: HostSettings;
  /** Ids of the channels that can send. */
  readonly channels: ReadonlySet<string>;
}

/** The core has checked the mappings: what is of another type than it asks for is passed over here. */
export function checkHostedMappings(
  config: unknown,
  options: HostedMappingsOptions,
): readonly Problem[] {
  const hooks = isObject(config) ? config["hooks"] : undefined;
  const mappings = isObject(hooks) ? hooks["mappings"] : undefined;
  if (!Array.isArray(mappings)) return [];
  return mappings.flatMap((mapping: unknown, index) =>
    isObject(mapping)
      ? [...checkChannel(mapping, index, options), ...checkWakeMode(mapping, index, options)]
      : [],
  );
}

type Mapping = Readonly<Record<string, unknown>>;

function checkChannel(
  mapping: Mapping,
  index: number,
  { channels }: HostedMappingsOptions,
): readonly Problem[] {
  const { channel, deliver } = mapping;
  if (typeof channel !== "string" || channel === "last" || deliver === false) return [];
  if (channels.has(channelIdOf(channel))) return [];
  return [
    {
      code: "channel_not_configured",
      severity: "warning",
      path: ["hooks", "mappings", index, "channel"],
      message: `The channel "${channel}" is not configured: its deliveries will be dead.`,
      hint: `Add channels.${channel}, or name another channel.`,
    },
  ];
}

function checkWakeMode(
  mapping: Mapping,
  index: number,
  { settings }: HostedMappingsOptions,
): readonly Problem[] {
  const { wakeMode, agentId } = mapping;
  if (wakeMode !== "next-heartbeat") return [];
  const id = typeof agentId === "string" ? agentId : settings.defaultAgent;
  const { heartbeat } = settings.agents.get(id) ?? settings.agentDefaults;
  if (heartbeat.everyMs > 0) return [];
  return [
    {
      code: "heartbeat_off",
      severity: "warning",
      path: ["hooks", "mappings", index, "wakeMode"],
      message: "Heartbeats are switched off, so this event waits for the next turn of any kind.",
      hint: 'Write wakeMode: "now", or set agents.defaults.heartbeat.every.',
    },
  ];
}
