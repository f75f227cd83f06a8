// What a dispatch comes to.
import type { GateRefusal } from "../gate.ts";
import type { IngressAnswer } from "../request.ts";
import type { Dispatch } from "./dispatch-port.ts";

export type Receipt = Awaited<ReturnType<Dispatch>>;

export type DispatchResult =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      /** Undefined where the id of a wake would be told to nobody. */
      readonly runId: string | undefined;
    }
  /** The run id is there where a late outcome may follow, which names it. */
  | { readonly ok: false; readonly gate: GateRefusal; readonly runId?: string };
