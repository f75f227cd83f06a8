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
  if (!(await storeEffects(effects, state))) return false;
  const at = state.clock();
  for (const record of recordsOfEffects(effects, subject, at)) state.observer(record);
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
        if (!isStorageFault(error)) {
          state.warn(
            `A result is discarded because its record has already ended: ${describe(error)}`,
          );
          return false;
        }
        if (state.phase === "stopping") {
          state.warn(`The store failed while the host was stopping: ${describe(error)}`);
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

/** A retry does not help if the store works but refuses the change. */
function isStorageFault(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code !== "transition_refused" && code !== "not_found";
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
