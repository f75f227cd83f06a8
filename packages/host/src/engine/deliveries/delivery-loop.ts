// Due deliveries of the ledger → calls of their channels, one part after the other.

import type { Timer } from "@hookwright/core";
import type { Channel, OutgoingPart, SendResult } from "../../model/channel.ts";
import type { DeliveryRecord } from "../../model/records.ts";
import { commitEffects } from "../commit.ts";
import { recordOfDelivery } from "../observe.ts";
import type { EngineState } from "../state.ts";
import { createTasks } from "../tasks.ts";
import { type AfterSend, changeAfterSend, dead, putBack } from "./after-send.ts";
import { createPausedChannels, type PausedChannels } from "./paused-channels.ts";

interface DeliveryLoop {
  /** Starts what is due. Returns when a paused channel has to be looked at. */
  step(now: number): Promise<number | undefined>;
  readonly paused: PausedChannels;
  /** Channels that are paused or have the maximum number of calls. */
  closed(): ReadonlySet<string>;
  /** Resolves when the results of all calls that run now are stored. */
  settled(): Promise<void>;
}

const MAX_PARALLEL = 16;

const MAX_PARALLEL_PER_CHANNEL = 4;

export function createDeliveryLoop(state: EngineState): DeliveryLoop {
  const paused = createPausedChannels(state);
  /** Deliveries that are being sent, by channel. */
  const busy = new Map<string, number>();
  const tasks = createTasks(state);
  const firstTries = createFirstTries();

  const freeByChannel = (): Map<string, number> => {
    let left = MAX_PARALLEL - tasks.count();
    const free = new Map<string, number>();
    for (const id of state.live.channels.keys()) {
      if (paused.list().has(id)) continue;
      const most = Math.min(left, MAX_PARALLEL_PER_CHANNEL - (busy.get(id) ?? 0));
      if (most <= 0) continue;
      free.set(id, most);
      left -= most;
    }
    return free;
  };

  /** Until the delivery ended, waits for another try, or the host stops. */
  const carryOut = async (claimed: DeliveryRecord): Promise<void> => {
    let delivery = claimed;
    while (delivery.state === "sending") {
      const { effects, change, pause } = await sendNext(delivery);
      if (pause !== undefined) paused.pause(delivery.channel, pause);
      const acceptedAt = change.state === "sent" ? acceptanceOf(delivery) : undefined;
      if (!(await commitEffects(effects, { delivery, acceptedAt }, state))) return;
      delivery = { ...delivery, ...change } as DeliveryRecord;
    }
    if (delivery.endedAt !== undefined) firstTries.forget(delivery.id);
    else if (!state.live.channels.has(delivery.channel)) {
      // A reload took the channel away during the call.
      await commitEffects(notConfigured(delivery, state).effects, { delivery }, state);
    }
  };

  const acceptanceOf = ({ runId }: DeliveryRecord): number | undefined =>
    runId === undefined ? undefined : state.ledger.run(runId)?.acceptedAt;

  const sendNext = async (delivery: DeliveryRecord): Promise<AfterSend> => {
    const channel = state.live.channels.get(delivery.channel);
    if (channel === undefined) return notConfigured(delivery, state);
    if (state.phase === "stopping") return putBack(delivery, state);
    const since = firstTries.of(delivery, state.clock());
    const result = await sendPart(partOf(delivery, state), channel, state.timer);
    return changeAfterSend({ delivery, result, since }, state);
  };

  const begin = (delivery: DeliveryRecord): void => {
    const { channel } = delivery;
    busy.set(channel, (busy.get(channel) ?? 0) + 1);
    state.observer(recordOfDelivery(delivery, state.clock()));
    tasks.begin(carryOut(delivery), () => {
      busy.set(channel, (busy.get(channel) ?? 1) - 1);
    });
  };

  return {
    paused,
    step: async (now) => {
      const next = await paused.expire(now);
      const channels = freeByChannel();
      if (channels.size > 0) {
        for (const delivery of await state.ledger.claimDeliveries({ now, channels })) {
          begin(delivery);
        }
      }
      return next;
    },
    closed: () => {
      const free = freeByChannel();
      return new Set(
        [...paused.list().keys(), ...state.live.channels.keys()].filter((id) => !free.has(id)),
      );
    },
    settled: tasks.settled,
  };
}

/** A delivery whose channel was removed from the config has nothing to wait for. */
export function notConfigured(delivery: DeliveryRecord, state: EngineState): AfterSend {
  const { channel } = delivery;
  const reason = `The channel "${channel}" is not configured any more. Set channels.${channel}, then use \`hookwright deliveries retry ${delivery.id}\`.`;
  return dead(delivery, { code: "channel_not_configured", reason }, state);
}

interface FirstTries {
  /** When the present part was first tried, as far as this process knows. */
  of(delivery: DeliveryRecord, now: number): number;
  forget(deliveryId: string): void;
}

/** In memory: after a restart the two hours begin again, and the number of tries does not. */
function createFirstTries(): FirstTries {
  const known = new Map<string, { readonly part: number; readonly at: number }>();
  return {
    of: ({ id, sentIds }, now) => {
      const first = known.get(id);
      if (first !== undefined && first.part === sentIds.length) return first.at;
      known.set(id, { part: sentIds.length, at: now });
      return now;
    },
    forget: (id) => void known.delete(id),
  };
}

const CALL_TIMEOUT_MS = 30_000;

/** The channel knows whether bytes were sent, so it may still report after its signal has fired. */
const GRACE_MS = 1_000;

/** Never rejects. */
function sendPart(part: OutgoingPart, channel: Channel, timer: Timer): Promise<SendResult> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const end = (result: SendResult): void => {
      disarm();
      resolve(result);
    };
    let disarm = timer(() => {
      disarm = timer(() => end({ kind: "unknown", code: "timeout" }), GRACE_MS);
      controller.abort("timeout");
    }, channel.callTimeoutMs ?? CALL_TIMEOUT_MS);
    callChannel(part, channel, controller.signal).then(end);
  });
}

function partOf(
  { id, to, accountId, parts, sentIds, plain, runId, mappingId }: DeliveryRecord,
  { ledger, live }: EngineState,
): OutgoingPart {
  const index = sentIds.length;
  // Retention may have removed the run of a delivery that is sent again.
  const sessionKey = runId === undefined ? live.settings.mainKey : ledger.run(runId)?.sessionKey;
  return {
    key: `${id}/${index + 1}`,
    to,
    text: parts[index] ?? "",
    plain,
    part: index + 1,
    parts: parts.length,
    ...(accountId !== undefined && { accountId }),
    ...(runId !== undefined && { runId }),
    ...(mappingId !== undefined && { mappingId }),
    ...(sessionKey !== undefined && { sessionKey }),
  };
}

/** A channel that throws has a defect, and bytes may have gone out. */
async function callChannel(
  part: OutgoingPart,
  channel: Channel,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    return await channel.send(part, signal);
  } catch {
    return { kind: "unknown", code: "channel_failed" };
  }
}
