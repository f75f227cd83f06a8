// An event whose transforms are still running → what it came to, or 503 when the request's time is over.
import type { Resolution } from "../../base/index.ts";
import { refuseDispatch } from "../dispatch/refuse-dispatch.ts";
import type { GateRefusal } from "../gate.ts";
import type { IngressState } from "../state.ts";

export type ResolveResult =
  | { readonly ok: true; readonly resolution: Resolution }
  | { readonly ok: false; readonly gate: GateRefusal };

/** Each transform has a limit of its own; the elements of a list may have two hundred of them. */
export function resolveInTime(
  resolving: Promise<Resolution>,
  { timer, requestTimeoutMs, stopSwitch }: IngressState,
): Promise<ResolveResult> {
  return new Promise((resolve, reject) => {
    const end = (result: ResolveResult): void => {
      cancelTimer();
      offStop();
      resolve(result);
    };
    const refuse = (gate: GateRefusal): void => end({ ok: false, gate });
    const cancelTimer = timer(() => {
      const detail = `Transforms took longer than the ${requestTimeoutMs} ms of a request.`;
      refuse(refuseDispatch("dispatch_timeout", { detail }));
    }, requestTimeoutMs);
    const offStop = stopSwitch.onStop(() => refuse(refuseDispatch("server_stopping")));
    resolving.then(
      (resolution) => end({ ok: true, resolution }),
      (error) => {
        cancelTimer();
        offStop();
        reject(error);
      },
    );
  });
}
