// A value of an action → accepted or refused: session keys, ids, channels.

import { hasInvisibleCharacters, readOwn } from "@hookwright/base";
import type {
  AgentInput,
  HooksInput,
  HookwrightConfig,
  ModelsInput,
} from "../../authoring/config/index.ts";
import { CHANNELS, createRefusal, type EventCode, type Refusal } from "../../base/index.ts";
import type { Origin } from "./draft.ts";

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
  const refusal = refuse(
    "is made of values that this payload does not have",
    "Every expression of it is empty for this event.",
  );
  return { ...refusal, payloadAlone: true };
}

/** A conversation that no other run can continue is not what was asked for. */
export function refuseMissingSessionKey(): Refusal {
  return refuse(
    'is missing, and a "sessionMode" of "persistent" needs one: neither the action nor hooks.defaultSessionKey has it',
    "hooks.defaultSessionKey would give one.",
  );
}

/** Heartbeats are turns of the main session: nothing would ever take what waits in another one. */
export function refuseLateSession(): Refusal {
  const message =
    'A wake with a "sessionKey" acts at once: "next-heartbeat" is a turn of the main session.';
  return createRefusal("invalid_payload", message, {
    issues: [{ path: "/sessionKey", message }],
    // A mapping can act at once.
    payloadAlone: false,
  });
}

function refuse(why: string, detail: string): Refusal {
  const message = `The session key ${why}.`;
  return createRefusal("session_key_refused", message, {
    issues: [{ path: "/sessionKey", message }],
    detail,
  });
}

/** The fields of an action that are ids: `value` is `id` or `key` in the table of fields. */
export type IdField = "sessionKey" | "agentId" | "model" | "to" | "accountId";

/** What an id names, for the sentence of a refusal, and the code of that refusal. */
const SUBJECTS: Readonly<Record<IdField, { subject: string; code: EventCode }>> = {
  sessionKey: { subject: "The session key", code: "session_key_refused" },
  agentId: { subject: "The agent of this action", code: "agent_refused" },
  model: { subject: "The model of this action", code: "model_refused" },
  to: { subject: "The recipient of this action", code: "invalid_payload" },
  accountId: { subject: "The account of this action", code: "invalid_payload" },
};

/** Hosts use ids as file names and map keys; no host needs longer ones. */
const MAX_ID_CHARACTERS = 512;

/**
 * Refused and not removed: the repaired id could be another session, agent or recipient. Two ids that
 * look the same must be the same, so invisible characters are refused, too.
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

/** No config lets such an id through. */
export function refuseId(field: IdField, why: string): Refusal {
  return { ...refuseValue(field, why), payloadAlone: true };
}

function refuseValue(field: IdField, why: string): Refusal {
  const { subject, code } = SUBJECTS[field];
  const message = `${subject} ${why}.`;
  return createRefusal(code, message, { issues: [{ path: `/${field}`, message }] });
}

export interface AgentPolicy {
  /** The agents that hooks may reach; absent: all. */
  readonly allowed: ReadonlySet<string> | undefined;
  /** Every agent that the config names, and the default one, by its id in lower case, with the spelling of the config. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether the config names any agent. */
  readonly isNamed: boolean;
  /** The agent of actions that name none. */
  readonly defaultAgentId: string;
}

/** The name that gateways give to the agent of a config without a list. */
const FALLBACK_AGENT = "main";

export function createAgentPolicy(config: HookwrightConfig, ownDefault?: string): AgentPolicy {
  const { list = [], entries = {}, defaults } = config.agents ?? {};
  const listed = list.flatMap((agent) => agent ?? []);
  const entered = Object.entries(entries).map(([id, entry]): AgentInput => ({ ...entry, id }));
  const agents = [...listed, ...entered].flatMap((agent) => {
    const id = agent.id?.trim() ?? "";
    return id === "" ? [] : [{ id, isDefault: agent.default === true }];
  });
  const allowed = config.hooks?.allowedAgentIds?.flatMap((id) => id?.trim() ?? []);
  const named = (allowed ?? []).filter((id) => id !== "*");
  const system = defaults?.systemAgent?.agentId?.trim() || undefined;
  const chosen = ownDefault ?? system ?? agents.find(({ isDefault }) => isDefault)?.id;
  const defaultAgentId = chosen ?? firstOf(listed) ?? FALLBACK_AGENT;
  // The spelling of the agents goes before that of the allowed ones, and both before that of the default.
  const ids = [defaultAgentId, ...named, ...agents.map(({ id }) => id)];
  const known = new Map(ids.map((id) => [fold(id), id]));
  return {
    allowed: allowed === undefined || allowed.includes("*") ? undefined : new Set(named.map(fold)),
    known,
    isNamed: named.length + agents.length > 0,
    defaultAgentId: known.get(fold(defaultAgentId)) as string,
  };
}

function firstOf(listed: readonly { readonly id?: string }[]): string | undefined {
  return listed.find(({ id }) => id !== undefined)?.id?.trim();
}

export function checkAgent(
  agentId: string | undefined,
  origin: Origin,
  policy: AgentPolicy,
): Refusal | undefined {
  if (agentId === undefined && policy.allowed === undefined) return undefined;
  if (agentId === "") return refuseEmptyAgent();
  const agent = fold(agentId ?? policy.defaultAgentId);
  if (agentId !== undefined && origin !== "operator" && !policy.known.has(agent)) {
    const keys = "hooks.allowedAgentIds, agents.list or agents.entries";
    return refuseAgent(
      `is not one that the config names in ${keys}`,
      `${keys} would have to name it.`,
    );
  }
  if (policy.allowed === undefined || policy.allowed.has(agent)) return undefined;
  const hint = "hooks.allowedAgentIds would have to name it.";
  return refuseAgent("is not one of hooks.allowedAgentIds", hint);
}

/** An event that an expression was to give to one agent must not reach the default one by accident. */
function refuseEmptyAgent(): Refusal {
  const detail = "Every expression of it is empty for this event.";
  return refuseAgent("is made of values that this payload does not have", detail);
}

/** The agent as the config spells it, because hosts may compare letter by letter. */
export function spellAgent(agentId: string, { known }: AgentPolicy): string {
  return known.get(fold(agentId)) ?? agentId;
}

/** Hosts ignore the case of agent ids. */
function fold(id: string): string {
  return id.toLowerCase();
}

function refuseAgent(why: string, detail: string): Refusal {
  return { ...refuseValue("agentId", why), detail };
}

/** Ids and aliases in lower case, each with the spelling of the config; absent: any model. */
export type ModelPolicy = ReadonlyMap<string, string> | undefined;

export function createModelPolicy(models: ModelsInput | undefined): ModelPolicy {
  if (models === undefined) return undefined;
  const names = Array.isArray(models) ? models : namesFromMap(models);
  const spellings = names.flatMap((name) => name?.trim() ?? []);
  if (spellings.length === 0) return undefined;
  return new Map(spellings.map((name) => [name.toLowerCase(), name]));
}

function namesFromMap(models: Exclude<ModelsInput, string[]>): readonly string[] {
  return Object.entries(models).flatMap(([id, settings]) => [id, settings?.alias ?? id]);
}

export function checkModel(model: string | undefined, policy: ModelPolicy): Refusal | undefined {
  if (model === undefined || policy === undefined || policy.has(model.toLowerCase()))
    return undefined;
  const message = "The model of this action is not one of agents.defaults.models.";
  return createRefusal("model_refused", message, {
    issues: [{ path: "/model", message }],
    detail: "agents.defaults.models would have to name it.",
  });
}

/** The model as the config spells it, because hosts may compare letter by letter. */
export function spellModel(model: string, policy: ModelPolicy): string {
  return policy?.get(model.toLowerCase()) ?? model;
}

export interface Channels {
  /** The id behind an id or alias, in any case and with outer spaces; or undefined. */
  readonly find: (name: string) => string | undefined;
  readonly ids: readonly string[];
}

/** A channel of the integrator: a `Channel` of `@hookwright/host`, or its names alone. */
export interface OwnChannel {
  /** In its own spelling; mappings may write it in any case. */
  readonly id: string;
  readonly aliases?: readonly string[];
}

/** `named` are the channels that the config names. A name that is known already keeps its meaning. */
export function createChannels(
  own: readonly OwnChannel[] = [],
  named: readonly string[] = [],
): Channels {
  const all = [...CHANNELS, ...own];
  const known = [...new Set(all.map(({ id }) => id))];
  const aliases = all.flatMap(({ id, aliases = [] }) =>
    aliases.map((alias) => [alias, id] as const),
  );
  const taken = new Map([...known.map((id) => [id, id] as const), ...aliases].map(foldChannel));
  const ids = [...known, ...named.filter((name) => !taken.has(name.toLowerCase()))];
  const names = new Map([...ids.map((id) => [id, id] as const), ...aliases].map(foldChannel));
  return { find: (name) => names.get(name.trim().toLowerCase()), ids };
}

/** Keys of `channels` that are no channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["", "defaults", "modelByChannel"]);

/**
 * The names of the channels of a gateway's config: the keys of `channels` and `host.channels`. What stands below them
 * is the gateway's, and is not read.
 *
 * @example
 * ```ts
 * channelNamesOf({ channels: { matrix: {} }, host: { channels: { pager: {} } } }); // ["matrix", "pager"]
 * ```
 */
export function channelNamesOf(config: unknown): readonly string[] {
  const names = [...keysOf(config, "channels"), ...keysOf(own(config, "host"), "channels")];
  return [...new Set(names)].filter((name) => !OTHER_KEYS.has(name));
}

/** What the config of a gateway says of channels that the core does not know. */
export interface ForeignChannels {
  /** Keys of `plugins.entries`: a plugin may be a channel. */
  readonly pluginNames: readonly string[];
  /** Whether a host of ours is configured, which sends to channels of its own alone. */
  readonly hasHost: boolean;
}

export function foreignChannelsOf(config: unknown): ForeignChannels {
  const host = own(config, "host");
  return {
    pluginNames: keysOf(own(config, "plugins"), "entries"),
    hasHost: host !== undefined && host !== null,
  };
}

function keysOf(holder: unknown, key: string): readonly string[] {
  const channels = own(holder, key);
  try {
    if (typeof channels !== "object" || channels === null || Array.isArray(channels)) return [];
    return Object.keys(channels).map((name) => name.trim());
  } catch {
    // A proxy of the gateway's that throws names nothing.
    return [];
  }
}

function own(holder: unknown, key: string): unknown {
  try {
    return readOwn(holder, key);
  } catch {
    return undefined;
  }
}

function foldChannel([name, id]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), id];
}
