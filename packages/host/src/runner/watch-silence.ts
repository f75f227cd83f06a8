// The signal of a turn and a limit for silence → one signal that fires for either.
import type { Timer } from "@hookwright/core";

/** fetch() of Node gives up by itself after 300 s without a byte. */
const MAX_SILENCE_MS = 290_000;

const DEFAULT_SILENCE_MS = 120_000;

interface SilenceLimit {
  readonly timer: Timer;
  /** Default: 120,000. */
  readonly silenceMs?: number | undefined;
}

export interface SilenceWatch {
  readonly signal: AbortSignal;
  /** Whether it fired because nothing was received. */
  readonly isSilent: () => boolean;
  /** Something was received: the time starts again. */
  readonly heard: () => void;
  readonly end: () => void;
}

export function watchSilence(
  outer: AbortSignal,
  { timer, silenceMs = DEFAULT_SILENCE_MS }: SilenceLimit,
): SilenceWatch {
  const controller = new AbortController();
  let isSilent = false;
  let cancel: () => void = () => undefined;
  const stop = (): void => controller.abort(outer.reason);
  const heard = (): void => {
    cancel();
    cancel = timer(
      () => {
        isSilent = true;
        controller.abort("silent");
      },
      Math.min(silenceMs, MAX_SILENCE_MS),
    );
  };
  outer.addEventListener("abort", stop, { once: true });
  heard();
  return {
    signal: controller.signal,
    isSilent: () => isSilent,
    heard,
    end: () => {
      cancel();
      outer.removeEventListener("abort", stop);
    },
  };
}
