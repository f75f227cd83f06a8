// Why an action was not taken → the 503 that asks its sender to try again.
import { describeError } from "@hookwright/base";
import type { EventCode } from "../../base/index.ts";
import { createRefusal, type RefusalExtras, statusFromCode } from "../../base/index.ts";
import { type GateRefusal, refuse } from "../gate.ts";
import type { DispatchRejection } from "./dispatch-port.ts";

/** No known sender repeats an event after a longer pause. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

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

export function refuseDispatch(
  code: Exclude<DispatchCode, "dispatch_failed">,
  extras?: RefusalExtras,
): GateRefusal {
  return refuse(createRefusal(code, MESSAGES[code], extras));
}

/** The text of the error is for the operator; the sender gets the code and the pause that it names. */
export function refuseRejection(error: unknown): GateRefusal {
  const { code, retryAfterSeconds } = readRejection(error);
  const detail = describeError(error);
  const refusal = createRefusal("dispatch_failed", MESSAGES.dispatch_failed, { detail });
  const headers =
    retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
  return refuse({ ...refusal, ...(code !== undefined && { code }) }, headers);
}

interface ReadRejection {
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Errors of the system have codes in capitals, and those of libraries may say what is between us and them. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

function readRejection(error: unknown): ReadRejection {
  const { code, retryAfterSeconds } = (error ?? {}) as DispatchRejection;
  const seconds =
    typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0
      ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(retryAfterSeconds))
      : undefined;
  return {
    code: typeof code === "string" && CODE.test(code) && mayName(code) ? code : undefined,
    retryAfterSeconds: seconds,
  };
}

/** A code of the table goes with its status, and this answer is a 503. */
function mayName(code: string): boolean {
  const status = statusFromCode(code);
  return status === undefined || status === 503;
}
