// A loop over promises that are ready → a pause for it where it keeps everything else from running.

import type { Timer } from "@hookwright/base";
import { runtimeTimer } from "@hookwright/base";

/** Longer than all the packets of one turn take, so that a stream is not left to fill up in between. */
const MAX_HOLD_MS = 1_000;
/** Several turns of the event loop: to accept a connection takes more than one. */
const PAUSE_MS = 25;

/**
 * Promises that are ready never leave their queue: no timer fires and no other request is served. On
 * Deno one sender of single bytes would stop the server for as long as it likes.
 *
 * The function gives nothing to wait for as long as timers fire in time.
 */
export function createYield(
  timer: Timer = runtimeTimer,
  clock: () => number = Date.now,
): () => Promise<void> | undefined {
  let heldSince: number | undefined;
  return () => {
    const now = clock();
    if (heldSince === undefined) {
      heldSince = now;
      timer(() => {
        heldSince = undefined;
      }, 0);
    } else if (now - heldSince > MAX_HOLD_MS) {
      return new Promise((resolve) => timer(resolve, PAUSE_MS));
    }
    return undefined;
  };
}
