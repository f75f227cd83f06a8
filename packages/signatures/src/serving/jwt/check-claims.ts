// The claims of a token and the required ones → undefined, or why the token is refused.
import { readOwn } from "@hookwright/base";
import type { AuthFailureCode, JwtScheme } from "../../model.ts";

export interface ClaimsCheck {
  readonly scheme: Pick<JwtScheme, "issuers" | "audiences" | "claims" | "isTimeOptional">;
  /** How far the clocks of the issuer and of this machine may be apart. */
  readonly leewaySeconds: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

export function checkClaims(claims: object, check: ClaimsCheck): AuthFailureCode | undefined {
  const { issuers, audiences, claims: wanted } = check.scheme;
  const late = checkTimes(claims, check);
  if (late !== undefined) return late;
  if (issuers.length > 0 && !isOneOf(readOwn(claims, "iss"), issuers)) return "issuer_wrong";
  if (audiences.length > 0 && !isForOne(readOwn(claims, "aud"), audiences)) return "audience_wrong";
  const isAsWanted = ([name, value]: readonly [string, unknown]) => readOwn(claims, name) === value;
  return Object.entries(wanted).every(isAsWanted) ? undefined : "claim_wrong";
}

/** A token without `exp` is valid for as long as a time stamp beside a signature. */
const MAX_AGE_SECONDS = 300;

function checkTimes(claims: object, check: ClaimsCheck): AuthFailureCode | undefined {
  const { leewaySeconds, receivedAt, scheme } = check;
  const times = ["exp", "nbf", "iat"].map((name) => readOwn(claims, name));
  if (!times.every(isTime)) return "timestamp_malformed";
  const [end, start, issued] = times as readonly (number | undefined)[];
  const now = receivedAt / 1000;
  const isFuture = (time: number | undefined) => time !== undefined && time > now + leewaySeconds;
  if (isFuture(start) || isFuture(issued)) return "timestamp_in_future";
  const last = end ?? (issued === undefined ? undefined : issued + MAX_AGE_SECONDS);
  if (last === undefined) return scheme.isTimeOptional ? undefined : "timestamp_missing";
  return now > last + leewaySeconds ? "timestamp_too_old" : undefined;
}

/** A text of digits is not a time: RFC 7519 has numbers. */
function isTime(value: unknown): value is number | undefined {
  return value === undefined || (Number.isFinite(value) && (value as number) >= 0);
}

function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return texts.some((text) => text === value);
}

function isForOne(audience: unknown, audiences: readonly string[]): boolean {
  const all: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  return all.some((one) => isOneOf(one, audiences));
}
