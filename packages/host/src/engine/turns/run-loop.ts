// Ready runs of the ledger → turns of the runner, and one commit of what each came to: RUN-2 to RUN-6.
import type { ClaimedRun } from "../../model/ledger.ts";
import type { TurnRequest, TurnResult } from "../../model/turn.ts";
import { effectsOfTurn } from "../../plan/effects-of-turn.ts";
import { messageOfRun } from "../../plan/turn-message.ts";
import { commitEffects } from "../commit.ts";
import { policyOf } from "../effects.ts";
import { recordOfRun } from "../observe.ts";
import type { EngineState } from "../state.ts";
import type { Places } from "./places.ts";
import { NOT_BEGUN, type RunningTurn, takeTurn } from "./take-turn.ts";
import { requestOfRun } from "./turn-request.ts";

export interface RunLoop {
  /** Starts as many ready runs as there are places. */
  step(now: number): Promise<void>;
  /** Turns that run now, by run id. */
  readonly running: ReadonlyMap<string, RunningTurn>;
  /** Resolves when the results of all turns that run now are stored. */
  settled(): Promise<void>;
}

export function createRunLoop(state: EngineState, places: Places): RunLoop {
  const running = new Map<string, RunningTurn>();
  const open = new Set<Promise<void>>();

  const carryOut = async (claimed: ClaimedRun): Promise<void> => {
    const { run } = claimed;
    state.observer(recordOfRun(run, state.clock()));
    const message = messageOfRun(run, state.live.settings);
    const request = requestOfRun(claimed, message, state);
    const result = state.phase === "stopping" ? NOT_BEGUN : await call(request);
    const { history } = claimed;
    const effects = effectsOfTurn({ kind: "run", run, message, history }, result, policyOf(state));
    await commitEffects(effects, { run, usage: result.ok ? result.usage : undefined }, state);
  };

  const call = async (request: TurnRequest): Promise<TurnResult> => {
    const turn = takeTurn(request, { ...state, ...state.live });
    running.set(request.id, turn);
    const result = await turn.ended;
    running.delete(request.id);
    return result;
  };

  const begin = (claimed: ClaimedRun): void => {
    const giveBack = places.take("run");
    const task = carryOut(claimed)
      .catch(state.reportDefect)
      .finally(() => {
        giveBack();
        open.delete(task);
        state.wake();
      });
    open.add(task);
  };

  return {
    running,
    step: async (now) => {
      const limit = places.freeForRuns();
      if (limit === 0) return;
      for (const claimed of await state.ledger.claimRuns({ now, limit })) begin(claimed);
    },
    settled: async () => {
      await Promise.all(open);
    },
  };
}
