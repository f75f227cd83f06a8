// Refusals of events as data: made here and nowhere else.
import { EVENT_STATUS } from "../generated/event-status.ts";
import type { EventCode } from "./codes/event-codes.ts";
import type { Issue, Refusal } from "./resolution.ts";

export interface RefusalExtras {
  readonly issues?: readonly Issue[];
  /** For the operator's log only. */
  readonly detail?: string;
}

/** Undefined for a text that is no code of ours. */
export function statusFromCode(code: string): number | undefined {
  return Object.hasOwn(EVENT_STATUS, code) ? EVENT_STATUS[code as EventCode] : undefined;
}

export function createRefusal(
  code: EventCode,
  message: string,
  extras: RefusalExtras = {},
): Refusal {
  return {
    code,
    status: EVENT_STATUS[code],
    message,
    issues: extras.issues ?? [],
    ...(extras.detail !== undefined && { detail: extras.detail }),
  };
}
