// Everything that waits for an answer of the world → told at once when the integrator stops.

export interface StopSwitch {
  /** Calls `listener` at the next stop, unless the returned function is called before. */
  readonly onStop: (listener: () => void) => () => void;
  readonly stop: () => void;
}

export function createStopSwitch(): StopSwitch {
  const listeners = new Set<() => void>();
  return {
    onStop: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      // A copy: a listener takes itself out, and what it sets free may begin to wait anew.
      for (const listener of [...listeners]) listener();
    },
  };
}
