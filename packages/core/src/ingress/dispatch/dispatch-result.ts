// What a dispatch comes to.
import type { GateRefusal } from "../answer.ts";
import type { IngressAnswer } from "../request.ts";
import type { Dispatch } from "./dispatch-port.ts";

export type Receipt = Awaited<ReturnType<Dispatch>>;

export type DispatchResult =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      /** Undefined where the id of a wake would be told to nobody. */
      readonly runId: string | undefined;
      /** An action of before had the same `dedupeKey`, and this is its result. */
      readonly isRepeat?: true;
    }
  | {
      readonly ok: false;
      readonly gate: GateRefusal;
      /** There where a late outcome may follow, which names it. */
      readonly runId?: string;
      /** The outcome of a dispatch that went on after its time was over. Never rejects. */
      readonly late?: Promise<DispatchResult>;
    };

/** What the answer to a batch says of one element, by its place in the list. Types only. */
export type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string | undefined }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };
