// The effects of a turn or a send, as data: one list is one transaction of the ledger.
import type { AlertRecord } from "./alerts.ts";
import type {
  AnswerOutcome,
  DeliveryRecord,
  DeliveryState,
  HeartbeatRecord,
  NewEvent,
  RunHold,
  RunRecord,
  RunState,
  StoredTurn,
} from "./records.ts";
import type { ThinkingLevel, TurnReason } from "./turn.ts";

/** One change of the store. */
export type Effect =
  /** The end of a try of a run; `failed` and `queued` have the time of the next one. */
  | {
      readonly kind: "run";
      readonly runId: string;
      readonly state: Exclude<RunState, "running">;
      readonly at: number;
      readonly dueAt?: number;
      readonly code?: string;
      readonly reason?: string;
      readonly answer?: string;
      readonly partial?: string;
      readonly thinking?: ThinkingLevel;
      readonly note?: string;
      readonly answered?: AnswerOutcome;
      /** False: the try does not count, because the host stopped it, or the runner is paused. Default: true. */
      readonly countAttempt?: boolean;
      /** True: the death of the process ended the try, after the runner had been called. */
      readonly interrupted?: boolean;
      /** An ordered stop interrupted the try: the next try learns of it, and nothing counts. */
      readonly stopped?: boolean;
      /** With `queued`: it waits until the pair is released. */
      readonly hold?: RunHold;
    }
  /** The runner is about to be called: from now on an interruption counts. */
  | { readonly kind: "run-called"; readonly runId: string; readonly at: number }
  /** A run that an operator asks for again: a new one, `queued`, whose `retryOf` names the old. */
  | { readonly kind: "run-added"; readonly run: RunRecord }
  | {
      readonly kind: "history";
      readonly agentId: string;
      readonly sessionKey: string;
      readonly turn: StoredTurn;
      /** Absent: it stays what it was. */
      readonly runnerState?: string;
    }
  | { readonly kind: "event"; readonly event: NewEvent }
  /** Claimed events are done with the turn that had them in its prompt, or wait again. */
  | { readonly kind: "events-done" | "events-back"; readonly turnId: string }
  | {
      readonly kind: "heartbeat-request";
      readonly agentId: string;
      readonly at: number;
      readonly reason: TurnReason;
    }
  /** The end of a heartbeat or prompt; it frees the main session. */
  | {
      readonly kind: "heartbeat";
      readonly record: HeartbeatRecord;
      readonly failures: number;
      readonly retryAt?: number;
      readonly nextAt?: number;
      /** The answer that was handed to a delivery. */
      readonly deliveredAnswer?: string;
    }
  /** It begins as `queued`, or as `dead` if it has no recipient. */
  | { readonly kind: "delivery"; readonly delivery: DeliveryRecord }
  /** What was said about a reason, and what was counted since. */
  | ({ readonly kind: "alert" } & AlertRecord)
  /** A change of a delivery; only what is named changes. */
  | {
      readonly kind: "delivery-change";
      readonly id: string;
      readonly change: Partial<
        Pick<
          DeliveryRecord,
          "state" | "sentIds" | "tries" | "plain" | "dueAt" | "resends" | "endedAt" | "reason"
        >
      > & {
        readonly sendingAt?: number | null;
        readonly code?: string | undefined;
        readonly unsureSince?: number | undefined;
      };
    };

/** Nothing leaves `done`, `dead` and `cancelled`: a retry is a new run that names the old one. */
export const RUN_TRANSITIONS: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ["running", "dead", "cancelled"],
  running: ["queued", "failed", "done", "dead", "cancelled"],
  failed: ["running", "queued", "dead", "cancelled"],
  done: [],
  dead: [],
  cancelled: [],
};

/** `sending` → `queued`: the channel is paused, and the try does not count. */
export const DELIVERY_TRANSITIONS: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  queued: ["sending", "dead", "cancelled"],
  sending: ["queued", "failed", "sent", "dead"],
  failed: ["sending", "queued", "dead", "cancelled"],
  sent: [],
  dead: [],
  cancelled: [],
};
