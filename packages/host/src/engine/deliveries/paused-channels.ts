// Refused credentials → channels that are paused until a reload, and deliveries that have waited too long for one.

import { PAUSED_BY_OPERATOR } from "../../model/pauses.ts";
import type { DeliveryRecord } from "../../model/records.ts";
import { commitEffects } from "../commit.ts";
import { withRun } from "../effects.ts";
import type { EngineState } from "../state.ts";
import { dead } from "./after-send.ts";

/** An answer that arrives a day late is useless. */
const MAX_WAIT_MS = 24 * 3_600_000;

export interface PausedChannel {
  readonly since: number;
  readonly code: string;
}

export interface PausedChannels {
  /** Those that an operator has paused, too. */
  readonly list: () => ReadonlyMap<string, PausedChannel>;
  /** `message`: what the channel says, with what to do. */
  pause(channel: string, refusal: { readonly code: string; readonly message: string }): void;
  /**
   * After a reload, whose credentials may be others: all, or one. What an operator has paused stays paused. Answers
   * whether any was paused.
   */
  resume(channel?: string): boolean;
  /** Gives up what has waited for a day. Returns when to look again. */
  expire(now: number): Promise<number | undefined>;
}

export function createPausedChannels(state: EngineState): PausedChannels {
  const paused = new Map<string, PausedChannel>();
  let lookAt: number | undefined;

  return {
    list: () => {
      const byOperator = state.pauses.list().filter(({ kind }) => kind === "channel");
      if (byOperator.length === 0) return paused;
      const others = byOperator.map(
        ({ id, at: since }) => [id, { since, code: PAUSED_BY_OPERATOR }] as const,
      );
      return new Map([...paused, ...others]);
    },
    pause: (channel, { code, message }) => {
      if (paused.has(channel)) return;
      const at = state.clock();
      paused.set(channel, { since: at, code });
      lookAt = at;
      state.observer({ kind: "channel", at, channel, state: "paused", code });
      state.warn(
        `The channel "${channel}" is paused (${code}), and its deliveries wait up to 24 h. ${message}`,
      );
      state.wake();
    },
    resume: (only) => {
      const channels = [...paused.keys()].filter((id) => only === undefined || id === only);
      for (const channel of channels) {
        paused.delete(channel);
        state.observer({ kind: "channel", at: state.clock(), channel, state: "resumed" });
      }
      if (paused.size === 0) lookAt = undefined;
      state.wake();
      return channels.length > 0;
    },
    expire: async (now) => {
      if (lookAt === undefined || now < lookAt) return lookAt;
      const channels = new Set(paused.keys());
      const old = { channels, createdBefore: now - MAX_WAIT_MS };
      await forEachWaiting(old, state, (delivery) => giveUp(delivery, state));
      const [oldest] = await state.ledger.waitingDeliveries({ channels, limit: 1 });
      lookAt = Math.min(now, oldest?.createdAt ?? now) + MAX_WAIT_MS;
      return lookAt;
    },
  };
}

/** They have their texts: not all are read at once. */
const PAGE = 100;

/** `end` ends each one, so that the next page has others. */
export async function forEachWaiting(
  request: Omit<Parameters<EngineState["ledger"]["waitingDeliveries"]>[0], "limit">,
  state: EngineState,
  end: (delivery: DeliveryRecord) => Promise<void>,
): Promise<void> {
  for (;;) {
    const page = await state.ledger.waitingDeliveries({ ...request, limit: PAGE });
    for (const delivery of page) await end(delivery);
    // Nothing is stored while the host stops, and the page would come again.
    if (page.length < PAGE || state.phase === "stopping") return;
  }
}

async function giveUp(delivery: DeliveryRecord, state: EngineState): Promise<void> {
  const reason = `The channel "${delivery.channel}" was paused for 24 h, because its credential was refused. Correct it, then use \`hookwright deliveries retry ${delivery.id}\`.`;
  const { effects } = dead(
    await withRun(delivery, state),
    { code: "channel_paused", reason },
    state,
  );
  await commitEffects(effects, { delivery }, state);
}
