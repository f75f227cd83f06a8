// The cursors of looks → those that are old enough to be stored.
import type { Time } from "@hookwright/node-kit/clock";

/**
 * Notifications are known to arrive before the history has their mail. Nobody guarantees that histories are complete
 * up to the id that they name, so each look begins a minute before the end of the last one; posted mails are known by
 * id.
 */
export const CURSOR_LAG_MS = 60_000;

interface LaggingCursor {
  /** Takes the cursor of a look that posted everything; returns the one to store, if another is old enough by now. */
  readonly advance: (cursor: string) => string | undefined;
  /** Forgets the cursors that were not stored yet. */
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
