// Callers that wait for the end of a run, and questions about runs → what became of them, from the store.
import type { Completion, RunFacts } from "@hookwright/core/ingress";
import type { RunOutcome } from "../model/ledger.ts";
import type { HostRecord } from "./observe.ts";
import type { EngineState } from "./state.ts";
import type { PausedRunners } from "./turns/paused-runners.ts";

interface Callers {
  /** For `createIngress`. */
  readonly completion: Completion;
  /** Call it with each record: a run may have ended, or has to wait for its runner. */
  note(record: HostRecord): void;
}

type EndWait = (facts: RunFacts | undefined) => void;

const ENDED: ReadonlySet<string> = new Set(["done", "dead", "cancelled"]);

export function createCallers(state: EngineState, paused: PausedRunners): Callers {
  const waiting = new Map<string, Set<EndWait>>();
  let count = 0;

  const add = (runId: string, end: EndWait): void => {
    const others = waiting.get(runId) ?? new Set();
    waiting.set(runId, others.add(end));
    count += 1;
  };

  /** False if it was removed before. */
  const remove = (runId: string, end: EndWait): boolean => {
    const others = waiting.get(runId);
    if (others?.delete(end) !== true) return false;
    if (others.size === 0) waiting.delete(runId);
    count -= 1;
    return true;
  };

  const endAll = (runId: string, facts: RunFacts | undefined): void => {
    for (const end of [...(waiting.get(runId) ?? [])]) end(facts);
  };

  const readOutcome = (runId: string): Promise<RunOutcome | undefined> =>
    state.ledger.runOutcome(runId, { withAnswer: state.live.settings.callers.text });

  /** Nobody knows when the operator, or the service, ends a pause. */
  const isHeld = async (runId: string, outcome: RunOutcome): Promise<boolean> => {
    if (outcome.state === "running") return false;
    if (paused.isStopped()) return true;
    const hold = paused.hold();
    const run = hold && (await state.ledger.run(runId));
    return run !== undefined && hold?.(run) !== undefined;
  };

  const look = async (runId: string): Promise<void> => {
    try {
      const outcome = await readOutcome(runId);
      if (outcome !== undefined && ENDED.has(outcome.state)) endAll(runId, factsOf(outcome));
      else if (outcome === undefined || (await isHeld(runId, outcome))) endAll(runId, undefined);
    } catch {
      // A later question gets the answer that this store cannot give now.
      endAll(runId, undefined);
    }
  };

  void state.stopping.then(() => {
    for (const runId of [...waiting.keys()]) endAll(runId, undefined);
  });

  return {
    completion: {
      wait: (runId, signal) =>
        new Promise((resolve) => {
          const { maxWaiting } = state.live.settings.callers;
          if (state.phase === "stopping" || signal.aborted || count >= maxWaiting) {
            resolve(undefined);
            return;
          }
          const end: EndWait = (facts) => {
            if (remove(runId, end)) resolve(facts);
          };
          add(runId, end);
          signal.addEventListener("abort", () => end(undefined), { once: true });
          void look(runId);
        }),
      find: async (runId, proof) => {
        const outcome = await readOutcome(runId);
        return outcome === undefined || outcome.proof !== proof ? undefined : factsOf(outcome);
      },
    },
    note: (record) => {
      if (record.kind === "runner" && record.state === "paused") {
        for (const runId of waiting.keys()) void look(runId);
      }
      const isNews = record.kind === "run" && record.state !== "running";
      if (isNews && waiting.has(record.runId)) void look(record.runId);
    },
  };
}

function factsOf({ state, code, answer, deliveries }: RunOutcome): RunFacts {
  return {
    state,
    ...(code !== undefined && { code }),
    ...(answer !== undefined && { text: answer }),
    deliveries,
  };
}
