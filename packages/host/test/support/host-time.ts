// What a rule needs of time, on a clock that a test moves on and on one that nobody can.
import type { Clock, Timer } from "@hookwright/core";

/** So many turns of the event loop that a chain of calls of a store that answers later comes to its end. */
const TURNS = 80;

export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Looks at what a rule waits for. It is called many times. */
export type Reached = () => boolean | Promise<boolean>;

/**
 * The time of the hosts of one test; all durations are milliseconds of the host. On a stopped clock each of these is
 * exact. On real time a rule is slowed down by other work, so it waits for what it needs and not for a time.
 */
export interface HostTime {
  /** The time of the host. On real time it goes on while a test looks. */
  readonly clock: Clock;
  /** For a runner or a platform that takes its time. */
  readonly timer: Timer;
  /** What needs no time has happened: promises, commits, calls of the runner and of channels. */
  idle(): Promise<void>;
  /** So much time passes. For rules that nothing, or nothing more, happens. */
  wait(milliseconds: number): Promise<void>;
  /** It becomes so within this time. */
  within(milliseconds: number, reached: Reached): Promise<void>;
  /** It becomes so after this time, and not before. */
  after(milliseconds: number, reached: Reached): Promise<void>;
  /** It is still so after this time. */
  still(milliseconds: number, holds: Reached): Promise<void>;
  /** Whether a time or a duration of the host is this one; on real time, whether it differs by what a test takes. */
  isAbout(actual: number | undefined, expected: number): boolean;
  /** Sets the clock, as an operator does: no timer fires earlier or later for it. */
  set(now: number): void;
}
