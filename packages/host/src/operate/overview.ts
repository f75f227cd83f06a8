// The state and the store of a host → what an operator looks at first: what runs, what waits, and what is paused.
import type { PausedChannel } from "../engine/deliveries/paused-channels.ts";
import type { EngineState } from "../engine/state.ts";
import type { PausedRunner } from "../engine/turns/paused-runners.ts";
import type { ChannelError, Counts, Work } from "../model/ledger.ts";
import type { HeartbeatRecord, HeartbeatState } from "../model/records.ts";
import type { TurnReason } from "../model/turn.ts";
import { type LimitItem, listLimits, listPauses, type PauseItem } from "./pauses.ts";

/** A channel that can be used, or that has deliveries. */
export interface ChannelItem {
  readonly id: string;
  /** Characters of one message, in the unit of the platform; absent if the channel is not configured. */
  readonly limit?: number;
  /** Deliveries that have not ended. */
  readonly waiting: number;
  /** When the oldest of them was made. */
  readonly oldestAt?: number;
  readonly paused?: PausedChannel;
  readonly lastSentAt?: number;
  readonly lastError?: ChannelError;
}

/** A turn that runs now; without a host, one that was interrupted. */
export interface RunningItem {
  /** Of the run, or of the turn of a main session. */
  readonly id: string;
  readonly agentId: string;
  readonly startedAt: number;
  /** Of a run. */
  readonly sessionKey?: string;
  readonly mappingId?: string;
  /** Of a turn of a main session. */
  readonly reason?: TurnReason;
}

/** The work of a host, or the contents of its store while no host runs. */
export interface HostOverview
  extends Omit<Counts, "waitingDeliveries">,
    Pick<Work, "keys" | "waitingKeys" | "events" | "gathering"> {
  /** When this was read. */
  readonly at: number;
  /** `new`: nothing is carried out, because no host runs. */
  readonly phase: EngineState["phase"];
  readonly running: readonly RunningItem[];
  readonly channels: readonly ChannelItem[];
  readonly pausedRunners: readonly PausedRunner[];
  /** What an operator has paused, and how much waits for it. */
  readonly pauses: readonly PauseItem[];
  /** Mappings with a limit of their own. */
  readonly limits: readonly LimitItem[];
  readonly heartbeats: readonly (Pick<
    HeartbeatState,
    "agentId" | "nextAt" | "requestedAt" | "retryAt"
  > & { readonly last?: HeartbeatRecord })[];
}

interface PausedParts {
  readonly channels: ReadonlyMap<string, PausedChannel>;
  readonly runners: readonly PausedRunner[];
}

export async function showOverview(state: EngineState, paused: PausedParts): Promise<HostOverview> {
  const { ledger, clock, phase } = state;
  // JSON has no maps.
  const { waitingDeliveries: _, ...counts } = await ledger.counts();
  const { runs, mainTurns, ...waiting } = await ledger.work();
  return {
    ...counts,
    ...waiting,
    at: clock(),
    phase,
    running: [
      ...runs.map(({ runId: id, ...run }) => ({ id, ...run })),
      ...mainTurns.map(({ turnId: id, ...turn }) => ({ id, ...turn })),
    ],
    channels: await listChannels(state, paused.channels),
    pausedRunners: paused.runners,
    pauses: await listPauses(state),
    limits: await listLimits(state),
    heartbeats: await listHeartbeats(state),
  };
}

async function listHeartbeats({ ledger }: EngineState): Promise<HostOverview["heartbeats"]> {
  const states = await ledger.heartbeats();
  return Promise.all(
    states.map(async ({ agentId, nextAt, requestedAt, retryAt }) => {
      const { items } = await ledger.heartbeatRecords({ agentId, limit: 1 });
      return {
        agentId,
        ...(nextAt !== undefined && { nextAt }),
        ...(requestedAt !== undefined && { requestedAt }),
        ...(retryAt !== undefined && { retryAt }),
        ...(items[0] !== undefined && { last: items[0] }),
      };
    }),
  );
}

export async function listChannels(
  { ledger, live, lastSent }: EngineState,
  pausedChannels: ReadonlyMap<string, PausedChannel>,
): Promise<ChannelItem[]> {
  const [{ waitingDeliveries }, errors] = await Promise.all([ledger.counts(), ledger.lastErrors()]);
  const ids = new Set([...live.channels.keys(), ...waitingDeliveries.keys()]);
  return [...ids].map((id) => {
    const { count: waiting = 0, oldestAt } = waitingDeliveries.get(id) ?? {};
    const [limit, paused] = [live.channels.get(id)?.limit, pausedChannels.get(id)];
    const [lastSentAt, lastError] = [lastSent.get(id), errors.get(id)];
    return {
      id,
      ...(limit !== undefined && { limit }),
      waiting,
      ...(oldestAt !== undefined && { oldestAt }),
      ...(paused !== undefined && { paused }),
      ...(lastSentAt !== undefined && { lastSentAt }),
      ...(lastError !== undefined && { lastError }),
    };
  });
}
