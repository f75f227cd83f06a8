// The types of a dispatch: the request it comes from, and what it comes to.
import type { Route } from "../find-route.ts";
import type { GateRefusal } from "../gate.ts";
import type { Dispatch } from "../options.ts";
import type { IngressAnswer, IngressRequest } from "../request.ts";

export type Receipt = Awaited<ReturnType<Dispatch>>;

export type DispatchResult =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      readonly runId: string;
    }
  /** The run id is there where a late outcome may follow, which names it. */
  | { readonly ok: false; readonly gate: GateRefusal; readonly runId?: string };

/** The request that an action comes from. */
export interface DispatchOrigin {
  readonly request: IngressRequest;
  readonly route: Route;
  readonly receivedAt: number;
  /** When the time of the request is over; absent where it has just begun. */
  readonly deadline?: number;
}
