// Effects → one transaction of the store, tried again until it succeeds, and the records of what changed.

import { nthWait } from "@hookwright/node-kit/times";
import type { Effect } from "../model/effects.ts";
import { type EffectSubject, recordsOfEffects } from "./observe.ts";
import { describe, type EngineState } from "./state.ts";

/** Shorter than other waits: a turn's result is in memory alone. A full disk stays full for a while. */
const RETRY_WAITS_MS = [1_000, 5_000, 15_000, 60_000] as const;

/**
 * A result that cannot be stored keeps its key locked, because later turns need it in the store.
 *
 * @returns false if the record has ended meanwhile, or if the host stops first: its next start finds the turn, or the
 * send, interrupted.
 */
export async function commitEffects(
  effects: readonly Effect[],
  subject: EffectSubject,
  state: EngineState,
): Promise<boolean> {
  const at = state.clock();
  const records = recordsOfEffects(effects, subject, at);
  const outgoing = [...state.alerts.effectsOf(records), ...state.notifications.effectsOf(records)];
  const all = outgoing.length === 0 ? effects : [...effects, ...outgoing];
  if (!(await storeEffects(all, state))) return false;
  for (const record of recordsOfEffects(all, subject, state.clock())) state.observer(record);
  state.wake();
  return true;
}

async function storeEffects(effects: readonly Effect[], state: EngineState): Promise<boolean> {
  const waiting = { since: state.clock() };
  try {
    for (let tries = 0; ; tries++) {
      try {
        await state.ledger.commit(effects);
        return true;
      } catch (error) {
        const why = whyGivenUp(error, state);
        if (why !== undefined) {
          state.warn(`${why}: ${describe(error)}`);
          return false;
        }
        if (tries === 0) state.warn(`A result cannot be stored yet: ${describe(error)}`);
        state.unstored.add(waiting);
        state.beginWait();
        await pause(nthWait(tries + 1, RETRY_WAITS_MS), state);
      }
    }
  } finally {
    state.unstored.delete(waiting);
  }
}

/** Undefined: the store may work again. A retry does not help if it works but refuses the change. */
function whyGivenUp(error: unknown, { phase }: EngineState): string | undefined {
  const { code } = error as { readonly code?: unknown };
  if (code === "transition_refused" || code === "not_found") {
    return "A result is discarded because its record has already ended";
  }
  if (code === "lease_lost") return "A result is discarded, and its turn or send is taken up again";
  return phase === "stopping" ? "The store failed while the host was stopping" : undefined;
}

/** Ends early when the host stops. */
export function pause(milliseconds: number, { timer, stopping }: EngineState): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timer(resolve, milliseconds);
    stopping.then(() => {
      cancel();
      resolve();
    });
  });
}
