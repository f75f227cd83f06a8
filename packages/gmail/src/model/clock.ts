// The port of time: tests give a clock of their own and wait for nothing.

/** Milliseconds since the epoch, and waiting. */
export interface Clock {
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal is aborted. Never rejects. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1, like `Math.random`: spreads what would else happen together. */
  readonly random: () => number;
}
