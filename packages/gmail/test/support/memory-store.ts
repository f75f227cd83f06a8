// An account store that keeps nothing.
import type { AccountState, AccountStore } from "../../src/model/state.ts";

export function createMemoryStore(first: Partial<AccountState> = {}): AccountStore {
  const posted = new Map<string, number>();
  let state: Record<string, unknown> = { ...first };
  return {
    state: () => ({ ...state, posted }) as AccountState,
    change: async (change) => {
      state = Object.fromEntries(
        Object.entries({ ...state, ...change }).filter(([, value]) => value !== undefined),
      );
    },
    markPosted: async (id, at) => void posted.set(id, at),
    close: async () => undefined,
  };
}
