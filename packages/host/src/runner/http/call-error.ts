// What went wrong with a call, other than a refusal of the service → the failure of the turn.
import type { TurnFailure } from "../../model/turn.ts";
import { createFailure } from "../failures.ts";

interface CallCause {
  readonly passes: boolean;
  readonly scope?: TurnFailure["scope"];
  /** Goes on from "The model service at …". */
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
    says: "said nothing for too long. See its log, or raise silenceSeconds.",
  },
  not_connected: {
    passes: true,
    scope: "runner",
    says: "cannot be reached. Check baseUrl, and whether it runs.",
  },
  // This runner offers no tools: what has sent nothing has done nothing.
  connection_lost: { passes: true, says: "broke the connection off. See its log." },
  not_json: { passes: false, says: "answers with something that is no JSON. Check baseUrl." },
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
    readonly error: unknown;
    readonly didSomething: boolean;
    readonly partial: string;
  },
): TurnFailure {
  const { passes, scope, says } = CAUSES[code];
  const { who, error, didSomething, partial } = facts;
  const system = code === "not_connected" ? systemCode(error) : "";
  return createFailure(code, `${who}${system} ${says}`, {
    retryable: passes && !didSomething,
    scope,
    partial,
  });
}

/** Such as ECONNREFUSED, which fetch() puts into the cause of its error. */
function systemCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
