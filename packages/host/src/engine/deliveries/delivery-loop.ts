// Due deliveries of the ledger → calls of their channels, one part after the other.

import type { SendResult } from "../../model/channel.ts";
import type { DeliveryRecord } from "../../model/records.ts";
import { commitEffects } from "../commit.ts";
import { type DeliveryOfRun, withRun } from "../effects.ts";
import { recordOfDelivery } from "../observe.ts";
import { type EngineState, senders } from "../state.ts";
import { createTasks } from "../tasks.ts";
import { type AfterSend, changeAfterSend, dead, heldBeforeSend, putBack } from "./after-send.ts";
import { sendPart } from "./call-channel.ts";
import { createPausedChannels, type PausedChannels } from "./paused-channels.ts";
import { settleOutcome } from "./settle-outcome.ts";

export interface DeliveryLoop {
  /** Starts what is due. Returns when a paused channel has to be looked at. */
  step(now: number): Promise<number | undefined>;
  readonly paused: PausedChannels;
  /**
   * Goes on with a delivery that the end of the previous process interrupted. Returns false if its platform cannot be
   * asked whether it has the message.
   */
  resume(delivery: DeliveryRecord): boolean;
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

  const freeInAll = (): number => MAX_PARALLEL - tasks.count();

  const freeByChannel = (): Map<string, number> => {
    const free = new Map<string, number>();
    for (const id of senders(state.live).keys()) {
      const most = Math.min(freeInAll(), MAX_PARALLEL_PER_CHANNEL - (busy.get(id) ?? 0));
      if (most > 0 && !paused.list().has(id)) free.set(id, most);
    }
    return free;
  };

  /** Until the delivery ended, waits for another try, or the host stops. `known` is the result of a call before. */
  const carryOut = async (claimed: DeliveryRecord, known?: SendResult): Promise<void> => {
    let delivery = claimed;
    const { run } = await withRun(claimed, state);
    for (let call = known; delivery.state === "sending"; call = undefined) {
      const after = await sendNext({ delivery, run }, call);
      // It stays `sending` in the store, and the next start asks its platform.
      if (after === undefined) return;
      const { effects, change, pause } = after;
      if (pause !== undefined) paused.pause(delivery.channel, pause);
      const acceptedAt = change.state === "sent" ? acceptedAtOf({ delivery, run }) : undefined;
      if (!(await commitEffects(effects, { delivery, acceptedAt }, state))) return;
      delivery = { ...delivery, ...change } as DeliveryRecord;
    }
    await finish({ delivery, run });
  };

  const finish = async (subject: DeliveryOfRun): Promise<void> => {
    const { delivery } = subject;
    if (delivery.endedAt !== undefined) firstTries.forget(delivery.id);
    else if (!senders(state.live).has(delivery.channel)) {
      // A reload took the channel away during the call.
      await commitEffects(notConfigured(subject, state).effects, { delivery }, state);
    }
  };

  const sendNext = async (
    subject: DeliveryOfRun,
    known: SendResult | undefined,
  ): Promise<AfterSend | undefined> => {
    const { delivery } = subject;
    const channel = senders(state.live).get(delivery.channel);
    if (channel === undefined) return notConfigured(subject, state);
    if (state.phase === "stopping")
      return known === undefined ? putBack(delivery, state) : undefined;
    if (known !== undefined) return afterCall(subject, known, triedAtOf(delivery));
    const held = heldBeforeSend(subject, state);
    if (held !== undefined) return held;
    if (!(await state.holdsStore())) return undefined;
    const triedAt = state.clock();
    return afterCall(subject, await sendPart(subject, channel, state), triedAt);
  };

  const afterCall = async (
    subject: DeliveryOfRun,
    called: SendResult,
    triedAt: number,
  ): Promise<AfterSend | undefined> => {
    const since = firstTries.of(subject.delivery, triedAt);
    const result = await settleOutcome({ ...subject, result: called, since }, state);
    return result && changeAfterSend({ ...subject, result, since }, state);
  };

  const begin = (delivery: DeliveryRecord, known?: SendResult): void => {
    const { channel } = delivery;
    busy.set(channel, (busy.get(channel) ?? 0) + 1);
    state.observer(recordOfDelivery(delivery, state.clock()));
    tasks.begin(carryOut(delivery, known), () => {
      busy.set(channel, (busy.get(channel) ?? 1) - 1);
    });
  };

  return {
    paused,
    step: async (now) => {
      const next = await paused.expire(now);
      const channels = freeByChannel();
      if (channels.size > 0) {
        const request = { now, channels, limit: freeInAll() };
        for (const delivery of await state.ledger.claimDeliveries(request)) begin(delivery);
      }
      return next;
    },
    resume: (delivery) => {
      if (senders(state.live).get(delivery.channel)?.settle === undefined) return false;
      begin(delivery, INTERRUPTED);
      return true;
    },
    closed: () => {
      const free = freeByChannel();
      return new Set(
        [...paused.list().keys(), ...senders(state.live).keys()].filter((id) => !free.has(id)),
      );
    },
    settled: tasks.settled,
  };
}

/** The outcome of a call during which the process ended. */
export const INTERRUPTED = { kind: "unknown", code: "interrupted" } as const;

/** When the call began that the end of the process interrupted. */
export function triedAtOf({ sendingAt, createdAt }: DeliveryRecord): number {
  return sendingAt ?? createdAt;
}

/** A delivery whose channel was removed from the config has nothing to wait for. */
export function notConfigured(subject: DeliveryOfRun, state: EngineState): AfterSend {
  const { id, channel } = subject.delivery;
  const reason = `The channel "${channel}" is not configured any more. Set channels.${channel}, then use \`hookwright deliveries retry ${id}\`.`;
  return dead(subject, { code: "channel_not_configured", reason }, state);
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

function acceptedAtOf({ delivery, run }: DeliveryOfRun): number | undefined {
  return delivery.written === undefined ? run?.acceptedAt : delivery.createdAt;
}
