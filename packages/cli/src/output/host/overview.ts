// What a host does → a few lines for people: no text of a payload or an answer, and no secret (OPS-2).

import { visibleText } from "@hookwright/base";
import type { HostOverview } from "@hookwright/host";
import { formatTime } from "./format-time.ts";

export function overviewToText(overview: HostOverview): string {
  const { runs, oldestQueuedAt, waitingEvents, deliveries, channels, heartbeats, bytes } = overview;
  const oldest =
    oldestQueuedAt === undefined ? "" : `; the oldest since ${formatTime(oldestQueuedAt)}`;
  const rows = [
    ["runs", `${statesToText(runs)}${oldest}`],
    ["events", `${waitingEvents} waiting`],
    ["deliveries", statesToText(deliveries)],
    ...channels.map(({ id, paused }) => [
      `channel ${id}`,
      paused === undefined
        ? "in use"
        : `paused since ${formatTime(paused.since)} (${paused.code}): correct its credential and reload`,
    ]),
    ...heartbeats.map((heartbeat) => [
      `heartbeat ${heartbeat.agentId}`,
      heartbeatToText(heartbeat),
    ]),
    ["store", `${(bytes / 1_048_576).toFixed(1)} MiB`],
  ];
  const width = Math.max(...rows.map(([name = ""]) => visibleText(name).length));
  return rows
    .map(([name = "", text = ""]) => `${visibleText(name).padEnd(width)}  ${visibleText(text)}`)
    .join("\n");
}

/** States that nothing is in are left out. */
function statesToText(states: Readonly<Record<string, number>>): string {
  const counted = Object.entries(states).filter(([, number]) => number > 0);
  return counted.map(([state, number]) => `${number} ${state}`).join(", ") || "none";
}

function heartbeatToText({ last, nextAt }: HostOverview["heartbeats"][number]): string {
  const was =
    last === undefined
      ? "none yet"
      : `last ${formatTime(last.endedAt)} (${last.reason}): ${last.outcome}`;
  return nextAt === undefined ? was : `${was}; next check ${formatTime(nextAt)}`;
}
