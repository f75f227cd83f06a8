// `hookwright runs`: the runs of the host, one of them, a repetition or a cancellation of one or many.

import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import {
  eventsToText,
  heartbeatsToText,
  runsToText,
  sessionsToText,
  turnsToText,
} from "../../output/host-records.ts";
import {
  type ChangeOptions,
  changed,
  changeSelected,
  done,
  filterOf,
  type OperateOptions,
  requireOne,
  type SelectOptions,
  showEither,
  withHost,
} from "./with-host.ts";

export interface RunsOptions extends OperateOptions, SelectOptions {
  readonly limit?: number;
}

export function listRuns(options: RunsOptions, io: Io): Promise<number> {
  const { limit } = options;
  const filter = { ...filterOf(options), ...(limit !== undefined && { limit }) };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.runs.list(filter);
    return { command: "runs", value: { runs: value }, text: runsToText(value) };
  });
}

export function showRun(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, (host) => showEither(id, ["runs", "events"], host));
}

export function retryRuns(id: string | undefined, options: ChangeOptions, io: Io): Promise<number> {
  requireOne(id, options, "runs");
  return withHost(options, io, async ({ operate, isLive }) => {
    if (id !== undefined) {
      const value = done(await operate.runs.retry(id));
      const text = changed(`Run ${value.runId} repeats run ${id}.`, isLive);
      return { command: "runs-retry", value, text };
    }
    return changeSelected({
      ...{ command: "runs-retry-many", nouns: NOUNS, verb: "repeated", isLive },
      ids: await operate.runs.select(filterOf(options)),
      isDryRun: options.dryRun === true,
      change: (ids) => operate.runs.retryMany(ids),
    });
  });
}

export function cancelRuns(
  id: string | undefined,
  options: ChangeOptions,
  io: Io,
): Promise<number> {
  requireOne(id, options, "runs");
  return withHost(options, io, async ({ operate, isLive }) => {
    if (id !== undefined) {
      const value = done(await operate.runs.cancel(id));
      return { command: "runs-cancel", value, text: `Run ${id} is cancelled.` };
    }
    return changeSelected({
      ...{ command: "runs-cancel-many", nouns: NOUNS, verb: "cancelled", isLive },
      ids: await operate.runs.select(filterOf(options)),
      isDryRun: options.dryRun === true,
      change: (ids) => operate.runs.cancelMany(ids),
    });
  });
}

const NOUNS = ["run", "runs"] as const;

export interface EventsOptions extends OperateOptions {
  readonly agent?: string;
  readonly waiting?: boolean;
  readonly limit?: number;
}

/** `hookwright events`: events of main sessions. */
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

export interface SessionsOptions extends OperateOptions {
  readonly agent?: string;
  readonly limit?: number;
}

const DEFAULT_AGENT = "main";

/** `hookwright sessions`: the conversations of agents, one of them, and forgetting it. */
export function listSessions(options: SessionsOptions, io: Io): Promise<number> {
  const { agent, limit } = options;
  const filter = {
    ...(agent !== undefined && { agentId: agent }),
    ...(limit !== undefined && { limit }),
  };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.sessions.list(filter);
    return { command: "sessions", value: { sessions: value }, text: sessionsToText(value) };
  });
}

export function showSession(key: string, options: SessionsOptions, io: Io): Promise<number> {
  const { agent = DEFAULT_AGENT } = options;
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.sessions.show(agent, key);
    if (value.length === 0) throw createUnknown(agent);
    return { command: "sessions-show", value: { turns: value }, text: turnsToText(value) };
  });
}

export function forgetSession(key: string, options: SessionsOptions, io: Io): Promise<number> {
  const { agent = DEFAULT_AGENT } = options;
  return withHost(options, io, async ({ operate }) => {
    if (!(await operate.sessions.forget(agent, key))) throw createUnknown(agent);
    return { command: "sessions-forget", value: { ok: true }, text: "The session was forgotten." };
  });
}

function createUnknown(agent: string): CliError {
  return new CliError(`Agent ${agent} has no session with this key.`, {
    hint: "`hookwright sessions` lists them; --agent chooses another agent.",
  });
}

export interface HeartbeatOptions extends OperateOptions {
  readonly agent?: string;
  readonly limit?: number;
}

/** `hookwright heartbeat`: the latest turns of main sessions, the last one, or one more now. */
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
      text: changed("A heartbeat was requested.", isLive),
    };
  });
}
