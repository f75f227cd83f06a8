// Changes of a host → messages to the operator: at once, then at most one per reason and hour, then that it works again.
import type { Clock, RandomId } from "@hookwright/core";
import type { RequestRecord } from "@hookwright/core/ingress";
import { ALERT_PREFIX, type AlertRecord, type AlertSettings } from "../../model/alerts.ts";
import { channelIdOf } from "../../model/channel.ts";
import type { Effect } from "../../model/effects.ts";
import { PAUSED_BY_OPERATOR } from "../../model/pauses.ts";
import { createDelivery } from "../../plan/effects-of-run.ts";
import { toOneLine } from "../../plan/text.ts";
import type { TurnPolicy } from "../../plan/turn-policy.ts";
import type { DeliveryChange, HostRecord, RunChange } from "../observe.ts";

export interface Alerts {
  /** The messages about these changes, to be stored with them. */
  effectsOf(records: readonly HostRecord[]): readonly Effect[];
  /** For each request: signatures that are refused in a row, and whether the route works again. */
  effectsOfRequest(record: RequestRecord): readonly Effect[];
  /** Whether the store refuses senders, or cannot keep a result; asked again and again. */
  effectsOfStore(isFailing: boolean): readonly Effect[];
  /** What was counted and is due to be said now. */
  effectsDue(): readonly Effect[];
  /** When something counted has to be said; undefined: nothing is. */
  nextAt(): number | undefined;
}

/** So many in a row: one request with a wrong signature is nobody's fault. */
const REFUSED_IN_A_ROW = 10;

const HOUR_MS = 3_600_000;

/** Reasons that are kept in memory: names of mappings, codes and channels of the config. */
const MAX_REASONS = 1_000;

interface Reason {
  readonly key: string;
  /** What fails, without a full stop; `count` is how often since the last message. */
  readonly text: (count: number) => string;
  readonly everyMs?: number;
}

interface AlertPorts {
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Those of this moment. */
  readonly live: () => Pick<TurnPolicy, "settings" | "channels">;
}

export function createAlerts(stored: readonly AlertRecord[], ports: AlertPorts): Alerts {
  const known = new Map(stored.map((record) => [record.reason, record]));
  /** Texts are not stored: what was counted before a restart is said with the next occurrence. */
  const reasons = new Map<string, Reason>();
  const refused = new Map<string, number>();

  const settingsNow = (): AlertSettings | undefined => ports.live().settings.alerts;

  const everyOf = ({ everyMs }: AlertSettings, reason: Reason): number => reason.everyMs ?? everyMs;

  const write = (record: AlertRecord): Effect => {
    known.set(record.reason, record);
    return { kind: "alert", ...record };
  };

  const say = (settings: AlertSettings, text: string): Effect => {
    const { settings: all, channels } = ports.live();
    const { randomId, clock } = ports;
    const delivery = createDelivery(
      {
        agentId: all.defaultAgent,
        channel: settings.channel,
        to: settings.to,
        text: `Hookwright: ${toOneLine(text, 500)}`,
        tainted: false,
        origin: {},
      },
      { settings: all, channels, routes: [], now: clock(), randomId, random: () => 0 },
    );
    return { kind: "delivery", delivery: { ...delivery, id: `${ALERT_PREFIX}${delivery.id}` } };
  };

  const raise = (reason: Reason): readonly Effect[] => {
    const settings = settingsNow();
    if (settings === undefined) return [];
    const before = known.get(reason.key);
    if (before === undefined && known.size >= MAX_REASONS) return [];
    reasons.set(reason.key, reason);
    const now = ports.clock();
    const count = (before?.count ?? 0) + 1;
    const isDue = before === undefined || isOver(before, settings, reason, now);
    if (!isDue) return [write({ ...before, count })];
    const message = say(settings, reason.text(count));
    return [message, write({ reason: reason.key, at: now, count: 0, isOpen: true })];
  };

  /** A clock that was set back does not silence an alert. */
  const isOver = (
    { at }: AlertRecord,
    settings: AlertSettings,
    reason: Reason,
    now: number,
  ): boolean => now >= at + everyOf(settings, reason) || now < at;

  const recover = (key: string, works: string): readonly Effect[] => {
    const before = known.get(key);
    if (before === undefined || !before.isOpen) return [];
    const settings = settingsNow();
    const over = write({ ...before, count: 0, isOpen: false });
    if (settings?.recovery !== true) return [over];
    const more = before.count === 0 ? "" : ` It failed ${before.count} more times.`;
    return [say(settings, `${works}.${more}`), over];
  };

  const recoverAll = (prefix: string, works: string): readonly Effect[] =>
    [...known.keys()].filter((key) => key.startsWith(prefix)).flatMap((key) => recover(key, works));

  const effectsOfRecord = (record: HostRecord): readonly Effect[] => {
    if (record.kind === "run") return effectsOfRun(record);
    if (record.kind === "delivery") return effectsOfDelivery(record);
    if (record.kind === "channel") return effectsOfPause("channel", record.channel, record);
    if (record.kind !== "runner") return [];
    const { runner, provider } = record;
    const id = provider === undefined ? runner : `${runner} for models of ${provider}`;
    return effectsOfPause("runner", id, record);
  };

  const effectsOfRun = ({ state, mappingId, code }: RunChange): readonly Effect[] => {
    const of = mappingId === undefined ? "/agent" : `mapping ${mappingId}`;
    if (state === "done") return recoverAll(`run ${of}\n`, `Runs of ${of} work again`);
    return state === "dead" ? raise(deadRuns(of, code)) : [];
  };

  const effectsOfDelivery = (change: DeliveryChange): readonly Effect[] => {
    const { channel, state, code, deliveryId } = change;
    if (deliveryId.startsWith(ALERT_PREFIX)) return [];
    if (state === "sent") {
      return recoverAll(`delivery ${channel}\n`, `Deliveries on ${channel} work again`);
    }
    return state === "dead" ? raise(deadDeliveries(channel, code)) : [];
  };

  const effectsOfPause = (
    kind: "channel" | "runner",
    id: string,
    { state, code }: { readonly state: string; readonly code?: string },
  ): readonly Effect[] => {
    // A message about the channel that sends it would wait for it.
    const isOwn = kind === "channel" && id === channelIdOf(settingsNow()?.channel ?? "");
    if (isOwn || code === PAUSED_BY_OPERATOR) return [];
    const key = `${kind} ${id}`;
    if (state === "resumed") return recover(key, `The ${key} works again`);
    if (state !== "paused") return [];
    return raise({
      key,
      text: (count) =>
        `The ${key} is paused (${code ?? "unknown"})${times(count)}. Its work waits up to 24 h. Correct the cause, then hookwright reload`,
    });
  };

  return {
    effectsOf: (records) => (settingsNow() === undefined ? [] : records.flatMap(effectsOfRecord)),
    effectsOfRequest: ({ route, status, auth }) => {
      if (settingsNow() === undefined) return [];
      // Only routes with an `auth` have it, and their names are the config's.
      if (auth === undefined) {
        if (status >= 300) return [];
        refused.delete(route);
        return recover(`signature ${route}`, `Signatures on ${route} are accepted again`);
      }
      const inARow = (refused.get(route) ?? 0) + 1;
      refused.set(route, inARow);
      return inARow < REFUSED_IN_A_ROW ? [] : raise(refusedSignatures(route, inARow));
    },
    effectsOfStore: (isFailing) => {
      const isOpen = known.get("store")?.isOpen === true;
      if (isFailing) return isOpen ? [] : raise(STORE);
      return recover("store", "The store works again");
    },
    effectsDue: () => {
      const settings = settingsNow();
      if (settings === undefined) return [];
      const now = ports.clock();
      return [...known.values()].flatMap((record) => {
        const reason = reasons.get(record.reason);
        if (reason === undefined || record.count === 0) return [];
        if (!isOver(record, settings, reason, now)) return [];
        const message = say(settings, reason.text(record.count));
        return [message, write({ ...record, at: now, count: 0, isOpen: true })];
      });
    },
    nextAt: () => {
      const settings = settingsNow();
      if (settings === undefined) return undefined;
      const times = [...known.values()].flatMap((record) => {
        const reason = reasons.get(record.reason);
        const waits = reason !== undefined && record.count > 0;
        return waits ? [record.at + everyOf(settings, reason)] : [];
      });
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
}

function times(count: number): string {
  return count === 1 ? "" : `, ${count} times`;
}

function deadRuns(of: string, code = "unknown"): Reason {
  return {
    key: `run ${of}\n${code}`,
    text: (count) =>
      `${count === 1 ? "A run" : `${count} runs`} of ${of} died (${code}). hookwright runs --state dead lists what died`,
  };
}

function deadDeliveries(channel: string, code = "unknown"): Reason {
  return {
    key: `delivery ${channel}\n${code}`,
    text: (count) =>
      `${count === 1 ? "A delivery" : `${count} deliveries`} on ${channel} died (${code}). hookwright deliveries --state dead lists what died`,
  };
}

function refusedSignatures(route: string, inARow: number): Reason {
  return {
    key: `signature ${route}`,
    text: () =>
      `${inARow} requests in a row to ${route} had a wrong signature. Anybody who knows the address can cause this: look whether the sender's secret has changed`,
    everyMs: HOUR_MS,
  };
}

const STORE: Reason = {
  key: "store",
  text: () =>
    "The store refused writes, or its disk is full, so senders got 503. See /healthz and the log",
};
