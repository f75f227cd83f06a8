// Changes of a host → lifecycle events for the endpoints of `host.notify`, as deliveries of the ledger.
import type { Clock, RandomId } from "@hookwright/core";
import { ALERT_PREFIX } from "../../model/alerts.ts";
import type { Effect } from "../../model/effects.ts";
import { NOTIFY_CHANNEL, type NotifyEndpoint, type NotifyType } from "../../model/notify.ts";
import type { HostSettings } from "../../model/settings.ts";
import type { DeliveryChange, HostRecord, RunChange } from "../observe.ts";

export interface Notifications {
  /** The events about these changes, to be stored with them. */
  effectsOf(records: readonly HostRecord[]): readonly Effect[];
}

/** An endpoint that is down for long must not fill the store. */
const MAX_WAITING = 10_000;

/** A warning of an endpoint that is full comes at most so often. */
const WARN_EVERY_MS = 3_600_000;

interface LifecycleEvent {
  readonly type: NotifyType;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of a run with `onCompletion`: this endpoint alone gets it. */
  readonly only?: string | undefined;
  readonly runId?: string | undefined;
  readonly mappingId?: string | undefined;
}

interface NotifyPorts {
  readonly clock: Clock;
  readonly randomId: RandomId;
  readonly warn: (message: string) => void;
  /** Those of this moment. */
  readonly live: () => { readonly settings: HostSettings };
  /** Events that waited when the host began. */
  readonly waiting: number;
}

export function createNotifications(ports: NotifyPorts): Notifications {
  let { waiting } = ports;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const isFull = (): boolean => {
    if (waiting < MAX_WAITING) return false;
    const now = ports.clock();
    if (now - warnedAt >= WARN_EVERY_MS) {
      warnedAt = now;
      ports.warn(
        `${waiting} lifecycle events wait for the endpoints of host.notify, so further ones are discarded. Look at \`hookwright deliveries --channel ${NOTIFY_CHANNEL}\`.`,
      );
    }
    return true;
  };

  const effectOf = (event: LifecycleEvent, { name }: NotifyEndpoint): Effect => {
    waiting += 1;
    const at = ports.clock();
    const { type, data, runId, mappingId } = event;
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
    return {
      kind: "delivery",
      delivery: {
        id: ports.randomId(),
        agentId: ports.live().settings.defaultAgent,
        ...(runId !== undefined && { runId }),
        ...(mappingId !== undefined && { mappingId }),
        channel: NOTIFY_CHANNEL,
        to: name,
        createdAt: at,
        state: "queued",
        parts: [body],
        sentIds: [],
        tries: 0,
        plain: false,
        dueAt: at,
        resends: 0,
      },
    };
  };

  const note = (record: HostRecord): void => {
    if (record.kind !== "delivery" || record.channel !== NOTIFY_CHANNEL) return;
    if (["sent", "dead", "cancelled"].includes(record.state)) waiting = Math.max(0, waiting - 1);
  };

  return {
    effectsOf: (records) => {
      const { notify, completion } = ports.live().settings;
      if (notify.length === 0) return [];
      return records.flatMap((record) => {
        note(record);
        const event = eventOf(record, completion);
        if (event === undefined) return [];
        return notify
          .filter(({ name, types }) =>
            event.only === undefined ? types.has(event.type) : name === event.only,
          )
          .flatMap((endpoint) => (isFull() ? [] : [effectOf(event, endpoint)]));
      });
    },
  };
}

function eventOf(
  record: HostRecord,
  completion: ReadonlyMap<string, string>,
): LifecycleEvent | undefined {
  if (record.kind === "run") return eventOfRun(record, completion);
  if (record.kind === "delivery") return eventOfDelivery(record);
  if (record.kind === "channel" && record.state !== "tested") {
    const { channel, code, state } = record;
    return { type: `channel.${state}`, data: { channel, code } };
  }
  if (record.kind !== "runner") return undefined;
  const { runner, provider, code, state } = record;
  return { type: `runner.${state}`, data: { runner, provider, code } };
}

/** A session key may hold text of a payload. */
function eventOfRun(
  { state, runId, agentId, mappingId, attempt, code, durationMs }: RunChange,
  completion: ReadonlyMap<string, string>,
): LifecycleEvent | undefined {
  if (state !== "done" && state !== "dead") return undefined;
  return {
    type: state === "done" ? "run.completed" : "run.dead",
    data: { runId, state, agentId, mappingId, attempt, code, durationMs },
    only: mappingId === undefined ? undefined : completion.get(mappingId),
    runId,
    mappingId,
  };
}

/** Neither what an alert says nor a lifecycle event itself is one. */
function eventOfDelivery(change: DeliveryChange): LifecycleEvent | undefined {
  const { deliveryId, runId, channel, state, parts, sent, tries, code } = change;
  if (state !== "sent" && state !== "dead") return undefined;
  if (channel === NOTIFY_CHANNEL || deliveryId.startsWith(ALERT_PREFIX)) return undefined;
  return {
    type: `delivery.${state}`,
    data: { deliveryId, runId, state, channel, parts, sent, tries, code },
    runId,
  };
}
