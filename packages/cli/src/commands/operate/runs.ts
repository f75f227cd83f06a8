// `hookwright runs`: the runs of the host, one of them, a repetition or a cancellation of one or many.

import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { listToText, turnsToText } from "../../output/host-records.ts";
import {
  type ChangeOptions,
  changed,
  changeRecords,
  done,
  filterOf,
  type ListOptions,
  listFilterOf,
  type OperateOptions,
  requireOne,
  showEither,
  showList,
  withHost,
} from "./with-host.ts";

export interface RunsOptions extends OperateOptions, ListOptions {}

export function listRuns(options: RunsOptions, io: Io): Promise<number> {
  const filter = listFilterOf(options);
  return showList(["runs", "runs"], options, io, ({ runs }) => runs.list(filter));
}

export function showRun(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, (host) => showEither(id, ["runs", "events"], host));
}

export function retryRuns(id: string | undefined, options: ChangeOptions, io: Io): Promise<number> {
  requireOne(id, options, "runs");
  return withHost(options, io, ({ operate: { runs }, isLive }) =>
    changeRecords(id, options, {
      ...{ list: "runs", verb: "retry", isLive },
      select: () => runs.select(filterOf(options)),
      one: async (run) => {
        const value = done(await runs.retry(run));
        return { value, text: changed(`Run ${value.runId} repeats run ${run}.`, isLive) };
      },
      many: (ids) => runs.retryMany(ids),
    }),
  );
}

export interface EventsOptions extends AgentOptions {
  readonly waiting?: boolean;
}

/** `hookwright events`: events of main sessions. */
export function listEvents(options: EventsOptions, io: Io): Promise<number> {
  const { waiting } = options;
  const filter = { ...listFilterOf(options), ...(waiting === true && { waiting }) };
  return showList(["events", "events"], options, io, ({ events }) => events.list(filter));
}

export function showEvent(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, (host) => showEither(id, ["events", "runs"], host));
}

/** `hookwright requests`: what became of requests, also of those that made nothing. */
export function listRequests(options: RunsOptions, io: Io): Promise<number> {
  return showList(["requests", "requests"], options, io, ({ requests }) =>
    requests.list(listFilterOf(options)),
  );
}

export interface AgentOptions extends OperateOptions, ListOptions {}

const DEFAULT_AGENT = "main";

/** `hookwright sessions`: the conversations of agents, one of them, and forgetting it. */
export function listSessions(options: AgentOptions, io: Io): Promise<number> {
  const filter = listFilterOf(options);
  return showList(["sessions", "sessions"], options, io, ({ sessions }) => sessions.list(filter));
}

export function showSession(key: string, options: AgentOptions, io: Io): Promise<number> {
  const { agent = DEFAULT_AGENT } = options;
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.sessions.show(agent, key);
    if (value.length === 0) throw createUnknown(agent);
    return { command: "sessions-show", value: { turns: value }, text: turnsToText(value) };
  });
}

export function forgetSession(key: string, options: AgentOptions, io: Io): Promise<number> {
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

/** `hookwright heartbeat`: the latest turns of main sessions, the last one, or one more now. */
export function listHeartbeats(options: AgentOptions, io: Io): Promise<number> {
  return showList(["heartbeat", "heartbeats"], options, io, ({ heartbeat }) =>
    heartbeat.list(listFilterOf(options)),
  );
}

export function lastHeartbeat(options: AgentOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.heartbeat.last(options.agent);
    return {
      command: "heartbeat-last",
      value: { heartbeat: value ?? null },
      text: listToText("heartbeats", value === undefined ? [] : [value]),
    };
  });
}

export function heartbeatNow(options: AgentOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    await operate.heartbeat.now(options.agent);
    return {
      command: "heartbeat-now",
      value: { ok: true },
      text: changed("A heartbeat was requested.", isLive),
    };
  });
}
