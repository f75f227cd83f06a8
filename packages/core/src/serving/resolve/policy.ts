// A value of an action → accepted or refused: session keys, ids, channels.

import { hasInvisibleCharacters } from "@hookwright/base";
import { createRefusal, type EventCode, type Refusal } from "../../model/index.ts";
import type { Origin } from "./draft.ts";

export interface SessionKeyPolicy {
  /** The prefixes of the config. If undefined, keys get the prefix `HOOK_PREFIX`. "" allows any key. */
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

/** No session of the gateway itself begins with it. */
export const HOOK_PREFIX = "hook:";

/** Whether any sender may use any key. */
export function isOpen({ allowedPrefixes }: SessionKeyPolicy): boolean {
  return allowedPrefixes?.includes("") === true;
}

/**
 * The operator may choose any key. Any other key must have an allowed prefix: an outsider must not reach a
 * session of the gateway itself, such as `agent:main:main`.
 */
export function checkSessionKey(
  key: string,
  origin: Origin,
  policy: SessionKeyPolicy,
): SessionKeyResult {
  if (origin === "operator") return { ok: true, key, isMoved: false };
  if (origin === "request" && !policy.allowRequest) {
    const why = "is not accepted from requests: hooks.allowRequestSessionKey is false";
    const detail = "hooks.allowRequestSessionKey is false.";
    return { ok: false, refusal: refuseValue("sessionKey", why, detail) };
  }
  if (hasAllowedPrefix(key, policy)) return { ok: true, key, isMoved: false };
  const { allowedPrefixes } = policy;
  if (allowedPrefixes === undefined) return { ok: true, key: HOOK_PREFIX + key, isMoved: true };
  const prefixes = allowedPrefixes.map((prefix) => `"${prefix}"`).join(" or ");
  const why = `must start with ${prefixes}, as hooks.allowedSessionKeyPrefixes says`;
  const detail = "hooks.allowedSessionKeyPrefixes would have to allow it.";
  return { ok: false, refusal: refuseValue("sessionKey", why, detail) };
}

/** Whether a text begins with an allowed prefix, ignoring case. */
export function hasAllowedPrefix(text: string, { allowedPrefixes }: SessionKeyPolicy): boolean {
  const prefixes = allowedPrefixes ?? DEFAULT_PREFIXES;
  return prefixes.some(
    (prefix) => text.startsWith(prefix) || foldAscii(text).startsWith(foldAscii(prefix)),
  );
}

const DEFAULT_PREFIXES: readonly string[] = [HOOK_PREFIX];

/** Attack: `toLowerCase` turns the Kelvin sign into "k", so another key would be accepted as an allowed one. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** For a key whose expressions are all empty: unrelated events would share a session. */
export function refuseEmptySessionKey(): Refusal {
  return { ...refuseValue("sessionKey", MADE_OF_NOTHING, ALL_EMPTY), payloadAlone: true };
}

/** A persistent session without a key could never be continued. */
export function refuseMissingSessionKey(): Refusal {
  return refuseValue(
    "sessionKey",
    'is missing, and a "sessionMode" of "persistent" needs one: neither the action nor hooks.defaultSessionKey has it',
    "hooks.defaultSessionKey would give one.",
  );
}

/** Heartbeats are turns of the main session: an event that waits in another session would never be handled. */
export function refuseLateSession(): Refusal {
  const message =
    'A wake with a "sessionKey" acts at once: "next-heartbeat" is a turn of the main session.';
  return createRefusal("invalid_payload", message, {
    issues: [{ path: "/sessionKey", message }],
    // A mapping with `wakeMode: "now"` would accept it.
    payloadAlone: false,
  });
}

const MADE_OF_NOTHING = "is made of values that this payload does not have";

const ALL_EMPTY = "Every expression of it is empty for this event.";

/** The fields of an action that are ids: `value` is `id` or `key` in the table of fields. */
export type IdField = "sessionKey" | "agentId" | "model" | "to" | "accountId";

/** The subject of the refusal sentence for each id, and the code of the refusal. */
const SUBJECTS: Readonly<Record<IdField, { subject: string; code: EventCode }>> = {
  sessionKey: { subject: "The session key", code: "session_key_refused" },
  agentId: { subject: "The agent of this action", code: "agent_refused" },
  model: { subject: "The model of this action", code: "model_refused" },
  to: { subject: "The recipient of this action", code: "invalid_payload" },
  accountId: { subject: "The account of this action", code: "invalid_payload" },
};

/** Hosts use ids as file names and map keys. No host needs longer ones. */
const MAX_ID_CHARACTERS = 512;

/**
 * Characters are refused, not removed: the repaired id could name another session, agent or recipient. Ids
 * that look equal must be equal, so invisible characters are refused, too.
 */
export function checkId(field: IdField, id: string): Refusal | undefined {
  if (id.length > MAX_ID_CHARACTERS) {
    return refuseId(field, `is longer than ${MAX_ID_CHARACTERS} characters`);
  }
  if (hasInvisibleCharacters(id)) {
    return refuseId(field, "contains control or invisible characters");
  }
  return undefined;
}

/** No config would accept such an id. */
export function refuseId(field: IdField, why: string): Refusal {
  return { ...refuseValue(field, why), payloadAlone: true };
}

function refuseValue(field: IdField, why: string, detail?: string): Refusal {
  const { subject, code } = SUBJECTS[field];
  const message = `${subject} ${why}.`;
  const issues = [{ path: `/${field}`, message }];
  return createRefusal(code, message, { issues, ...(detail !== undefined && { detail }) });
}

interface AgentPolicy {
  /** The agents that hooks may use; undefined: all. */
  readonly allowed: ReadonlySet<string> | undefined;
  /** Every agent of the config and the default one: ids in lower case → the spelling of the config. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether the config names any agent. */
  readonly isNamed: boolean;
  /** The agent of actions without one. */
  readonly defaultAgentId: string;
}

export function checkAgent(
  agentId: string | undefined,
  origin: Origin,
  policy: AgentPolicy,
): Refusal | undefined {
  if (agentId === undefined && policy.allowed === undefined) return undefined;
  // If the expression for the agent is empty, the event must not reach the default agent by accident.
  if (agentId === "") return refuseValue("agentId", MADE_OF_NOTHING, ALL_EMPTY);
  const agent = fold(agentId ?? policy.defaultAgentId);
  if (agentId !== undefined && origin !== "operator" && !policy.known.has(agent)) {
    const keys = "hooks.allowedAgentIds, agents.list or agents.entries";
    return refuseValue(
      "agentId",
      `is not one that the config names in ${keys}`,
      `${keys} would have to name it.`,
    );
  }
  if (policy.allowed === undefined || policy.allowed.has(agent)) return undefined;
  const hint = "hooks.allowedAgentIds would have to name it.";
  return refuseValue("agentId", "is not one of hooks.allowedAgentIds", hint);
}

/** The agent as the config spells it, because hosts may compare case-sensitively. */
export function spellAgent(agentId: string, { known }: AgentPolicy): string {
  return known.get(fold(agentId)) ?? agentId;
}

/** Hosts ignore the case of agent ids. */
function fold(id: string): string {
  return id.toLowerCase();
}

/** Ids and aliases in lower case → the spelling of the config; undefined: any model. */
type ModelPolicy = ReadonlyMap<string, string> | undefined;

export function checkModel(model: string | undefined, policy: ModelPolicy): Refusal | undefined {
  if (model === undefined || policy === undefined) return undefined;
  if (policy.has(model.toLowerCase())) return undefined;
  const hint = "agents.defaults.models would have to name it.";
  return refuseValue("model", "is not one of agents.defaults.models", hint);
}

/** The model as the config spells it, because hosts may compare case-sensitively. */
export function spellModel(model: string, policy: ModelPolicy): string {
  return policy?.get(model.toLowerCase()) ?? model;
}

export interface Channels {
  /** The id of an id or alias, ignoring case and outer spaces; undefined if unknown. */
  readonly find: (name: string) => string | undefined;
  readonly ids: readonly string[];
}

/** The policies as data, as a plan has them. */
export interface PolicyData {
  readonly sessionKeys: SessionKeyPolicy;
  readonly agents: {
    /** In lower case; absent: all. */
    readonly allowed?: readonly string[];
    /** As the config spells them, without duplicates that differ only in case. */
    readonly known: readonly string[];
    readonly isNamed: boolean;
    readonly defaultAgentId: string;
  };
  /** As the config spells them; absent: any model. */
  readonly models?: readonly string[];
  readonly channels: {
    readonly ids: readonly string[];
    readonly aliases: readonly (readonly [alias: string, id: string])[];
  };
}

/** The rules that check the values of an action. */
export interface Policies {
  readonly sessionKeys: SessionKeyPolicy;
  readonly agents: AgentPolicy;
  readonly models: ModelPolicy;
  readonly channels: Channels;
}

export function linkPolicies({ sessionKeys, agents, models, channels }: PolicyData): Policies {
  const { allowed, known, isNamed, defaultAgentId } = agents;
  const { ids, aliases } = channels;
  const names = mapByName([...ids.map((id) => [id, id] as const), ...aliases]);
  return {
    sessionKeys,
    agents: {
      allowed: allowed && new Set(allowed),
      known: mapByName(known.map((id) => [id, id])),
      isNamed,
      defaultAgentId,
    },
    models: models && mapByName(models.map((name) => [name, name])),
    channels: { find: (name) => names.get(fold(name.trim())), ids },
  };
}

function mapByName(
  entries: readonly (readonly [name: string, spelling: string])[],
): ReadonlyMap<string, string> {
  return new Map(entries.map(([name, spelling]) => [fold(name), spelling]));
}
