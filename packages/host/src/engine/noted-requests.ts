// Requests that made nothing → the store, all of one second in one transaction.
import type { StoredRequest } from "../model/records.ts";
import { describe, type EngineState } from "./state.ts";

export interface NotedRequests {
  add(request: StoredRequest): void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** The death of the process loses this time of them at most. */
const FLUSH_MS = 1_000;

/** A flood costs one small transaction a second. The store keeps more of them than one flush brings. */
const MAX_UNPROVED_PER_FLUSH = 100;
const MAX_PROVED_PER_FLUSH = 500;

export function createNotedRequests(state: EngineState): NotedRequests {
  let proved: StoredRequest[] = [];
  let unproved: StoredRequest[] = [];
  let isWaiting = false;

  const flush = async (): Promise<void> => {
    isWaiting = false;
    const requests = [...unproved, ...proved].sort((one, other) => one.at - other.at);
    if (requests.length === 0) return;
    [proved, unproved] = [[], []];
    try {
      await state.ledger.noteRequests(requests);
    } catch (error) {
      state.warn(`The store has no trace of ${requests.length} requests: ${describe(error)}`);
    }
  };

  return {
    add: (request) => {
      const [list, most] = request.proved
        ? [proved, MAX_PROVED_PER_FLUSH]
        : [unproved, MAX_UNPROVED_PER_FLUSH];
      list.push(request);
      // The newest are kept.
      if (list.length > most) list.shift();
      if (isWaiting) return;
      isWaiting = true;
      state.timer(() => void flush(), FLUSH_MS);
    },
    flush,
  };
}
