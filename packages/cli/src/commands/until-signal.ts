// The signals of the process → a promise that ends with the first wish to stop.
import type { Signals } from "../io.ts";

const WISHES = ["SIGINT", "SIGTERM"] as const;

/** npm passes on the Ctrl-C that the terminal has sent us already: one keystroke, two signals. */
const SAME_KEYSTROKE_MS = 300;

/** After the first wish, the next one does what it does to any process: it ends it at once. */
export function untilSignal(signals: Signals): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      resolve();
      const stopListening = (): void => {
        for (const name of WISHES) signals.off(name, onSignal);
      };
      setTimeout(stopListening, SAME_KEYSTROKE_MS).unref();
    };
    for (const name of WISHES) signals.on(name, onSignal);
  });
}
