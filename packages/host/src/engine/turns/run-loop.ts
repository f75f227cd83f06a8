// Ready runs of the ledger → turns of the runner, and one commit of the effects of each.
import type { ClaimedRun } from "../../model/ledger.ts";
import type { Runner, TurnRequest, TurnResult } from "../../model/turn.ts";
import { effectsOfTurn } from "../../plan/effects-of-turn.ts";
import { messageOfRun } from "../../plan/turn-message.ts";
import { requestOfRun } from "../../plan/turn-request.ts";
import { commitEffects } from "../commit.ts";
import { policyForRun, requestPolicyOf } from "../effects.ts";
import { recordOfRun } from "../observe.ts";
import type { EngineState } from "../state.ts";
import { createTasks } from "../tasks.ts";
import type { PausedRunners } from "./paused-runners.ts";
import type { Places } from "./places.ts";
import { NOT_BEGUN, type RunningTurn, takeTurn } from "./take-turn.ts";

interface RunLoop {
  /** Starts as many ready runs as there are places. Returns when others may start. */
  step(now: number): Promise<number | undefined>;
  /** Call it after a reload, which may have changed the limits of mappings. */
  reloaded(): void;
  /** Whether a run that is ready may start. */
  readonly isOpen: () => boolean;
  /** Turns that run now, by run id. */
  readonly running: ReadonlyMap<string, RunningTurn>;
  /** Resolves when the results of all turns that run now are stored. */
  settled(): Promise<void>;
}

/** A run that crashes the process most likely does so within this time. */
const MAX_SUSPICION_MS = 60_000;

export function createRunLoop(state: EngineState, places: Places, paused: PausedRunners): RunLoop {
  const running = new Map<string, RunningTurn>();
  const tasks = createTasks(state);
  /** The runs that may have crashed the process run one at a time, and the first minute alone. */
  let suspect: { readonly id: string; readonly since: number } | undefined;
  /** Whether runs were released that wait for a limit of earlier settings. */
  let isReleased = false;
  /** Whether one of them has run for a minute. */
  let isTrusted = false;

  const carryOut = async (claimed: ClaimedRun): Promise<void> => {
    const { run } = claimed;
    state.observer(recordOfRun(run, state.clock()));
    const message = messageOfRun(run, state.live.settings);
    const request = requestOfRun(claimed, message, requestPolicyOf(state));
    const result = state.phase === "stopping" ? NOT_BEGUN : await call(request);
    const { history } = claimed;
    const hold = paused.note(request, result);
    const ended = { kind: "run", run, message, history, hold } as const;
    const effects = effectsOfTurn(ended, result, await policyForRun(run, state));
    await commitEffects(effects, { run, usage: result.ok ? result.usage : undefined }, state);
    if (hold !== undefined) paused.held(hold);
  };

  const call = async (request: TurnRequest): Promise<TurnResult> => {
    const runner = markingRunner(state.live.runner);
    const turn = takeTurn(request, { ...state, runner });
    running.set(request.id, turn);
    const result = await turn.ended;
    running.delete(request.id);
    return result;
  };

  /** The call of the runner is stored before it happens, so that an earlier interruption does not count. */
  const markingRunner = (runner: Runner): Runner => ({
    id: runner.id,
    keepsHistory: runner.keepsHistory,
    run: async (turn, signal) => {
      const called = { kind: "run-called", runId: turn.id, at: state.clock() } as const;
      const isStored = await commitEffects([called], {}, state);
      const isOurs = isStored && (await state.holdsStore());
      return isOurs && !signal.aborted ? runner.run(turn, signal) : NOT_BEGUN;
    },
  });

  const begin = (claimed: ClaimedRun, now: number): void => {
    const { id, suspect: isSuspect } = claimed.run;
    if (isSuspect === true) suspect = { id, since: now };
    const giveBack = places.take("run");
    tasks.begin(carryOut(claimed), () => {
      if (suspect?.id === id) suspect = undefined;
      giveBack();
    });
  };

  const claim = async (now: number, limit: number, suspects: boolean): Promise<void> => {
    const hold = paused.hold();
    const limits = state.live.settings.mappingLimits;
    // Later than the step began: a run may have been accepted since.
    const at = Math.max(now, state.clock());
    const request = { now: at, limit, suspects, limits, ...(hold !== undefined && { hold }) };
    for (const claimed of await state.ledger.claimRuns(request)) begin(claimed, now);
  };

  const probe = async (now: number): Promise<void> => {
    for (const { pair, after } of paused.due(now)) {
      if (places.freeForRuns() === 0) return;
      const suspects = suspect === undefined;
      const limits = state.live.settings.mappingLimits;
      const found = await state.ledger.claimHeldRun({ now, pair, after, suspects, limits });
      paused.tried(pair, now, found?.group);
      if (found !== undefined) begin(found.claimed, now);
    }
  };

  /** When others may start beside the suspect; undefined: now. */
  const heldUntil = (now: number): number | undefined => {
    if (suspect === undefined || isTrusted) return undefined;
    const until = suspect.since + MAX_SUSPICION_MS;
    // If the clock was set back, no run is delayed.
    isTrusted = now >= until || now < suspect.since;
    return isTrusted ? undefined : until;
  };

  const releaseUnlimited = async (): Promise<void> => {
    await state.ledger.releaseUnlimited(state.live.settings.mappingLimits);
    isReleased = true;
  };

  return {
    running,
    reloaded: () => {
      isReleased = false;
    },
    isOpen: () =>
      !paused.isStopped() && places.freeForRuns() > 0 && (suspect === undefined || isTrusted),
    step: async (now) => {
      if (paused.isStopped() || places.freeForRuns() === 0) return undefined;
      if (!isReleased) await releaseUnlimited();
      if (suspect === undefined && (await state.ledger.hasSuspects())) await claim(now, 1, true);
      const until = heldUntil(now);
      if (until !== undefined) return until;
      await probe(now);
      const limit = places.freeForRuns();
      if (limit > 0) await claim(now, limit, false);
      return undefined;
    },
    settled: tasks.settled,
  };
}
