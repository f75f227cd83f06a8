// `hookwright sessions`: the conversations of agents, one of them, and forgetting it.
import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { turnsToText } from "../../output/host/details.ts";
import { sessionsToText } from "../../output/host/lists.ts";
import { type OperateOptions, withHost } from "./with-host.ts";

export interface SessionsOptions extends OperateOptions {
  readonly agent?: string;
  readonly limit?: number;
}

const DEFAULT_AGENT = "main";

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
    return { command: "sessions-forget", value: { ok: true }, text: "The session is forgotten." };
  });
}

function createUnknown(agent: string): CliError {
  return new CliError(`Agent ${agent} has no session of this key.`, {
    hint: "`hookwright sessions` lists them; --agent chooses another agent.",
  });
}
