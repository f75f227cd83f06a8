// A host → whether it does its work, and why not (OPS-4).
import type { Engine } from "../engine/create-engine.ts";
import { pausedRunnerText } from "../engine/turns/paused-runners.ts";

/** How a host is. `degraded`: it works, and somebody should look at it. */
export interface Health {
  readonly status: "ok" | "degraded" | "stopping";
  /** One sentence each, without any text of a payload. */
  readonly reasons: readonly string[];
}

const HOUR_MS = 3_600_000;

/** More of them say nothing more. */
const MAX_LOOKED_AT = 100;

/** Looks at paused channels and runners, the last heartbeats, and what died within the last hour. */
export function healthOf(
  host: Pick<Engine, "status" | "runs" | "deliveries" | "heartbeat">,
  now: number,
): Health {
  const { phase, pausedChannels, pausedRunners } = host.status();
  if (phase === "stopping") return { status: "stopping", reasons: ["The host is stopping."] };
  const since = now - HOUR_MS;
  const isRecent = ({ endedAt = 0 }: { readonly endedAt?: number }): boolean => endedAt >= since;
  const filter = { state: "dead", limit: MAX_LOOKED_AT } as const;
  const deadRuns = host.runs.list(filter).filter(isRecent).length;
  const deadDeliveries = host.deliveries.list(filter).filter(isRecent).length;
  const reasons = [
    ...[...pausedChannels.keys()].map(
      (id) => `The channel ${id} is paused: its credential was refused. Correct it, and reload.`,
    ),
    ...pausedRunners.map(
      (one) => `${pausedRunnerText(one)} Correct the cause; a reload goes on at once.`,
    ),
    ...failingHeartbeats(host),
    ...dead(deadRuns, "run", "runs"),
    ...dead(deadDeliveries, "delivery", "deliveries"),
  ];
  return { status: reasons.length === 0 ? "ok" : "degraded", reasons };
}

function dead(count: number, one: string, many: string): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? `1 ${one} has` : `${count} ${many} have`;
  return [`${what} died in the last hour. \`hookwright ${many} --state dead\` lists them.`];
}

function failingHeartbeats({ heartbeat }: Pick<Engine, "heartbeat">): readonly string[] {
  const newest = new Map<string, string>();
  for (const { agentId, outcome } of heartbeat.list({ limit: MAX_LOOKED_AT })) {
    if (!newest.has(agentId)) newest.set(agentId, outcome);
  }
  return [...newest].flatMap(([agentId, outcome]) =>
    outcome.startsWith("failed:") ? [`The last heartbeat of agent ${agentId} ${outcome}.`] : [],
  );
}
