// Gate 4: the token of a request → who it is, or 401, or 429 after too many failures.
import type { HeaderRecord, QueryRecord } from "../model/event.ts";
import type { Hooks } from "../model/hooks.ts";
import { createRefusal } from "../problem/refusal.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import { readToken, type TokenCarrier, type TokenCarriers } from "./read-token.ts";
import type { Throttle } from "./throttle.ts";

export interface Credentials {
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  /** Who is counted when the token is wrong. */
  readonly client: string;
}

export interface CredentialRules {
  readonly hooks: Hooks;
  readonly carriers: TokenCarriers;
  readonly throttle: Throttle;
}

export type CredentialCheck =
  | { readonly ok: true; readonly carrier: TokenCarrier }
  | { readonly ok: false; readonly gate: GateRefusal };

/** A right token always passes: a stranger behind the same proxy must not be able to lock others out. */
export function checkCredentials(
  credentials: Credentials,
  rules: CredentialRules,
): CredentialCheck {
  const { headers, query, client } = credentials;
  const carried = readToken(headers, query, rules.carriers);
  if (carried !== undefined && rules.hooks.verifyToken(carried.token)) {
    rules.throttle.succeed(client);
    return { ok: true, carrier: carried.carrier };
  }
  const waitSeconds = rules.throttle.fail(client);
  return {
    ok: false,
    gate: waitSeconds === 0 ? unauthorized() : tooManyFailures(waitSeconds),
  };
}

function unauthorized(): GateRefusal {
  const refusal = createRefusal("unauthorized", "The hook token is missing or wrong.");
  return refuse(refusal, { "www-authenticate": "Bearer" });
}

function tooManyFailures(waitSeconds: number): GateRefusal {
  const refusal = createRefusal(
    "too_many_failures",
    "Too many requests with a missing or wrong token.",
  );
  return refuse(refusal, { "retry-after": String(waitSeconds) });
}
