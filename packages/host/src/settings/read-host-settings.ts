// A config as it was parsed → the settings of the host, or all problems at once.

import { isRecord, readMember } from "@hookwright/base";
import type { ConfigPath, Problem } from "@hookwright/core";
import {
  createProblem,
  hintNearestName,
  keysOfSchema,
  type Report,
  readBySchema,
} from "@hookwright/core/problems";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import { kindOfChannel } from "../channels/shared/kind-of-channel.ts";
import { hostOf, namesLoopback } from "../channels/shared/public-address.ts";
import { DEFAULTS } from "../generated/host-schema.ts";
import type { HostConfigInput, SessionSettings } from "../generated/host-types.ts";
import type { Channel } from "../model/channel.ts";
import { channelIdOf } from "../model/channel.ts";
import { NOTIFY_TYPES, type NotifyType } from "../model/notify.ts";
import type { HostSettings } from "../model/settings.ts";
import { channelFile, HOST_FILE } from "./file-kinds.ts";
import { readAgents, readTimeZone } from "./read-agents.ts";

/** Warnings and hints come with usable settings, too. */
export interface HostSettingsResult {
  readonly ok: boolean;
  /** With errors: the settings that could be read, so that the rest of a config can be checked, too. */
  readonly settings: HostSettings;
  readonly problems: readonly Problem[];
  /** The path of a channel's setting: below `host.channels`, else below `channels`. */
  readonly pathOfChannel: (id: string, key: string | undefined) => ConfigPath;
}

/** What reading settings needs of the machine. */
export interface HostSettingsOptions {
  /** The zone of the machine, for active hours of the zone `local`. Default: what `Intl` says. */
  readonly localTimeZone?: string;
  /** Your own channels: mappings may name them. */
  readonly channels?: readonly Pick<Channel, "id">[];
  /** What is served: its mappings count in place of those of the config, which a server of a plan does not have. */
  readonly hooks?: HostHooks | undefined;
}

/** What a host reads of the hooks that it works for. */
export type HostHooks = Pick<RuntimeHooks, "settings" | "mappings" | "mapping" | "endpoint">;

const SECOND_MS = 1_000;

const HOUR_MS = 3_600_000;

const DAY_MS = 86_400_000;

/**
 * Reads the gateway's own keys (`agents`, `session`, `channels`) and the block `host`. Keys of others
 * are ignored, and secrets stay references. Never throws.
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
  const report: Report = (problem) => void problems.push(problem);
  const { module, rest } = splitRunner(config);
  const read = readBySchema(rest, HOST_FILE, report);
  const input: HostConfigInput = isRecord(read) ? read : {};
  const { localTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = options;
  const knownChannels = options.channels?.map(({ id }) => channelIdOf(id)) ?? [];
  const mappings = options.hooks === undefined ? readMappings(config) : mappingsOf(options.hooks);
  const settings: HostSettings = {
    ...settingsOf(input, { localTimeZone, knownChannels, report }),
    ...settingsOfMappings(mappings),
    ...(module !== undefined && { runner: module }),
  };
  const base = options.hooks?.settings.path ?? readMember(readMember(config, "hooks"), "path");
  checkNotify({ base, mappings }, settings, report);
  checkMappings(config, { settings, knownChannels, report });
  const isUsable = problems.every(({ severity }) => severity !== "error");
  const pathOfChannel: HostSettingsResult["pathOfChannel"] = (id, key) => {
    const own = readMember(input.host?.channels, id);
    const outer = readMember(input.channels, id);
    const isInHost = readMember(own, key ?? "") !== undefined || outer === undefined;
    const path = key === undefined ? ["channels", id] : ["channels", id, key];
    return isInHost ? ["host", ...path] : path;
  };
  return { ok: isUsable, settings, problems, pathOfChannel };
}

interface ReadOptions {
  readonly localTimeZone: string;
  readonly knownChannels: readonly string[];
  readonly report: Report;
}

function settingsOf(
  { host = {}, agents = {}, session = {}, channels: gateway = {} }: HostConfigInput,
  { localTimeZone, knownChannels, report }: ReadOptions,
): HostSettings {
  const { defaults = {} } = agents;
  const written = defaults.userTimezone?.trim();
  const timeZone =
    (written && readTimeZone(written, ["agents", "defaults", "userTimezone"], report)) ||
    DEFAULTS["agents.defaults.userTimezone"];
  const zones = { user: timeZone, local: localTimeZone };
  const gap = host.heartbeat?.minGapSeconds ?? DEFAULTS["host.heartbeat.minGapSeconds"];
  const channels = layChannels(gateway, host.channels ?? {}, { knownChannels, report });
  const runner = readRunner(host.runner, report);
  const mainReset = readReset(session.reset);
  const retryHours = host.retry?.maxHours ?? DEFAULTS["host.retry.maxHours"];
  const graceSeconds = host.stopGraceSeconds ?? DEFAULTS["host.stopGraceSeconds"];
  return {
    ...readAgents(agents, { zones, minGapMs: gap * SECOND_MS, report }),
    // More turns at a time meet the limits of most models' services.
    maxConcurrent: defaults.maxConcurrent ?? DEFAULTS["agents.defaults.maxConcurrent"],
    mappingLimits: new Map(),
    mappingIds: new Set(),
    timeZone,
    mainKey: session.mainKey?.trim() ?? DEFAULTS["session.mainKey"],
    ...(mainReset !== undefined && { mainReset }),
    notify: readNotify(host.notify ?? [], report),
    completion: new Map(),
    callers: readCallers(host.completion),
    ...readAlerts(host.alerts, { channels, knownChannels, report }),
    modelAliases: readAliases(defaults),
    onInterrupted: host.onInterrupted ?? DEFAULTS["host.onInterrupted"],
    unknownDelivery: host.delivery?.unknown ?? DEFAULTS["host.delivery.unknown"],
    links: host.delivery?.links ?? DEFAULTS["host.delivery.links"],
    retryMaxMs: retryHours * HOUR_MS,
    stopGraceMs: graceSeconds * SECOND_MS,
    retainMs: (host.retainDays ?? DEFAULTS["host.retainDays"]) * DAY_MS,
    defaultTo: readDefaultRecipients(channels),
    ...(runner !== undefined && { runner }),
    channels,
  };
}

function readCallers({
  // A caller costs about 40 KB, nearly all of it for its connection.
  maxWaiting = DEFAULTS["host.completion.maxWaiting"],
  text = DEFAULTS["host.completion.text"],
}: NonNullable<NonNullable<HostConfigInput["host"]>["completion"]> = {}): HostSettings["callers"] {
  return { maxWaiting, text };
}

/** Its address is part of the config alone: no payload and no secret decides where events go. */
function readNotify(
  endpoints: NonNullable<NonNullable<HostConfigInput["host"]>["notify"]>,
  report: Report,
): HostSettings["notify"] {
  const names = new Set<string>();
  return endpoints.flatMap((endpoint, index) => {
    // What is not an object, or lacks a key, is reported already.
    if (endpoint?.url === undefined || endpoint.secret === undefined) return [];
    const path: ConfigPath = ["host", "notify", index];
    const name = endpoint.name?.trim() ?? `notify-${index + 1}`;
    const problem = problemOfUrl(endpoint.url) ?? (names.has(name) ? REPEATED_NAME : undefined);
    names.add(name);
    if (problem !== undefined) {
      const { key, message, hint } = problem;
      report(createProblem("invalid_value", [...path, key], message, { hint }));
      return [];
    }
    const { url, secret, types = [], allowPrivate = false } = endpoint;
    return [{ name, url, secret, types: new Set(types.filter(isNotifyType)), allowPrivate }];
  });
}

function isNotifyType(type: string | undefined): type is NotifyType {
  return NOTIFY_TYPES.some((known) => known === type);
}

interface NotifyProblem {
  readonly key: string;
  readonly message: string;
  readonly hint: string;
}

const REPEATED_NAME: NotifyProblem = {
  key: "name",
  message: "Two endpoints of host.notify have this name.",
  hint: "Give each a name of its own.",
};

function problemOfUrl(text: string): NotifyProblem | undefined {
  const hint = "Write the address as a text that begins with https://, without a user name.";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "" || text.includes("${")) {
    return { key: "url", message: '"url" is not a literal https address.', hint };
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && namesLoopback(url))) {
    return undefined;
  }
  const message = '"url" is not an https address, which only one of this machine may lack.';
  return { key: "url", message, hint };
}

function readAlerts(
  alerts: NonNullable<HostConfigInput["host"]>["alerts"],
  {
    channels,
    knownChannels,
    report,
  }: Pick<ReadOptions, "knownChannels" | "report"> & {
    readonly channels: Channels;
  },
): Pick<HostSettings, "alerts"> {
  if (alerts?.channel === undefined || alerts.to === undefined) return {};
  const channel = channelIdOf(alerts.channel);
  const { everyMinutes = DEFAULTS["host.alerts.everyMinutes"] } = alerts;
  const { recovery = DEFAULTS["host.alerts.recovery"] } = alerts;
  const isConfigured = [...channels].some(
    ([name, own]) => channelIdOf(name) === channel && own["enabled"] !== false,
  );
  if (!isConfigured && !knownChannels.includes(channel)) {
    const path = ["host", "alerts", "channel"];
    const message = `The channel "${channel}" is not configured, so alerts cannot be sent.`;
    const hint = `Add channels.${channel}, or name another channel.`;
    report(createProblem("channel_setting_missing", path, message, { hint }));
  }
  const to = String(alerts.to).trim();
  return { alerts: { channel, to, everyMs: everyMinutes * 60 * SECOND_MS, recovery } };
}

/** A runner with a module has keys of its own, so the schema does not check it. */
function splitRunner(config: unknown): {
  readonly module: HostSettings["runner"];
  readonly rest: unknown;
} {
  const host = readMember(config, "host");
  const runner = readMember(host, "runner");
  const isModule =
    isRecord(runner) &&
    typeof runner["module"] === "string" &&
    runner["http"] === undefined &&
    runner["command"] === undefined;
  if (!isModule || !isRecord(config) || !isRecord(host)) return { module: undefined, rest: config };
  const { runner: _, ...others } = host;
  return { module: runner, rest: { ...config, host: others } };
}

/** As written: `createRunner` checks its contents. */
function readRunner(
  runner: NonNullable<HostConfigInput["host"]>["runner"],
  report: Report,
): HostSettings["runner"] {
  const { http, command, module } = runner ?? {};
  if (module !== undefined && (http ?? command) !== undefined) {
    const hint = "Keep one of http, command and module.";
    const message = "host.runner has two runners.";
    report(createProblem("invalid_value", ["host", "runner"], message, { hint }));
    return undefined;
  }
  if (http === undefined) return command === undefined ? undefined : { command: { ...command } };
  if (command === undefined) return { http: { ...http } };
  const hint = "Keep http or command, and remove the other.";
  const path = ["host", "runner"];
  report(createProblem("invalid_value", path, "host.runner has two runners.", { hint }));
  return undefined;
}

/** As the gateway spells it: `daily` at an hour, `idle` after some minutes; `daily` may have both. */
function readReset({
  mode,
  atHour,
  idleMinutes,
}: SessionSettings["reset"] & object = {}): HostSettings["mainReset"] {
  if (mode === undefined) return undefined;
  const minutes =
    idleMinutes ?? (mode === "idle" ? DEFAULTS["session.reset.idleMinutes"] : undefined);
  return {
    ...(mode === "daily" && { atHour: atHour ?? DEFAULTS["session.reset.atHour"] }),
    ...(minutes !== undefined && { idleMs: minutes * 60 * SECOND_MS }),
  };
}

/** Of a map of models; a list has no aliases. The core reports what is neither. */
function readAliases({ models }: { readonly models?: unknown }): HostSettings["modelAliases"] {
  const aliases = new Map<string, string>();
  if (!isRecord(models)) return aliases;
  for (const [id, model] of Object.entries(models)) {
    const alias = isRecord(model) ? model["alias"] : undefined;
    const name = typeof alias === "string" ? alias.trim().toLowerCase() : "";
    if (name !== "") aliases.set(name, id);
  }
  return aliases;
}

/** What the host needs of a mapping. */
interface HostMapping {
  readonly id: string;
  readonly path: ConfigPath;
  readonly maxConcurrent?: number;
  readonly onCompletion?: string;
  /** The address of its hook that senders see. */
  readonly publicUrl?: string;
}

function mappingsOf({ mappings, mapping, endpoint }: HostHooks): readonly HostMapping[] {
  return mappings.flatMap(({ id, match }) => {
    const { configPath: path, ...details } = mapping(id) ?? {};
    if (path === undefined) return [];
    const publicUrl = match.path === undefined ? undefined : endpoint(match.path)?.auth?.publicUrl;
    return [{ id, path, ...whatIsSet({ ...details, publicUrl }) }];
  });
}

/** Of a config that is not compiled. The core reports what is wrong with them. */
function readMappings(config: unknown): readonly HostMapping[] {
  const hooks = readMember(config, "hooks");
  const mappings = readMember(hooks, "mappings");
  const presets = readMember(hooks, "presets");
  const own = (Array.isArray(mappings) ? mappings : []).map((mapping, index): HostMapping => {
    const written = readMember(mapping, "id");
    const id = typeof written === "string" ? written.trim() : `mapping-${index + 1}`;
    const set = whatIsSet({
      maxConcurrent: readMember(mapping, "maxConcurrent"),
      onCompletion: readMember(mapping, "onCompletion"),
      publicUrl: readMember(readMember(mapping, "auth"), "publicUrl"),
    });
    return { id, path: ["hooks", "mappings", index], ...set };
  });
  const ofPresets = (Array.isArray(presets) ? presets : []).flatMap((name: unknown, index) =>
    typeof name === "string" ? [{ id: name.trim(), path: ["hooks", "presets", index] }] : [],
  );
  return [...own, ...ofPresets];
}

type WrittenMapping = Readonly<Record<"maxConcurrent" | "onCompletion" | "publicUrl", unknown>>;

function whatIsSet({
  maxConcurrent,
  onCompletion,
  publicUrl,
}: Partial<WrittenMapping>): Omit<HostMapping, "id" | "path"> {
  const isLimit = Number.isInteger(maxConcurrent) && (maxConcurrent as number) > 0;
  return {
    ...(isLimit && { maxConcurrent: maxConcurrent as number }),
    ...(typeof onCompletion === "string" && { onCompletion: onCompletion.trim() }),
    ...(typeof publicUrl === "string" && { publicUrl }),
  };
}

function settingsOfMappings(
  mappings: readonly HostMapping[],
): Pick<HostSettings, "mappingLimits" | "mappingIds" | "completion"> {
  const limits = new Map<string, number>();
  const completion = new Map<string, string>();
  for (const { id, maxConcurrent, onCompletion } of mappings) {
    if (maxConcurrent !== undefined) limits.set(id, maxConcurrent);
    if (onCompletion !== undefined) completion.set(id, onCompletion);
  }
  const mappingIds = new Set(mappings.map(({ id }) => id));
  return { mappingLimits: limits, mappingIds, completion };
}

interface OwnHooks {
  /** The base path, as written. */
  readonly base: unknown;
  readonly mappings: readonly HostMapping[];
}

/** An endpoint that is a hook of this config would cause events about its own events. */
function checkNotify({ base, mappings }: OwnHooks, { notify }: HostSettings, report: Report): void {
  const ownPath = `/${typeof base === "string" ? base.replace(/^\/+|\/+$/g, "") : "hooks"}/`;
  const publicUrls = mappings.flatMap(({ publicUrl }) => publicUrl ?? []);
  for (const [index, { url: written }] of notify.entries()) {
    const url = new URL(written);
    const isOwn =
      (namesLoopback(url) && `${url.pathname}/`.startsWith(ownPath)) ||
      publicUrls.some((own) => URL.canParse(own) && isBeside(url, new URL(own)));
    if (!isOwn) continue;
    const hint = "Write the address of another program.";
    const path = ["host", "notify", index, "url"];
    report(createProblem("invalid_value", path, '"url" is a hook of this config.', { hint }));
  }
  const names = notify.map(({ name }) => name);
  for (const { path: at, onCompletion } of mappings) {
    if (onCompletion === undefined || names.includes(onCompletion)) continue;
    const hint =
      names.length === 0 ? "Add it to host.notify." : `Known endpoints: ${names.join(", ")}.`;
    const path = [...at, "onCompletion"];
    const message = "host.notify has no endpoint of this name.";
    report(createProblem("invalid_value", path, message, { hint }));
  }
}

/** On the server of a hook, with its path or that of a hook beside it: `/hooks/other` beside `/hooks/ci`. */
function isBeside(url: URL, hook: URL): boolean {
  const serverOf = (one: URL): string => `${one.protocol}//${hostOf(one)}:${one.port}`;
  if (serverOf(url) !== serverOf(hook)) return false;
  const [base = ""] = /^(?:\/[^/]+)*(?=\/[^/]*$)/.exec(hook.pathname) ?? [];
  return url.pathname === hook.pathname || (base !== "" && url.pathname.startsWith(`${base}/`));
}

interface MappingChecks {
  readonly settings: HostSettings;
  /** Ids of channels that the integrator supplies. */
  readonly knownChannels: readonly string[];
  readonly report: Report;
}

/** The core reports what is of a wrong type. */
function checkMappings(config: unknown, checks: MappingChecks): void {
  const mappings = readMember(readMember(config, "hooks"), "mappings");
  if (!Array.isArray(mappings)) return;
  for (const [index, mapping] of mappings.entries()) {
    if (!isRecord(mapping)) continue;
    const path = ["hooks", "mappings", index];
    const warn: Warn = (key, code, message, hint) => {
      checks.report(createProblem(code, [...path, key], message, { severity: "warning", hint }));
    };
    checkChannel(mapping, warn, checks);
    checkAccount(mapping, warn, checks);
    checkWakeMode(mapping, warn, checks);
  }
}

type Mapping = Readonly<Record<string, unknown>>;

type Warn = (key: string, code: Problem["code"], message: string, hint: string) => void;

/** Such a run is carried out, but its answer cannot be sent. */
function checkChannel(
  { action, deliver, channel }: Mapping,
  warn: Warn,
  { settings, knownChannels }: MappingChecks,
): void {
  if (typeof channel !== "string" || action === "wake" || deliver === false) return;
  const id = channelIdOf(channel);
  const isConfigured = [...settings.channels].some(
    ([name, own]) => channelIdOf(name) === id && own["enabled"] !== false,
  );
  if (id === "last" || isConfigured || knownChannels.includes(id)) return;
  const message = `The channel "${id}" is not configured, so the answers of this mapping cannot be sent.`;
  warn(
    "channel",
    "channel_setting_missing",
    message,
    `Add channels.${id}, or choose another channel.`,
  );
}

/** The channel of `last` is known only at run time. */
function checkAccount(
  { channel, accountId }: Mapping,
  warn: Warn,
  { settings, knownChannels }: MappingChecks,
): void {
  if (typeof channel !== "string" || typeof accountId !== "string") return;
  const id = channelIdOf(channel);
  const own = [...settings.channels].find(([name]) => channelIdOf(name) === id)?.[1];
  if (own?.["module"] !== undefined) return;
  const kind = kindOfChannel(id, own?.["type"]);
  // A channel of the integrator's own may have accounts.
  if (kind === undefined || kind.hasAccounts || knownChannels.includes(id)) return;
  const message = `The host's channel "${id}" has one account, so "accountId" changes nothing.`;
  const hint = `Remove it, or send to the account through the channel "webhook" or one of your own.`;
  warn("accountId", "field_without_effect", message, hint);
}

/** Without periodic checks, there is no heartbeat for which the event could wait. */
function checkWakeMode(
  { wakeMode, agentId }: Mapping,
  warn: Warn,
  { settings }: MappingChecks,
): void {
  if (wakeMode !== "next-heartbeat") return;
  const { agents, agentDefaults, defaultAgent } = settings;
  const id = typeof agentId === "string" ? agentId.trim() : defaultAgent;
  // The event decides which agent that is.
  if (id.includes("{{")) return;
  const { heartbeat } = agents.get(id) ?? agentDefaults;
  if (heartbeat.everyMs > 0) return;
  const message = `The agent "${id}" has no periodic heartbeat, so the event waits for a turn that something else begins.`;
  const hint = 'Write "wakeMode": "now", or set heartbeat.every of the agent.';
  warn("wakeMode", "field_without_effect", message, hint);
}

type Channels = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Keys of `channels` that are not channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["defaults", "modelByChannel"]);

/** The keys of `host.channels.<id>` override those of `channels.<id>`. Secrets stay references. */
function layChannels(
  gateway: object,
  own: object,
  { knownChannels, report }: Pick<ReadOptions, "knownChannels" | "report">,
): Channels {
  const channels = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [id, settings] of Object.entries(gateway)) {
    if (OTHER_KEYS.has(id) || !isRecord(settings)) continue;
    // In the gateway's settings, these keys are the gateway's.
    const { module: _, type: __, ...rest } = settings;
    channels.set(id, rest);
  }
  for (const [id, settings] of Object.entries(own)) {
    if (!isRecord(settings)) continue;
    if (!knownChannels.includes(id)) reportUnread(id, settings, report);
    channels.set(id, { ...channels.get(id), ...settings });
  }
  return channels;
}

/** Reports the keys of `host.channels.<id>` that nothing reads. An integrator's own channels are not checked. */
function reportUnread(
  id: string,
  settings: Readonly<Record<string, unknown>>,
  report: Report,
): void {
  const { module, type } = settings;
  if (module !== undefined) {
    if (typeof module === "string") return;
    const path: ConfigPath = ["host", "channels", id, "module"];
    const hint = 'Write a path from the folder of the config: "./my-channel.ts".';
    report(createProblem("channel_setting_invalid", path, '"module" is not a text.', { hint }));
    return;
  }
  const kind = kindOfChannel(channelIdOf(id), type);
  if (kind === undefined) return;
  const known = keysOfSchema(channelFile(kind, kind.adapter.check).schema, [""]);
  for (const key of Object.keys(settings)) {
    if (known.includes(key) || key === "type") continue;
    const path: ConfigPath = ["host", "channels", id, key];
    const hint = hintNearestName(key, known);
    report(createProblem("unknown_key", path, `"${key}" is not a known key.`, { hint }));
  }
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
