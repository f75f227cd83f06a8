// `hookwright events`: what waits for main sessions, or waited.
import type { Io } from "../../io.ts";
import { eventsToText } from "../../output/host/lists.ts";
import { type OperateOptions, showEither, withHost } from "./with-host.ts";

export interface EventsOptions extends OperateOptions {
  readonly agent?: string;
  readonly waiting?: boolean;
  readonly limit?: number;
}

export function listEvents(options: EventsOptions, io: Io): Promise<number> {
  const { agent, waiting, limit } = options;
  const filter = {
    ...(agent !== undefined && { agentId: agent }),
    ...(waiting === true && { waiting }),
    ...(limit !== undefined && { limit }),
  };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.events.list(filter);
    return { command: "events", value: { events: value }, text: eventsToText(value) };
  });
}

export function showEvent(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, (host) => showEither(id, ["events", "runs"], host));
}
