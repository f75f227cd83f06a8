// The cursors of looks → those that are old enough to be kept.
import type { Time } from "@hookwright/node-kit/clock";

/**
 * Notifications are known to come before the history has their mail. Nobody promises that histories are complete up to
 * the id that they name, so each look begins a minute earlier than the last one ended; what was posted is known by its id.
 */
export const CURSOR_LAG_MS = 60_000;

interface LaggingCursor {
  /** Takes the cursor of a look that posted everything; gives the one to keep, if another has become old enough. */
  readonly advance: (cursor: string) => string | undefined;
  /** Forgets what was not kept yet. */
  readonly reset: () => void;
}

export function createLaggingCursor({ clock }: Pick<Time, "clock">): LaggingCursor {
  let next: { readonly cursor: string; readonly at: number } | undefined;
  return {
    advance(cursor) {
      const at = clock();
      if (next !== undefined && at - next.at < CURSOR_LAG_MS) return undefined;
      const due = next?.cursor;
      next = { cursor, at };
      return due;
    },
    reset() {
      next = undefined;
    },
  };
}
