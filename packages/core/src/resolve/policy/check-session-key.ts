// A session key and who chose it → the key of the run, or the refusal.

import type { Refusal } from "../../base/index.ts";
import { createRefusal } from "../../base/index.ts";
import type { HooksInput } from "../../config/index.ts";
import type { Origin } from "../draft.ts";

export interface SessionKeyPolicy {
  /** Those of the config; undefined: it has none, so that keys are put under `HOOK_PREFIX`. "" allows any key. */
  readonly allowedPrefixes: readonly string[] | undefined;
  readonly allowRequest: boolean;
}

export type SessionKeyResult =
  | {
      readonly ok: true;
      readonly key: string;
      /** Whether `HOOK_PREFIX` was put in front. */
      readonly isMoved: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** No session of the gateway's own begins with it. */
export const HOOK_PREFIX = "hook:";

export function createSessionKeyPolicy(
  hooks: HooksInput | undefined,
  defaults: { readonly allowRequestSessionKey: boolean },
): SessionKeyPolicy {
  const written = hooks?.allowedSessionKeyPrefixes?.flatMap((prefix) => prefix?.trim() ?? []);
  return {
    // An empty list is how gateways write "no limit".
    allowedPrefixes: written?.length === 0 ? [""] : written,
    allowRequest: hooks?.allowRequestSessionKey ?? defaults.allowRequestSessionKey,
  };
}

/** Whether any key may come from anybody. */
export function isOpen({ allowedPrefixes }: SessionKeyPolicy): boolean {
  return allowedPrefixes?.includes("") === true;
}

/**
 * What the operator wrote, or how it begins, is free. Any other key belongs to the hooks: an outsider
 * must not reach a session of the gateway's own, such as `agent:main:main`.
 */
export function checkSessionKey(
  key: string,
  origin: Origin,
  policy: SessionKeyPolicy,
): SessionKeyResult {
  if (origin === "operator") return { ok: true, key, isMoved: false };
  if (origin === "request" && !policy.allowRequest) {
    const why = "is not accepted from requests: hooks.allowRequestSessionKey is false";
    return { ok: false, refusal: refuse(why, "hooks.allowRequestSessionKey is false.") };
  }
  if (hasAllowedPrefix(key, policy)) return { ok: true, key, isMoved: false };
  const { allowedPrefixes } = policy;
  if (allowedPrefixes === undefined) return { ok: true, key: HOOK_PREFIX + key, isMoved: true };
  const prefixes = allowedPrefixes.map((prefix) => `"${prefix}"`).join(" or ");
  const why = `must start with ${prefixes}, as hooks.allowedSessionKeyPrefixes says`;
  const detail = "hooks.allowedSessionKeyPrefixes would have to allow it.";
  return { ok: false, refusal: refuse(why, detail) };
}

/** Whether a text begins as the keys of hooks do, in any case. */
export function hasAllowedPrefix(text: string, { allowedPrefixes }: SessionKeyPolicy): boolean {
  const prefixes = allowedPrefixes ?? DEFAULT_PREFIXES;
  return prefixes.some(
    (prefix) => text.startsWith(prefix) || foldAscii(text).startsWith(foldAscii(prefix)),
  );
}

const DEFAULT_PREFIXES: readonly string[] = [HOOK_PREFIX];

/** Attack: toLowerCase makes "k" of the Kelvin sign, so that another key would pass for an allowed one. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** For a key whose expressions are all empty: with it, unrelated events would share a session. */
export function refuseEmptySessionKey(): Refusal {
  return refuse(
    "is made of values that this payload does not have",
    "Every expression of it is empty for this event.",
  );
}

/** A conversation that no other run can continue is not what was asked for. */
export function refuseMissingSessionKey(): Refusal {
  return refuse(
    'is missing, and a "sessionMode" of "persistent" needs one: neither the action nor hooks.defaultSessionKey has it',
    "hooks.defaultSessionKey would give one.",
  );
}

function refuse(why: string, detail: string): Refusal {
  const message = `The session key ${why}.`;
  return createRefusal("session_key_refused", message, {
    issues: [{ path: "/sessionKey", message }],
    detail,
  });
}
