// Compiled hooks and the settings of their host → warnings of answers without a recipient.

import { isRecord } from "@hookwright/base";
import type { ConfigPath, Hooks, Problem } from "@hookwright/core";
import { configPathToText, type RuntimeHooks } from "@hookwright/core/runtime";
import { CHANNEL_KINDS } from "../generated/channel-kinds.ts";
import type { Channel, Route } from "../model/channel.ts";
import { channelIdOf } from "../model/channel.ts";
import type { HostSettings } from "../model/settings.ts";
import {
  type RecipientRequest,
  type ResolveRecipientResult,
  resolveRecipient,
} from "../plan/resolve-recipient.ts";

/** How a config is written, for the lines that a hint shows. */
export type ConfigFormat = "json" | "json5" | "yaml";

/** What is known before the first event. */
export interface CheckRecipientsOptions {
  /** As it was parsed, with the settings of the host. */
  readonly config: unknown;
  readonly settings: HostSettings;
  /** The usable channels. One that lacks a secret or a library is reported elsewhere, and counts here. */
  readonly channels: ReadonlyMap<string, Pick<Channel, "parseRecipient">>;
  /** The routes that are known, the newest first: `host.routes.list()`. Default: none. */
  readonly routes?: readonly Route[];
  /** How the file is written that has the value at this path. Default: JSON. */
  readonly formatOf?: (path: ConfigPath) => ConfigFormat;
}

/**
 * One warning for each reason, with the number of mappings and heartbeats that it concerns. What an event or a
 * transform decides is not checked.
 *
 * @example
 * ```ts
 * const problems = checkRecipients(hooks, { config, settings, channels });
 * ```
 */
export function checkRecipients(
  hooks: CheckedHooks,
  options: CheckRecipientsOptions,
): readonly Problem[] {
  const sources = sourcesOf(options);
  const found = new Map<string, Lost>();
  for (const sender of [...mappingsOf(hooks, options), ...heartbeatsOf(options)]) {
    const result = resolveRecipient(sender.request, sources);
    if (result.ok || isToldElsewhere(sender, result)) continue;
    const place = placeOf(sender, result, options);
    const key = JSON.stringify([result.code, result.channel, place]);
    const lost = found.get(key) ?? { result, place, senders: [] };
    lost.senders.push(sender);
    found.set(key, lost);
  }
  if (found.size === 0) return [];
  // Only now, because the analysis takes longer than everything before it.
  const unreached = unreachedMappings(hooks);
  return [...found.values()].flatMap(({ senders, ...lost }) => {
    const heard = senders.filter(({ kind, id }) => kind === "heartbeat" || !unreached.has(id));
    return heard.length === 0 ? [] : [problemOf({ ...lost, senders: heard }, options)];
  });
}

/** Hooks of a plan do not say which of their mappings are reached. */
type CheckedHooks = Pick<RuntimeHooks, "mappings" | "mapping"> &
  Partial<Pick<Hooks, "reachability">>;

/** No event comes to them: a mapping before them takes all, such as the operator's own for mail. */
function unreachedMappings({ reachability }: CheckedHooks): ReadonlySet<string> {
  const rows = (reachability?.() ?? []).filter(
    ({ verdict }) => verdict === "shadowed" || verdict === "contradictory",
  );
  return new Set(rows.map(({ mappingId }) => mappingId));
}

/** Where a recipient is to be written, or why answers cannot go there. */
export type PlanRecipientResult =
  | {
      readonly ok: true;
      readonly channel: string;
      /** Of `defaultTo` of the channel. */
      readonly path: ConfigPath;
      /** Whether `last` leads there with that line, without any route. */
      readonly isLast: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** A channel and a recipient on it → the place of the line that sends answers there. */
export function planRecipient(
  { channel, to }: { readonly channel: string; readonly to: string },
  options: CheckRecipientsOptions,
): PlanRecipientResult {
  const agentId = options.settings.defaultAgent;
  const sources = sourcesOf(options);
  const result = resolveRecipient({ agentId, channel, to }, sources);
  if (!result.ok) return { ok: false, reason: result.reason };
  const defaultTo = new Map([...sources.defaultTo, [result.channel, to]]);
  const last = resolveRecipient({ agentId, channel: "last" }, { ...sources, defaultTo });
  return {
    ok: true,
    channel: result.channel,
    path: [...pathOfChannel(options.config, result.channel), "defaultTo"],
    isLast: last.ok && last.channel === result.channel,
  };
}

/** What makes deliveries: a mapping with its runs or its own text, or the heartbeats of an agent. */
interface Sender {
  readonly kind: "mapping" | "delivery" | "heartbeat";
  /** Of the mapping, or of the agent. */
  readonly id: string;
  readonly preset?: string | undefined;
  readonly path: ConfigPath;
  readonly request: RecipientRequest;
}

type Failure = Extract<ResolveRecipientResult, { ok: false }>;

/** Senders whose answers have no recipient, for the same reason. */
interface Lost {
  readonly result: Failure;
  readonly place: ConfigPath;
  readonly senders: Sender[];
}

function mappingsOf(hooks: CheckedHooks, { settings }: CheckRecipientsOptions): readonly Sender[] {
  return hooks.mappings.flatMap(({ id, preset, action }) => {
    const { delivery, configPath = [], locks } = hooks.mapping(id) ?? {};
    if (delivery === undefined) return [];
    if (locks !== undefined && !(locks.includes("channel") && locks.includes("to"))) return [];
    // For an agent that only an event names, no route is known.
    const { channel, to, agentId = settings.defaultAgent } = delivery;
    const kind = action === "deliver" ? "delivery" : "mapping";
    return [{ kind, id, preset, path: configPath, request: { agentId, channel, to } }];
  });
}

/** Those whose target the operator has written: without one, an answer of a heartbeat needs no reader. */
function heartbeatsOf({ settings, config }: CheckRecipientsOptions): readonly Sender[] {
  return [...settings.agents.values()].flatMap(({ id, heartbeat }) => {
    const { target, to } = heartbeat;
    const path = pathOfTarget(config, id);
    if (path === undefined || target === undefined || target === "none") return [];
    return [{ kind: "heartbeat", id, path, request: { agentId: id, channel: target, to } }];
  });
}

function pathOfTarget(config: unknown, agentId: string): ConfigPath | undefined {
  const agents = memberOf(config, "agents");
  const list = memberOf(agents, "list");
  const index = Array.isArray(list)
    ? list.findIndex((entry: unknown) => `${memberOf(entry, "id")}`.trim() === agentId)
    : -1;
  const paths: readonly ConfigPath[] = [
    ...(index < 0 ? [] : [["agents", "list", index, "heartbeat", "target"]]),
    ["agents", "defaults", "heartbeat", "target"],
  ];
  return paths.find((path) => typeof path.reduce<unknown>(memberOf, config) === "string");
}

function sourcesOf({ settings, channels, routes = [] }: CheckRecipientsOptions) {
  const expected = new Map(channels);
  for (const [name, { enabled, module, type }] of settings.channels) {
    const id = channelIdOf(name);
    const isOurs =
      module !== undefined || type !== undefined || CHANNEL_KINDS.some((kind) => kind.id === id);
    if (enabled === false || !isOurs || expected.has(id)) continue;
    expected.set(id, { parseRecipient: (to) => ({ ok: true, to }) });
  }
  return { channels: expected, routes, defaultTo: settings.defaultTo };
}

/**
 * A mapping's channel has its own warning. A template may render to any recipient, or to none, which the run of the
 * event then reports.
 */
function isToldElsewhere({ kind, request }: Sender, { code }: Failure): boolean {
  if (code === "channel_not_configured") {
    return kind !== "heartbeat" && channelIdOf(request.channel) !== "last";
  }
  return code === "recipient_invalid" && request.to?.includes("{{") === true;
}

/** Where a line is to be written or corrected; empty where it is each sender's own line. */
function placeOf(
  { path, kind, request }: Sender,
  { code, channel }: Failure,
  { config }: CheckRecipientsOptions,
): ConfigPath {
  const isWritten = (request.to?.trim() ?? "") !== "";
  if (code === "no_channel") return [];
  if (code === "channel_not_configured" && kind === "heartbeat") return path;
  if (code === "recipient_invalid" && isWritten) {
    return [...(kind === "heartbeat" ? path.slice(0, -1) : path), "to"];
  }
  const block = pathOfChannel(config, channel);
  return code === "recipient_invalid" ? [...block, "defaultTo"] : block;
}

/** With its name as it is written there. The keys of `host.channels` go before those of `channels`. */
function pathOfChannel(config: unknown, channel: string): ConfigPath {
  for (const path of [["host", "channels"], ["channels"]]) {
    const block = path.reduce<unknown>(memberOf, config);
    const name = isRecord(block) && Object.keys(block).find((key) => channelIdOf(key) === channel);
    if (typeof name === "string") return [...path, name];
  }
  return ["channels", channel];
}

function memberOf(value: unknown, key: string | number): unknown {
  const holder = typeof value === "object" && value !== null ? value : {};
  return Object.hasOwn(holder, key) ? (holder as Record<string | number, unknown>)[key] : undefined;
}

function problemOf({ result, place, senders }: Lost, options: CheckRecipientsOptions): Problem {
  const { code, channel, reason } = result;
  const usable = [...sourcesOf(options).channels.keys()];
  const path = code === "no_channel" ? pathOfChoice(senders, usable) : place;
  const { formatOf = () => "json" } = options;
  const line = (value: object): string => lineOf(value, formatOf(path));
  const silence = senders.some((one) => isOwnMapping(one) && one.kind === "mapping")
    ? ` Write ${line({ deliver: false })} into a mapping whose answers should not be sent.`
    : "";
  const texts: Readonly<Record<Failure["code"], readonly [why: string, hint: string]>> = {
    no_channel:
      usable.length === 0
        ? [
            "No channel is configured",
            `Write ${line({ channels: { webhook: { url: "https://…", defaultTo: "ops" } } })}, or another channel of docs/channels.md.${silence}`,
          ]
        : [
            `Nothing says which channel is meant (${usable.join(", ")})`,
            `${hintOfChoice(senders, usable, line)}${silence}`,
          ],
    no_recipient: [
      `No recipient is known on ${channel}`,
      `Write ${line({ defaultTo: exampleOf(channel) })} into ${configPathToText(path)}, with a recipient of yours.${silence}`,
    ],
    channel_not_configured: [
      `The channel ${channel} is not configured`,
      `Add channels.${channel}, or choose another channel.`,
    ],
    recipient_invalid: [`The recipient on ${channel} cannot be used`, reason],
  };
  const [why, hint] = texts[code];
  const message = `${why}, so the ${nameWhat(senders)} of ${nameSenders(senders)} go to nobody.`;
  return { code: "recipient_missing", severity: "warning", path, message, hint };
}

/** The first of those that are to name a channel. */
function pathOfChoice([first]: readonly Sender[], usable: readonly string[]): ConfigPath {
  if (first === undefined || usable.length === 0) return ["channels"];
  return isOwnMapping(first) ? [...first.path, "channel"] : first.path;
}

/** One that the operator can edit. */
function isOwnMapping({ kind, preset }: Sender): boolean {
  return kind !== "heartbeat" && preset === undefined;
}

function hintOfChoice(
  senders: readonly Sender[],
  [channel = ""]: readonly string[],
  line: (value: object) => string,
): string {
  const isAny = (test: (sender: Sender) => boolean): boolean => senders.some(test);
  const hints = [
    isAny(isOwnMapping) && `Write ${line({ channel })} into each of these mappings.`,
    isAny(({ preset }) => preset === "gmail") &&
      `\`hookwright gmail setup --deliver ${channel}:${exampleOf(channel)}\` writes a mapping for mail.`,
    isAny(({ kind }) => kind === "heartbeat") &&
      `Write ${line({ target: channel })} into the heartbeat.`,
  ];
  return hints.filter((hint) => hint !== false).join(" ");
}

function exampleOf(channel: string): string {
  return CHANNEL_KINDS.find(({ id }) => id === channel)?.example ?? "ops";
}

function nameWhat(senders: readonly Sender[]): string {
  const texts = senders.filter(({ kind }) => kind === "delivery").length;
  if (texts === 0) return "answers";
  return texts === senders.length ? "texts" : "answers and texts";
}

/** A config may have thousands. */
const MAX_NAMED = 3;

function nameSenders(senders: readonly Sender[]): string {
  const mappings = senders.filter(({ kind }) => kind !== "heartbeat");
  const agents = senders.filter(({ kind }) => kind === "heartbeat");
  return [
    ...nameAll(mappings, ["mapping", "mappings"]),
    ...nameAll(agents, ["agent", "agents"]).map((text) => `the heartbeats of ${text}`),
  ].join(" and ");
}

function nameAll(
  senders: readonly Sender[],
  [one, many]: readonly [string, string],
): readonly string[] {
  if (senders.length === 0) return [];
  const ids = senders.slice(0, MAX_NAMED).map(({ id }) => `"${id}"`);
  const rest = senders.length > MAX_NAMED ? ", …" : "";
  return [`${senders.length} ${senders.length === 1 ? one : many} (${ids.join(", ")}${rest})`];
}

/** `defaultTo: "ops"`, without the braces of the object. */
function lineOf(value: object, format: ConfigFormat): string {
  return textOf(value, format).slice(2, -2);
}

function textOf(value: unknown, format: ConfigFormat): string {
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, inner]) => `${format === "json" ? `"${key}"` : key}: ${textOf(inner, format)}`,
  );
  return `{ ${entries.join(", ")} }`;
}
