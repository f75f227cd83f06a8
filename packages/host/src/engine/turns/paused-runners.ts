// Results of turns → paused pairs of a runner and a provider, the runs that wait for them, and probes whether they work
// again.

import { PAUSED_BY_OPERATOR } from "../../model/pauses.ts";
import type { RunHold, RunRecord } from "../../model/records.ts";
import { settingsOfAgent } from "../../model/settings.ts";
import type { TurnFailure, TurnRequest, TurnResult } from "../../model/turn.ts";
import { resolveModel } from "../../plan/turn-message.ts";
import { commitEffects } from "../commit.ts";
import { effectsOfFailedRun } from "../effects.ts";
import type { EngineState } from "../state.ts";

/** A runner that is paused for the models of one provider. */
export interface PausedRunner {
  readonly runner: string;
  /** The part before the slash in the names of its models; absent if they have none. */
  readonly provider?: string;
  readonly since: number;
  /** Of the failure that paused it. */
  readonly code: string;
}

export interface PausedRunners {
  /** The one that an operator has paused, too. */
  readonly list: () => readonly PausedRunner[];
  /** Whether an operator has paused the runner: no turn begins. */
  readonly isStopped: () => boolean;
  /** Call it after each turn. Returns why a run has to wait if its try did nothing. */
  note(request: TurnFacts, result: TurnResult): RunHold | undefined;
  /** After the commit that holds a run: the pair may work again since. */
  held(hold: RunHold): void;
  /** For a claim; undefined if nothing is paused. */
  readonly hold: () => ((run: RunRecord) => RunHold | undefined) | undefined;
  /** Pairs of which a run may be tried now, with the group that was tried last. */
  due(now: number): readonly { readonly pair: string; readonly after: string }[];
  /** A try of the pair begins, of a run of this group; without a group there was none. */
  tried(pair: string, now: number, group?: string): void;
  /**
   * Call it after a reload, which may have changed the runner or its credentials. What an operator has paused stays
   * paused. Answers whether any was paused.
   */
  resume(): boolean;
  /** Releases runs of what works again, and gives up what has waited for a day. Returns when to look again. */
  step(now: number): Promise<number | undefined>;
}

type TurnFacts = Pick<TurnRequest, "agentId" | "model">;

/** An answer that arrives a day late is useless. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** One try a minute costs little, also where the service counts refused requests. */
const PROBE_MS = 60_000;

/** A service that fails for so many consecutive turns is down. */
const MAX_FAILURES_IN_A_ROW = 20;

/** The service itself failed, whatever was asked: 5xx. */
const SERVICE_FAILURES: ReadonlySet<string> = new Set(["server_error", "overloaded"]);

/** The host ended the turn: nothing is known of the service. */
const STOPPED: ReadonlySet<string> = new Set(["timeout", "cancelled", "stopping"]);

interface Pause extends PausedRunner {
  probeAt: number;
  /** Of the try before: the next one is of another group. */
  group: string;
}

export function createPausedRunners(state: EngineState): PausedRunners {
  const paused = new Map<string, Pause>();
  const failures = new Map<string, number>();
  /** Pairs whose runs are still held in the store. At the start: everything that the previous process held. */
  const releases = new Set<string | undefined>([undefined]);

  const pairOf = ({ model = "" }: Pick<TurnFacts, "model">): Pair => {
    const provider = model.includes("/") ? model.slice(0, model.indexOf("/")) : undefined;
    const runner = state.live.runner.id;
    return { runner, ...(provider && { provider }), key: JSON.stringify([runner, provider]) };
  };

  const pause = ({ key, ...pair }: Pair, code: string): void => {
    if (paused.has(key)) return;
    const since = state.clock();
    paused.set(key, { ...pair, code, since, probeAt: since + PROBE_MS, group: "" });
    state.observer({ kind: "runner", at: since, ...pair, state: "paused", code });
    state.warn(
      `${pausedRunnerText({ ...pair, code, since })} Its runs wait up to 24 h, and one is tried each minute. Correct the cause; a reload goes on at once.`,
    );
  };

  const work = ({ key, ...pair }: Pair): void => {
    failures.delete(key);
    if (!paused.delete(key)) return;
    releases.add(key);
    state.observer({ kind: "runner", at: state.clock(), ...pair, state: "resumed" });
    state.wake();
  };

  const noteFailure = (pair: Pair, { code, scope, retryable }: TurnFailure): void => {
    if (scope === "runner") pause(pair, code);
    const isService = retryable && SERVICE_FAILURES.has(code);
    const count = isService ? (failures.get(pair.key) ?? 0) + 1 : 0;
    failures.set(pair.key, count);
    if (count >= MAX_FAILURES_IN_A_ROW) pause(pair, code);
  };

  const hold = (run: RunRecord): RunHold | undefined => {
    const { agentId, action } = run;
    const { settings } = state.live;
    const model = resolveModel(
      action.model ?? settingsOfAgent(agentId, state.live.settings).model,
      settings,
    );
    return holdOf({ agentId, ...(model !== undefined && { model }) });
  };

  const holdOf = ({ agentId, model }: TurnFacts): RunHold | undefined => {
    const { key } = pairOf({ ...(model !== undefined && { model }) });
    const group = JSON.stringify([agentId, model ?? null]);
    return paused.has(key) ? { pair: key, group } : undefined;
  };

  return {
    list: () => [
      ...[...paused.values()].map(({ probeAt: _, group: __, ...one }) => one),
      ...state.pauses
        .list()
        .flatMap(({ kind, id: runner, at: since }) =>
          kind === "runner" ? [{ runner, since, code: PAUSED_BY_OPERATOR }] : [],
        ),
    ],
    isStopped: () => state.pauses.since("runner", state.live.runner.id) !== undefined,
    note: (request, result) => {
      const pair = pairOf(request);
      if (result.ok) work(pair);
      else if (!STOPPED.has(result.code)) noteFailure(pair, result);
      return result.ok ? undefined : holdOf(request);
    },
    held: ({ pair }) => {
      if (!paused.has(pair)) releases.add(pair);
    },
    hold: () => (paused.size === 0 ? undefined : hold),
    due: (now) =>
      [...paused]
        .filter(([, { probeAt }]) => probeAt <= now)
        .map(([pair, { group: after }]) => ({ pair, after })),
    tried: (pair, now, group) => {
      const one = paused.get(pair);
      if (one === undefined) return;
      one.probeAt = now + PROBE_MS;
      one.group = group ?? one.group;
    },
    resume: () => {
      const wasPaused = paused.size > 0;
      for (const { runner, provider } of paused.values()) {
        const pair = { runner, ...(provider !== undefined && { provider }) };
        state.observer({ kind: "runner", at: state.clock(), ...pair, state: "resumed" });
      }
      paused.clear();
      failures.clear();
      releases.add(undefined);
      state.wake();
      return wasPaused;
    },
    step: async (now) => {
      for (const pair of releases) {
        await state.ledger.releaseRuns(pair);
        releases.delete(pair);
      }
      if (paused.size === 0) return undefined;
      const old = await state.ledger.heldRuns(now - MAX_WAIT_MS);
      for (const run of old) await giveUp(run, state);
      // The next of each key is held, and may be as old.
      if (old.length > 0) return now;
      return Math.min(...[...paused.values()].map(({ probeAt }) => probeAt));
    },
  };
}

interface Pair {
  readonly key: string;
  readonly runner: string;
  readonly provider?: string;
}

/** One sentence for the operator. */
export function pausedRunnerText({ runner, provider, code }: PausedRunner): string {
  if (code === PAUSED_BY_OPERATOR) return `The runner "${runner}" is paused by an operator.`;
  const models = provider === undefined ? "" : ` for models of "${provider}"`;
  return `The runner "${runner}" is paused${models}: ${code}.`;
}

async function giveUp(run: RunRecord, state: EngineState): Promise<void> {
  const message = `The runner was paused for as long as the run may wait, 24 h. Correct the cause, then use \`hookwright runs retry ${run.id}\`.`;
  await commitEffects(
    effectsOfFailedRun(run, { code: "runner_paused", message }, state),
    { run },
    state,
  );
}
