// What becomes of one event.
import type { Action } from "./action.ts";

/** One thing that is wrong with a request, with the place in its body as a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Why an event was refused. `message` and `issues` are safe to send back: no payload value, no stack. */
export interface Refusal {
  /** One of the event codes of the table in `problem/codes.ts`. */
  readonly code: string;
  /** The HTTP status that goes with the code. */
  readonly status: number;
  readonly message: string;
  readonly issues: readonly Issue[];
  /** For the operator's log only, never for the sender. */
  readonly detail?: string;
}

/** The answer of `resolve`: exactly one of these for every event. */
export type Resolution =
  | {
      readonly outcome: "action";
      /** Absent for the built-in `wake` and `agent` routes. */
      readonly mappingId?: string;
      readonly action: Action;
      /** Notes for the sender, such as fields that were ignored. */
      readonly warnings: readonly string[];
    }
  | { readonly outcome: "handled"; readonly mappingId: string }
  | { readonly outcome: "unmatched" }
  | {
      readonly outcome: "refused";
      readonly mappingId?: string;
      readonly refusal: Refusal;
    };

/** A value, or a promise of it where a transform is asynchronous. `await` serves both. */
export type PromiseOrValue<T> = T | Promise<T>;
