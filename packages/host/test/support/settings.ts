// A few fields → complete settings of a host.
import {
  type AgentSettings,
  completeSettings,
  type HeartbeatSettings,
  type HostSettings,
} from "../../src/model/settings.ts";

export interface TestSettings extends Partial<Omit<HostSettings, "agentDefaults" | "agents">> {
  readonly heartbeat?: Partial<HeartbeatSettings>;
  readonly agent?: Partial<AgentSettings>;
  /** Ids of further agents, with the same settings. */
  readonly agentIds?: readonly string[];
}

/** No periodic checks, and no gap between heartbeats: a test that is about them sets them. */
export function settingsOf({
  heartbeat = {},
  agent = {},
  agentIds = [],
  ...settings
}: TestSettings = {}): HostSettings {
  const agentDefaults = {
    timeoutSeconds: 600,
    heartbeat: { everyMs: 0, minGapMs: 0, target: "last", ackMaxChars: 300, ...heartbeat },
    ...agent,
  };
  const ids = ["main", ...agentIds];
  return completeSettings({
    defaultAgent: "main",
    agents: new Map(ids.map((id) => [id, { ...agentDefaults, id }])),
    agentDefaults,
    maxConcurrent: 4,
    timeZone: "UTC",
    mainKey: "main",
    onInterrupted: "rerun",
    unknownDelivery: "resend",
    stopGraceMs: 30_000,
    retryMaxMs: 2 * 3_600_000,
    retainMs: 30 * 86_400_000,
    ...settings,
  });
}
