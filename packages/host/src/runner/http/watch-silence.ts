// The signal of a turn and a limit for silence → one signal that fires for either.
import type { Timer } from "@hookwright/core";

export interface SilenceWatch {
  readonly signal: AbortSignal;
  /** Whether it fired because nothing came. */
  readonly isSilent: () => boolean;
  /** Something came: the time begins anew. */
  readonly heard: () => void;
  readonly end: () => void;
}

export function watchSilence(
  outer: AbortSignal,
  { timer, silenceMs }: { readonly timer: Timer; readonly silenceMs: number },
): SilenceWatch {
  const controller = new AbortController();
  let isSilent = false;
  let cancel: () => void = () => undefined;
  const stop = (): void => controller.abort(outer.reason);
  const heard = (): void => {
    cancel();
    cancel = timer(() => {
      isSilent = true;
      controller.abort("silent");
    }, silenceMs);
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
