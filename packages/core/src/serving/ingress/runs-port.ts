// The port that knows what becomes of runs. Types only.
import type { PromiseOrValue } from "@hookwright/base";
import type { DispatchSignal } from "./dispatch-call.ts";

/** What a caller gets to know about a run. */
export interface RunFacts {
  /** Such as `running`, `done` or `dead`. */
  readonly state: string;
  /** Why it failed, died or was cancelled. */
  readonly code?: string;
  /** The answer of the agent, if callers may read it. */
  readonly text?: string;
  /** What became of the answer: one entry for each recipient. */
  readonly deliveries: readonly RunDelivery[];
}

/** One answer on its way to one recipient. */
export interface RunDelivery {
  readonly channel: string;
  /** Such as `queued`, `sent` or `dead`. */
  readonly state: string;
}

/**
 * Knows what becomes of the runs that `dispatch` begins: `completion` of a host of `@hookwright/host`, or your own.
 *
 * @example
 * ```ts
 * const ended = new Map<string, RunFacts>();
 * const completion: Completion = {
 *   wait: async (runId) => ended.get(runId),
 *   find: (runId) => ended.get(runId),
 * };
 * ```
 */
export interface Completion {
  /**
   * Resolves when the run has ended. Resolves to undefined if the caller is not to wait any longer: its answer
   * then says that the run was accepted. `signal` aborts when nobody waits any more; the result is then ignored.
   */
  readonly wait: (runId: string, signal: DispatchSignal) => PromiseOrValue<RunFacts | undefined>;
  /**
   * The present state of a run. Undefined if there is none with this id, or if it came by another `proof`, which
   * the context of its dispatch had.
   */
  readonly find: (runId: string, proof: string) => PromiseOrValue<RunFacts | undefined>;
}
