// A config as it was parsed → the settings of the host, or all problems at once.

import { isRecord } from "@hookwright/base";
import type { Problem } from "@hookwright/core";
import { hintNearestName } from "@hookwright/core/problems";
import type { Channel } from "../model/channel.ts";
import { channelIdOf, KNOWN_CHANNELS } from "../model/channel.ts";
import type { HostSettings } from "../model/settings.ts";
import {
  type ChoiceKey,
  type ChoiceOf,
  HOST_KEYS,
  type HostKey,
  type NumberKey,
  type ObjectKey,
} from "./host-keys.ts";
import { readAgents } from "./read-agents.ts";
import { createValueReader, type Report, type ValueReader } from "./value-reader.ts";

/** Warnings and hints come with usable settings, too. */
export type HostSettingsResult =
  | { readonly ok: true; readonly settings: HostSettings; readonly problems: readonly Problem[] }
  /** What could be read of them, so that the rest of a config can be looked at, too. */
  | {
      readonly ok: false;
      readonly settings: HostSettings;
      readonly problems: readonly Problem[];
    };

/** What reading settings needs of the machine. */
export interface HostSettingsOptions {
  /** The zone of the machine, for active hours of the zone `local`. Default: what `Intl` says. */
  readonly localTimeZone?: string;
  /** Channels of one's own: mappings may name them. */
  readonly channels?: readonly Pick<Channel, "id">[];
}

/** More turns at a time meet the limits of most models' services. */
const MAX_CONCURRENT = 4;

const SECOND_MS = 1_000;

const HOUR_MS = 3_600_000;

const DAY_MS = 86_400_000;

/**
 * Reads the gateway's own keys (`agents`, `session`, `channels`) and the block `host`. Keys of others
 * are left alone, and secrets stay references. Never throws.
 *
 * @example
 * ```ts
 * const result = readHostSettings({ host: { runner: { http: { baseUrl: "http://127.0.0.1:8080/v1" } } } });
 * ```
 */
export function readHostSettings(
  config: unknown,
  options: HostSettingsOptions = {},
): HostSettingsResult {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const report = (problem: Problem): void => {
    // An object of a wrong type is asked for several of its keys.
    const id = JSON.stringify([problem.code, problem.path]);
    if (!seen.has(id)) problems.push(problem);
    seen.add(id);
  };
  const root = createValueReader(isRecord(config) ? config : {}, [], report);
  if (!isRecord(config)) {
    report({
      ...{ code: "wrong_type", severity: "error", path: [] },
      ...{ message: "The config must be an object.", hint: 'Write { "host": { … } }.' },
    });
  }
  const values = readHostBlock(isRecord(config) ? config["host"] : undefined, report);
  const { localTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  const knownChannels = options.channels?.map(({ id }) => channelIdOf(id)) ?? [];
  const settings = settingsOf({ root, values, localTimeZone, knownChannels, report });
  if (root.isRecord("hooks")) {
    checkMappings(root.inner("hooks"), { settings, knownChannels, report });
  }
  const isUsable = problems.every(({ severity }) => severity !== "error");
  return { ok: isUsable, settings, problems };
}

interface Sources {
  readonly root: ValueReader;
  readonly values: HostValues;
  readonly localTimeZone: string;
  readonly knownChannels: readonly string[];
  readonly report: (problem: Problem) => void;
}

function settingsOf({ root, values, localTimeZone, knownChannels, report }: Sources): HostSettings {
  const agents = root.inner("agents");
  const defaults = agents.inner("defaults");
  const session = root.inner("session");
  const timeZone = defaults.timeZone("userTimezone") ?? "UTC";
  const zones = { user: timeZone, local: localTimeZone };
  const minGapMs = values.number("heartbeat.minGapSeconds") * SECOND_MS;
  const channels = readChannels(root, values, knownChannels);
  const runner = readRunner(values, report);
  const mainReset = readReset(session.inner("reset"));
  return {
    ...readAgents(agents, { zones, minGapMs, report }),
    maxConcurrent: defaults.number("maxConcurrent", { min: 1, integer: true }) ?? MAX_CONCURRENT,
    timeZone,
    mainKey: session.text("mainKey") ?? "main",
    ...(mainReset !== undefined && { mainReset }),
    modelAliases: readAliases(defaults),
    onInterrupted: values.choice("onInterrupted"),
    unknownDelivery: values.choice("delivery.unknown"),
    retryMaxMs: values.number("retry.maxHours") * HOUR_MS,
    stopGraceMs: values.number("stopGraceSeconds") * SECOND_MS,
    retainMs: values.number("retainDays") * DAY_MS,
    defaultTo: readDefaultRecipients(channels),
    ...(runner !== undefined && { runner }),
    channels,
  };
}

/** As written: what is in it is the runner's affair. */
function readRunner(
  values: HostValues,
  report: (problem: Problem) => void,
): HostSettings["runner"] {
  const [http, command] = [values.object("runner.http"), values.object("runner.command")];
  if (http === undefined) return command === undefined ? undefined : { command };
  if (command === undefined) return { http };
  report({
    ...{ code: "invalid_value", severity: "error", path: ["host", "runner"] },
    ...{
      message: "host.runner has two runners.",
      hint: "Keep http or command, and remove the other.",
    },
  });
  return undefined;
}

const RESET_HOUR = 4;

const RESET_IDLE_MINUTES = 60;

/** As the gateway spells it: `daily` at an hour, `idle` after some minutes; `daily` may have both. */
function readReset(reset: ValueReader): HostSettings["mainReset"] {
  const mode = reset.choice("mode", ["daily", "idle"]);
  const hour = reset.number("atHour", { min: 0, max: 23, integer: true });
  const idleMinutes = reset.number("idleMinutes", { min: 1 });
  if (mode === undefined) return undefined;
  const minutes = idleMinutes ?? (mode === "idle" ? RESET_IDLE_MINUTES : undefined);
  return {
    ...(mode === "daily" && { atHour: hour ?? RESET_HOUR }),
    ...(minutes !== undefined && { idleMs: minutes * 60 * SECOND_MS }),
  };
}

/** Of a map of models; a list has no aliases. The core reports what is neither. */
function readAliases(defaults: ValueReader): HostSettings["modelAliases"] {
  const aliases = new Map<string, string>();
  if (!defaults.isRecord("models")) return aliases;
  for (const [id, model] of Object.entries(defaults.object("models") ?? {})) {
    const alias = isRecord(model) ? model["alias"] : undefined;
    const name = typeof alias === "string" ? alias.trim().toLowerCase() : "";
    if (name !== "") aliases.set(name, id);
  }
  return aliases;
}

interface MappingChecks {
  readonly settings: HostSettings;
  /** Ids of channels that the integrator supplies. */
  readonly knownChannels: readonly string[];
  readonly report: Report;
}

/** Keys of a wrong type are reported by the core. */
function checkMappings(hooks: ValueReader, checks: MappingChecks): void {
  if (!hooks.isList("mappings")) return;
  for (const [index, mapping] of hooks.list("mappings").entries()) {
    if (!isRecord(mapping)) continue;
    const path = [...hooks.path, "mappings", index];
    const reader = createValueReader(mapping, path, checks.report);
    checkChannel(mapping, reader, checks);
    checkAccount(mapping, reader, checks);
    checkWakeMode(mapping, reader, checks);
  }
}

type Mapping = Readonly<Record<string, unknown>>;

/** Such a run is carried out, and its answer cannot be sent. */
function checkChannel(
  { action, deliver, channel }: Mapping,
  reader: ValueReader,
  { settings, knownChannels }: MappingChecks,
): void {
  if (typeof channel !== "string" || action === "wake" || deliver === false) return;
  const id = channelIdOf(channel);
  const isConfigured = [...settings.channels].some(
    ([name, own]) => channelIdOf(name) === id && own["enabled"] !== false,
  );
  if (id === "last" || isConfigured || knownChannels.includes(id)) return;
  reader.warn("channel", "channel_setting_missing", {
    message: `The channel "${id}" is not configured, so the answers of this mapping cannot be sent.`,
    hint: `Add channels.${id}, or choose another channel.`,
  });
}

/** A channel of the integrator's own may have accounts, as what stands behind these two. */
const WITH_ACCOUNTS: ReadonlySet<string> = new Set(["webhook", "command"]);

/** Where `last` goes, each event says for itself. */
function checkAccount(
  { channel, accountId }: Mapping,
  reader: ValueReader,
  { knownChannels }: MappingChecks,
): void {
  if (typeof channel !== "string" || typeof accountId !== "string") return;
  const id = channelIdOf(channel);
  if (!KNOWN_CHANNELS.has(id) || WITH_ACCOUNTS.has(id) || knownChannels.includes(id)) return;
  reader.warn("accountId", "field_without_effect", {
    message: `The host's channel "${id}" has one account, so "accountId" changes nothing.`,
    hint: `Remove it, or send to the account through the channel "webhook" or one of your own.`,
  });
}

/** Without periodic checks, nothing comes that such an event could wait for. */
function checkWakeMode(
  { wakeMode, agentId }: Mapping,
  reader: ValueReader,
  { settings }: MappingChecks,
): void {
  if (wakeMode !== "next-heartbeat") return;
  const { agents, agentDefaults, defaultAgent } = settings;
  const id = typeof agentId === "string" ? agentId.trim() : defaultAgent;
  // Which agent that will be, each event says for itself.
  if (id.includes("{{")) return;
  const { heartbeat } = agents.get(id) ?? agentDefaults;
  if (heartbeat.everyMs > 0) return;
  reader.warn("wakeMode", "field_without_effect", {
    message: `The agent "${id}" has no periodic heartbeat, so the event waits for a turn that something else begins.`,
    hint: 'Write "wakeMode": "now", or set heartbeat.every of the agent.',
  });
}

type Channels = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Keys of `channels` that are no channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["defaults", "modelByChannel"]);

/** Which mean the same for every channel. */
const SHARED_KEYS: readonly string[] = ["enabled", "defaultTo", "allowFrom"];

/** What a channel of ours reads. Those of the gateway have further keys below `channels`, which it reads. */
const KEYS_BY_CHANNEL: ReadonlyMap<string, readonly string[]> = new Map([
  ["telegram", ["botToken", "baseUrl"]],
  ["slack", ["botToken", "baseUrl"]],
  ["discord", ["token", "baseUrl"]],
  ["whatsapp", ["phoneNumberId", "version", "accessToken", "baseUrl"]],
  ["webhook", ["url", "token", "limit", "keyWindowSeconds"]],
  ["command", ["command", "env", "limit", "keyWindowSeconds"]],
]);

/** A key of `host.channels.<id>` that nothing reads. Ids of an integrator's own channels are not judged. */
function reportUnread(id: string, settings: object, reader: ValueReader): void {
  const own = KEYS_BY_CHANNEL.get(channelIdOf(id));
  if (own === undefined) return;
  const known = [...own, ...SHARED_KEYS];
  for (const key of Object.keys(settings)) {
    if (known.includes(key)) continue;
    const message = `The key "${key}" is not known below ${reader.path.join(".")}.`;
    reader.report(key, "unknown_key", { message, hint: hintNearestName(key, known) });
  }
}

/** The keys of `host.channels.<id>` go before those of `channels.<id>`. Secrets stay references. */
function readChannels(
  root: ValueReader,
  values: HostValues,
  knownChannels: readonly string[],
): Channels {
  const channels = new Map<string, Readonly<Record<string, unknown>>>();
  const reader = root.inner("channels");
  for (const id of Object.keys(root.object("channels") ?? {})) {
    if (OTHER_KEYS.has(id)) continue;
    const settings = reader.object(id);
    if (settings !== undefined) channels.set(id, settings);
  }
  const own = root.inner("host").inner("channels");
  for (const id of Object.keys(values.object("channels") ?? {})) {
    const settings = own.object(id);
    if (settings === undefined) continue;
    if (!knownChannels.includes(id)) reportUnread(id, settings, own.inner(id));
    channels.set(id, { ...channels.get(id), ...settings });
  }
  return channels;
}

/** By channel id: `defaultTo`, or the first `allowFrom` that is no `*`. */
function readDefaultRecipients(channels: Channels): ReadonlyMap<string, string> {
  const recipients = new Map<string, string>();
  for (const [id, { defaultTo, allowFrom }] of channels) {
    const allowed: readonly unknown[] = Array.isArray(allowFrom) ? allowFrom : [];
    const to = [defaultTo, ...allowed].map(textOf).find((text) => text !== "" && text !== "*");
    if (to !== undefined) recipients.set(channelIdOf(id), to);
  }
  return recipients;
}

/** Ids of chats are often written as numbers. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/** Numbers and choices have what the table says where nothing is written. */
interface HostValues {
  number(key: NumberKey): number;
  choice<Key extends ChoiceKey>(key: Key): ChoiceOf<Key>;
  object(key: ObjectKey): Readonly<Record<string, unknown>> | undefined;
}

/** The block `host` of a config → its values by key, with a problem for each that is not known or not usable. */
function readHostBlock(block: unknown, report: Report): HostValues {
  const values = new Map<string, unknown>(
    HOST_KEYS.map((row) => [row.key, "standard" in row ? row.standard : undefined]),
  );
  if (isRecord(block)) for (const group of GROUPS) readGroup(group, { block, values, report });
  else if (block !== undefined) {
    report({
      ...{ code: "wrong_type", severity: "error", path: ["host"] },
      ...{ message: "host must be an object.", hint: "Write host: { … }." },
    });
  }
  return {
    number: (key) => values.get(key) as number,
    choice: <Key extends ChoiceKey>(key: Key) => values.get(key) as ChoiceOf<Key>,
    object: (key) => values.get(key) as Readonly<Record<string, unknown>> | undefined,
  };
}

interface Reading {
  readonly block: Readonly<Record<string, unknown>>;
  readonly values: Map<string, unknown>;
  readonly report: Report;
}

/** The objects in which keys of the table stand; the block itself is the empty name. */
const GROUPS: readonly string[] = [...new Set(["", ...HOST_KEYS.map(({ key }) => groupOf(key))])];

function groupOf(key: string): string {
  return key.includes(".") ? key.slice(0, key.indexOf(".")) : "";
}

function nameIn(key: string): string {
  return key.slice(key.indexOf(".") + 1);
}

function readGroup(group: string, { block, values, report }: Reading): void {
  const root = createValueReader(block, ["host"], report);
  const object = group === "" ? block : root.object(group);
  if (object === undefined) return;
  const reader = group === "" ? root : root.inner(group);
  const rows = HOST_KEYS.filter(({ key }) => groupOf(key) === group);
  const names = [...rows.map(({ key }) => nameIn(key)), ...(group === "" ? GROUPS.slice(1) : [])];
  for (const key of Object.keys(object)) {
    if (names.includes(key)) continue;
    const message = `The key "${key}" is not known below ${reader.path.join(".")}.`;
    reader.report(key, "unknown_key", { message, hint: hintNearestName(key, names) });
  }
  for (const row of rows) {
    const value = readValue(row, nameIn(row.key), reader);
    if (value !== undefined) values.set(row.key, value);
  }
}

function readValue({ value }: HostKey, name: string, reader: ValueReader): unknown {
  switch (value.kind) {
    case "number":
      return reader.number(name, value);
    case "choice":
      return reader.choice(name, value.choices);
    case "object":
      return reader.object(name);
  }
}
