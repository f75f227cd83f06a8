// A host → whether it works, and why not.
import type { Engine, EngineStatus } from "../engine/create-engine.ts";
import { pausedRunnerText } from "../engine/turns/paused-runners.ts";
import { PAUSED_BY_OPERATOR } from "../model/pauses.ts";
import type { HeartbeatRecord } from "../model/records.ts";

/**
 * The health of a host. `degraded`: it works but needs attention. `failing`: it refuses senders, or carries nothing
 * out. `standby`: another process has the store, and `hookwright serve --standby` waits for it.
 */
export interface Health {
  readonly status: "ok" | "degraded" | "failing" | "stopping" | "standby";
  /**
   * One sentence each, without any text of a payload, behind its code: `store`, `queue` or `stalled` where the host
   * fails, else `channel`, `runner`, `paused`, `alerts`, `heartbeat`, `dead`, and `queue` where only some senders are refused.
   */
  readonly reasons: readonly string[];
}

/** Heartbeats come every few minutes at most: the newest of each agent is among so many. */
const MAX_HEARTBEATS = 100;

/** An older failure says nothing about now, if nothing was written since. */
const FAULT_MS = 60_000;

const STALLED_AFTER_TURNS = 3;

/** Looks at the store, the queues, paused channels and runners, the last heartbeats, and what died within the last hour. */
export async function healthOf(
  host: Pick<Engine, "status" | "heartbeat">,
  now: number,
): Promise<Health> {
  const [status, { items: heartbeats }] = await Promise.all([
    host.status(),
    host.heartbeat.list({ limit: MAX_HEARTBEATS }),
  ]);
  if (status.phase === "stopping")
    return { status: "stopping", reasons: ["The host is stopping."] };
  const failing = [...storeFaults(status, now), ...fullQueue(status), ...stalled(status, now)];
  const degraded = [
    ...partlyFull(status),
    ...paused(status),
    ...failedAlert(status),
    ...failingHeartbeats(heartbeats),
    ...dead(status.diedLastHour.runs, "run", "runs"),
    ...dead(status.diedLastHour.deliveries, "delivery", "deliveries"),
  ];
  const reasons = [...failing, ...degraded];
  if (failing.length > 0) return { status: "failing", reasons };
  return { status: reasons.length === 0 ? "ok" : "degraded", reasons };
}

function storeFaults(status: EngineStatus, now: number): readonly string[] {
  const { freeBytes, minFreeBytes, unstoredSince, fault, phase } = status;
  const isFull = freeBytes < minFreeBytes;
  const isFaulty = fault !== undefined && now - fault.at < FAULT_MS;
  return [
    ...(isFull
      ? [
          `store: The disk has ${mebibytes(freeBytes)} MiB free, and senders get 503 below ${mebibytes(minFreeBytes)} MiB. Free some space.`,
        ]
      : []),
    ...(unstoredSince === undefined
      ? []
      : [
          phase === "new"
            ? `store: The unfinished work of the previous process cannot be resumed since ${new Date(unstoredSince).toISOString()}, because the store cannot be written. See its log.`
            : `store: A result cannot be stored since ${new Date(unstoredSince).toISOString()}. Do not stop the host: it would repeat the turn. See its log.`,
        ]),
    ...(isFaulty ? [`store: The last write failed: ${fault.message}.`] : []),
  ];
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1_048_576);
}

function fullQueue({ room, runs }: EngineStatus): readonly string[] {
  if (room > 0) return [];
  const open = runs.queued + runs.running + runs.failed;
  return [
    `queue: ${open} runs have not ended, and senders get 503. \`hookwright runs --state queued\` lists them.`,
  ];
}

/** Keys may contain text of a payload, so they are only counted. */
function partlyFull({ fullKeys, fullSessions }: EngineStatus): readonly string[] {
  const keys = fullKeys === 1 ? "1 session key has" : `${fullKeys} session keys have`;
  return [
    ...(fullKeys === 0
      ? []
      : [`queue: ${keys} as many waiting runs as one may have; further ones get 503.`]),
    ...fullSessions.map(
      (agent) =>
        `queue: The main session of agent ${agent} has as many waiting events as it may have; its wakes get 503.`,
    ),
  ];
}

/**
 * A run could begin, no turn that runs has time left, and nothing has ended for three times the longest time that a
 * turn may take. While a runner rests, its runs wait on purpose.
 */
function stalled(status: EngineStatus, now: number): readonly string[] {
  const { readySince, lastEndedAt = 0, openedAt, turnsEndBy = 0, longestTurnMs } = status;
  const isResting = status.pausedRunners.length > 0;
  if (readySince === undefined || isResting || turnsEndBy > now) return [];
  const since = Math.max(readySince, lastEndedAt, openedAt, turnsEndBy);
  if (now - since < STALLED_AFTER_TURNS * longestTurnMs) return [];
  const minutes = Math.floor((now - since) / 60_000);
  return [
    `stalled: Runs wait, and none has ended for ${minutes} minutes. Restart the host, and report it.`,
  ];
}

function paused({ pausedChannels, pausedRunners, pauses }: EngineStatus): readonly string[] {
  const isOwn = ({ code }: { readonly code: string }): boolean => code !== PAUSED_BY_OPERATOR;
  return [
    ...[...pausedChannels].flatMap(([id, channel]) =>
      isOwn(channel)
        ? [
            `channel: The channel ${id} is paused: its credential was refused. Correct it, and reload.`,
          ]
        : [],
    ),
    ...pauses.map(
      ({ kind, id, since, waiting }) =>
        `paused: An operator paused the ${kind} ${id} at ${new Date(since).toISOString()}, and ${waiting} ${waiting === 1 ? "item waits" : "items wait"}. \`hookwright resume ${kind} ${id}\` resumes it.`,
    ),
    ...pausedRunners
      .filter(isOwn)
      .map(
        (one) => `runner: ${pausedRunnerText(one)} Correct the cause; a reload goes on at once.`,
      ),
  ];
}

function failedAlert({ failedAlert: alert }: EngineStatus): readonly string[] {
  if (alert === undefined) return [];
  return [
    `alerts: The alert of ${new Date(alert.at).toISOString()} was not sent (${alert.code}). \`hookwright show ${alert.id}\` says why.`,
  ];
}

function dead(count: number, one: string, many: string): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? `1 ${one} has` : `${count} ${many} have`;
  return [`dead: ${what} died in the last hour. \`hookwright ${many} --state dead\` lists them.`];
}

/** The newest first. */
function failingHeartbeats(heartbeats: readonly HeartbeatRecord[]): readonly string[] {
  const newest = new Map<string, string>();
  for (const { agentId, outcome } of heartbeats) {
    if (!newest.has(agentId)) newest.set(agentId, outcome);
  }
  return [...newest].flatMap(([agentId, outcome]) =>
    outcome.startsWith("failed:")
      ? [`heartbeat: The last heartbeat of agent ${agentId} ${outcome}.`]
      : [],
  );
}
