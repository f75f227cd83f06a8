// A few settings → a complete policy for the end of turns, for tests.
import type { RecipientResult, Route } from "../../src/model/channel.ts";
import {
  completeSettings,
  type HeartbeatSettings,
  type HostSettings,
} from "../../src/model/settings.ts";
import type { TurnPolicy } from "../../src/plan/turn-policy.ts";

export function testSettings(
  settings: Partial<HostSettings> = {},
  heartbeat: Partial<HeartbeatSettings> = {},
): HostSettings {
  return completeSettings({
    ...{ defaultAgent: "main", agents: new Map(), maxConcurrent: 4, timeZone: "UTC" },
    agentDefaults: {
      timeoutSeconds: 600,
      heartbeat: {
        ...{ everyMs: 1_800_000, minGapMs: 5_000, target: "last", ackMaxChars: 300 },
        ...heartbeat,
      },
    },
    ...{ mainKey: "main", onInterrupted: "rerun" },
    ...{
      unknownDelivery: "resend",
      stopGraceMs: 30_000,
      retryMaxMs: 7_200_000,
      retainMs: 30 * 86_400_000,
    },
    ...settings,
  });
}

/** Ids are `id-1`, `id-2`. The one channel is `chat`; its last recipient is `42`. */
export function testPolicy(
  policy: Partial<TurnPolicy> = {},
  heartbeat: Partial<HeartbeatSettings> = {},
): TurnPolicy {
  let ids = 0;
  const route: Route = { agentId: "main", channel: "chat", to: "42", at: 0 };
  const chat = {
    limit: 4_000,
    parseRecipient: (to: string): RecipientResult => ({ ok: true, to }),
  };
  return {
    settings: testSettings({}, heartbeat),
    channels: new Map([["chat", chat]]),
    routes: [route],
    now: 1_000_000,
    randomId: () => `id-${++ids}`,
    random: () => 0.5,
    ...policy,
  };
}
