// The state that all loops of a host share: its store, its ports, and the parts that a reload replaces.
import type { Clock, RandomId, Timer } from "@hookwright/core";
import type { Channel } from "../model/channel.ts";
import type { Effect } from "../model/effects.ts";
import type { Ledger } from "../model/ledger.ts";
import { NOTIFY_CHANNEL } from "../model/notify.ts";
import type { HostSettings, HostSettingsInput } from "../model/settings.ts";
import type { Runner } from "../model/turn.ts";
import type { HostObserver, HostRecord } from "./observe.ts";
import { createOperatorPauses, type OperatorPauses } from "./operator-pauses.ts";
import { type Alerts, createAlerts } from "./outgoing/alerts.ts";
import { createNotifications, type Notifications } from "./outgoing/notify.ts";

/** What an operator can change while the host runs. Each use takes the current parts. */
export interface LiveParts {
  readonly settings: HostSettings;
  readonly runner: Runner;
  /** By id. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** Posts lifecycle events; absent without an endpoint. */
  readonly notify?: Channel | undefined;
}

/** What a reload replaces. */
export interface ReloadParts extends Partial<Omit<LiveParts, "settings">> {
  readonly settings?: HostSettingsInput;
}

/** What can send, with what is no channel for answers. */
export function senders({ channels, notify }: LiveParts): ReadonlyMap<string, Channel> {
  return notify === undefined ? channels : new Map([...channels, [notify.id, notify]]);
}

/** The first `maxBytes` of a text file; undefined if there is no file. */
export type ReadText = (path: string, maxBytes: number) => Promise<string | undefined>;

/** What any engine needs of the world. */
export interface WorldPorts {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly randomId: RandomId;
  /** At least 0 and less than 1: spreads tries that would come together. */
  readonly random: () => number;
  readonly readText: ReadText;
  /** Gets one record per change: no text of a payload or an answer. */
  readonly observer: HostObserver;
  /** Gets warnings for the operator, one line each. */
  readonly warn: (message: string) => void;
}

/** And what the engine on a store needs. */
export interface EnginePorts extends WorldPorts {
  readonly ledger: Ledger;
  /** Another process has taken the store over, and the turns of this one are stopped. */
  readonly lost?: () => void;
  /** Ends the programs that an earlier process on this store left running. */
  readonly endLeftPrograms?: () => readonly LeftProgram[];
}

/** A program that an earlier process left running. */
export interface LeftProgram {
  /** The id of its turn, or of its delivery and part. */
  readonly label: string;
  /** Resolves when its whole process group has ended. */
  readonly gone: Promise<void>;
}

export interface EngineState extends EnginePorts {
  live: LiveParts;
  /** `new` takes actions and does nothing yet; `stopping` starts nothing more. */
  phase: "new" | "running" | "stopping";
  /** Resolves when the host begins to stop. */
  readonly stopping: Promise<void>;
  /** Whether this process has the store: ask before a turn or a send begins, which cannot be undone. */
  readonly holdsStore: () => Promise<boolean>;
  /** Sets the phase to `stopping`. */
  readonly beginStop: () => void;
  /** For unexpected errors, which must not end the process. */
  readonly reportDefect: (error: unknown) => void;
  /** Looks for what is due. */
  wake: () => void;
  /** Since when results wait for a store that fails; one entry for each. */
  readonly unstored: Set<{ readonly since: number }>;
  /** Resolves when the first result waits. */
  readonly waitsForStore: Promise<void>;
  readonly beginWait: () => void;
  /** Lifecycle events for the endpoints of `host.notify`. */
  readonly notifications: Notifications;
  /** What the host says about itself. */
  readonly alerts: Alerts;
  /** Effects of what happened outside of a commit: the next step stores them. */
  readonly pending: Effect[];
  /** When the store last refused an action, because it failed or its disk is full. */
  storeFailedAt: number;
  /** What an operator has paused. */
  readonly pauses: OperatorPauses;
  /** When a delivery of a channel was last sent. */
  readonly lastSent: ReadonlyMap<string, number>;
}

export async function createState(ports: EnginePorts, live: LiveParts): Promise<EngineState> {
  const pauses = await createOperatorPauses(ports.ledger, ports.clock);
  const lastSent = new Map(await ports.ledger.lastSent());
  const alerts = createAlerts(await ports.ledger.alerts(), { ...ports, live: () => state.live });
  const counts = live.settings.notify.length === 0 ? undefined : await ports.ledger.counts();
  const waiting = counts?.waitingDeliveries.get(NOTIFY_CHANNEL)?.count ?? 0;
  const notifications = createNotifications({ ...ports, waiting, live: () => state.live });
  const observer = (record: HostRecord): void => {
    if (record.kind === "channel" || record.kind === "runner") {
      state.pending.push(...alerts.effectsOf([record]), ...notifications.effectsOf([record]));
    }
    if (record.kind === "delivery" && record.state === "sent") {
      lastSent.set(record.channel, record.at);
    }
    try {
      ports.observer(record);
    } catch (error) {
      ports.warn(`The observer threw: ${describe(error)}.`);
    }
  };
  let tellStopping = (): void => undefined;
  const stopping = new Promise<void>((resolve) => {
    tellStopping = resolve;
  });
  let beginWait = (): void => undefined;
  const waitsForStore = new Promise<void>((resolve) => {
    beginWait = resolve;
  });
  const state: EngineState = {
    ...ports,
    observer,
    live,
    phase: "new",
    stopping,
    holdsStore: () => ports.ledger.lease?.confirm() ?? Promise.resolve(true),
    beginStop: () => {
      state.phase = "stopping";
      tellStopping();
    },
    reportDefect: (error) => {
      ports.warn(
        `The host has a defect: ${describe(error)}. Report it; a restart resumes the work.`,
      );
    },
    wake: () => undefined,
    unstored: new Set(),
    waitsForStore,
    beginWait,
    alerts,
    notifications,
    pending: [],
    storeFailedAt: Number.NEGATIVE_INFINITY,
    pauses,
    lastSent,
  };
  return state;
}

/** For the operator's log. Errors of ports may quote their input, so only the beginning is shown. */
export function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
