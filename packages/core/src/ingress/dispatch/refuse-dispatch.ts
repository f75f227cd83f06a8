// Why an action was not taken → the 503 that asks its sender to try again.
import type { EventCode } from "../../problem/codes.ts";
import { createRefusal } from "../../problem/refusal.ts";
import { type GateRefusal, refuse } from "../gate.ts";

/** A gateway that restarts is back within seconds; senders wait longer by themselves when it is not. */
const RETRY_AFTER = { "retry-after": "5" };

type DispatchCode = Extract<
  EventCode,
  "dispatch_failed" | "dispatch_timeout" | "batch_timeout" | "server_stopping"
>;

const MESSAGES: Readonly<Record<DispatchCode, string>> = {
  dispatch_failed: "The gateway could not take the action; try again.",
  dispatch_timeout: "The gateway did not take the action in time; try again.",
  batch_timeout: "The time for this batch was over before anything was dispatched; try again.",
  server_stopping: "The server is stopping; try again.",
};

export function refuseDispatch(code: DispatchCode, detail?: string): GateRefusal {
  const more = detail === undefined ? {} : { detail };
  return refuse(createRefusal(code, MESSAGES[code], more), RETRY_AFTER);
}
