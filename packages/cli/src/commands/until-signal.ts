// The signals of the process → a promise that resolves at the first stop signal.
import type { Signals } from "../io.ts";

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The terminal and npm both send the signal of a Ctrl-C, so one keystroke gives two signals. */
const SAME_KEYSTROKE_MS = 300;

/** After the first signal, Node's default applies again: the next one ends the process at once. */
export function untilSignal(signals: Signals): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      resolve();
      const stopListening = (): void => {
        for (const name of STOP_SIGNALS) signals.off(name, onSignal);
      };
      setTimeout(stopListening, SAME_KEYSTROKE_MS).unref();
    };
    for (const name of STOP_SIGNALS) signals.on(name, onSignal);
  });
}
