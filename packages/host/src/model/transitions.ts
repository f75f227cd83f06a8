// The state machines of runs and deliveries, as data: which state may follow which.
import type { DeliveryState, RunState } from "./records.ts";

/** Nothing leaves `done`, `dead` and `cancelled`: a repetition is a new run that names the old one. */
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
