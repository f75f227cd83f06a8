// The pauses of the store, in memory, so that each claim can ask for them.
import type { Ledger } from "../model/ledger.ts";
import type { Pause, PauseKind } from "../model/pauses.ts";

export interface OperatorPauses {
  list(): readonly Pause[];
  /** Since when; undefined if it is not paused. */
  since(kind: PauseKind, id: string): number | undefined;
  add(pause: Omit<Pause, "at">): Promise<void>;
  /** Answers false if it was not paused. */
  remove(pause: Omit<Pause, "at">): Promise<boolean>;
}

export async function createOperatorPauses(
  ledger: Pick<Ledger, "pauses" | "pause" | "resume">,
  clock: () => number,
): Promise<OperatorPauses> {
  let all: readonly Pause[] = await ledger.pauses();
  const isOf =
    ({ kind, id }: Omit<Pause, "at">) =>
    (one: Pause): boolean =>
      one.kind === kind && one.id === id;
  return {
    list: () => all,
    since: (kind, id) => all.find(isOf({ kind, id }))?.at,
    add: async (pause) => {
      await ledger.pause({ ...pause, at: clock() });
      all = await ledger.pauses();
    },
    remove: async (pause) => {
      const was = await ledger.resume({ ...pause, at: clock() });
      all = await ledger.pauses();
      return was;
    },
  };
}
