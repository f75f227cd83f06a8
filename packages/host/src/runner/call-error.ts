// A failed call, other than a refusal of the service → the failure of the turn.
import type { TurnFailure } from "../model/turn.ts";
import { createFailure } from "./failures.ts";

interface CallCause {
  readonly passes: boolean;
  readonly scope?: TurnFailure["scope"];
  /** Continues "The model service at …". */
  readonly says: string;
}

export type CallErrorCode =
  | "silent"
  | "not_connected"
  | "connection_lost"
  | "not_json"
  | "answer_too_large";

const CAUSES: Readonly<Record<CallErrorCode, CallCause>> = {
  silent: {
    passes: true,
    says: "sent nothing for too long. See its log, or raise silenceSeconds.",
  },
  not_connected: {
    passes: true,
    scope: "runner",
    says: "cannot be reached. Check baseUrl, and whether it runs.",
  },
  // This runner offers no tools, so a service that has sent nothing has done nothing.
  connection_lost: {
    passes: true,
    says: "closed the connection before the answer was complete. See its log.",
  },
  not_json: { passes: false, says: "answers with something that is not JSON. Check baseUrl." },
  answer_too_large: { passes: false, says: "sends more than 16 MiB at once. See its log." },
};

/** Ends the reading of an answer. */
export class CallError extends Error {
  readonly code: CallErrorCode;

  constructor(code: CallErrorCode) {
    super(code);
    this.code = code;
  }
}

export function failureOfCall(
  code: CallErrorCode,
  facts: {
    readonly who: string;
    /** Such as ECONNREFUSED. */
    readonly system: string | undefined;
    readonly didSomething: boolean;
    readonly partial: string;
  },
): TurnFailure {
  const { passes, scope, says } = CAUSES[code];
  const { who, system, didSomething, partial } = facts;
  const named = system === undefined ? "" : ` (${system})`;
  return createFailure(code, `${who}${named} ${says}`, {
    retryable: passes && !didSomething,
    scope,
    partial,
  });
}
