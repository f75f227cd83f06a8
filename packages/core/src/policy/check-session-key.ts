// A session key and who chose it → nothing, or the refusal.
import { hasControlCharacters } from "../data/text.ts";
import type { Origin } from "../model/draft.ts";
import type { Refusal } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";

export interface SessionKeyPolicy {
  readonly allowedPrefixes: readonly string[];
  readonly allowRequest: boolean;
}

/** Hosts use keys as file names and map keys; no host needs longer ones. */
const MAX_KEY_CHARACTERS = 512;

export function checkSessionKey(
  key: string,
  origin: Origin,
  policy: SessionKeyPolicy,
): Refusal | undefined {
  if (key.length > MAX_KEY_CHARACTERS)
    return refuse(`is longer than ${MAX_KEY_CHARACTERS} characters`);
  if (hasControlCharacters(key)) return refuse("contains control characters");
  if (origin === "operator") return undefined;
  if (origin === "request" && !policy.allowRequest) return refuse("is not accepted from requests");
  if (policy.allowedPrefixes.some((prefix) => key.startsWith(prefix))) return undefined;
  const prefixes = policy.allowedPrefixes.map((prefix) => `"${prefix}"`).join(" or ");
  return refuse(prefixes === "" ? "is not accepted here" : `must start with ${prefixes}`);
}

/** For a key whose expressions are all empty: with it, unrelated events would share a session. */
export function refuseEmptySessionKey(): Refusal {
  return refuse("is made of values that this payload does not have");
}

function refuse(why: string): Refusal {
  const message = `The session key ${why}.`;
  return createRefusal("session_key_refused", message, {
    issues: [{ path: "/sessionKey", message }],
  });
}
