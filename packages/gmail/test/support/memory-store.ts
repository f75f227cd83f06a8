// A store that keeps nothing beyond the test.
import type { AccountState, AccountStore } from "../../src/model/state.ts";

export interface MemoryStore extends AccountStore {
  /** The cursors that were kept, in order. */
  readonly cursors: string[];
}

export function createMemoryStore(initial: Partial<AccountState> = {}): MemoryStore {
  const posted = new Map(initial.posted);
  const cursors: string[] = [];
  let state: AccountState = { ...initial, posted };
  return {
    cursors,
    state: () => state,
    change: async (change) => {
      if (change.cursor !== undefined) cursors.push(change.cursor);
      const merged = Object.entries({ ...state, ...change });
      const present = merged.filter(([, value]) => value !== undefined);
      state = Object.fromEntries(present) as unknown as AccountState;
    },
    markPosted: async (id, at) => void posted.set(id, at),
    close: async () => undefined,
  };
}
