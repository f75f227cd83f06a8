// `hookwright heartbeat`: the latest turns of main sessions, the last one, or one more now.
import type { Io } from "../../io.ts";
import { heartbeatsToText } from "../../output/host/lists.ts";
import { changed, type OperateOptions, withHost } from "./with-host.ts";

export interface HeartbeatOptions extends OperateOptions {
  readonly agent?: string;
  readonly limit?: number;
}

export function listHeartbeats(options: HeartbeatOptions, io: Io): Promise<number> {
  const { agent, limit } = options;
  const filter = {
    ...(agent !== undefined && { agentId: agent }),
    ...(limit !== undefined && { limit }),
  };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.heartbeat.list(filter);
    return { command: "heartbeat", value: { heartbeats: value }, text: heartbeatsToText(value) };
  });
}

export function lastHeartbeat(options: HeartbeatOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.heartbeat.last(options.agent);
    return {
      command: "heartbeat-last",
      value: { heartbeat: value ?? null },
      text: heartbeatsToText(value === undefined ? [] : [value]),
    };
  });
}

export function heartbeatNow(options: HeartbeatOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    await operate.heartbeat.now(options.agent);
    return {
      command: "heartbeat-now",
      value: { ok: true },
      text: changed("A heartbeat is asked for.", isLive),
    };
  });
}
