// The store as the engine sees it: each call is a promise, and each one that changes something is one transaction.
import type { FailedMessage, Route } from "./channel.ts";
import type { Effect } from "./effects.ts";
import type {
  DeliveryRecord,
  EventRecord,
  HeartbeatRecord,
  HeartbeatState,
  NewEvent,
  RunHold,
  RunRecord,
  SessionRecord,
  StoredTurn,
} from "./records.ts";
import type { TurnReason } from "./turn.ts";

/** An action on its way into the store. */
export interface Acceptance {
  /** Absent: the action is new in any case. */
  readonly key?: { readonly text: string; readonly ttlMs: number };
  readonly receiptId: string;
  readonly at: number;
  /** A run, or the event of a wake with its request for a heartbeat. */
  readonly entry:
    | { readonly kind: "run"; readonly run: RunRecord }
    | { readonly kind: "event"; readonly event: NewEvent; readonly wakeNow: boolean };
  /** Stored in the same commit. */
  readonly route?: Route;
  /** The delivery of this message becomes dead in the same commit. */
  readonly failed?: FailedMessage;
}

/**
 * `receiptId` is the id of the run, or of the event: an equal one that waits already counts a wake. `repeat`: the
 * key was seen before; the receipt is that of the first action.
 */
export type AcceptResult =
  | {
      readonly ok: true;
      readonly receiptId: string;
      readonly repeat: boolean;
      /** The delivery that has become dead, because its failure was reported. */
      readonly dead?: DeliveryRecord;
    }
  | {
      readonly ok: false;
      /** `delivery_busy`: another part of the delivery is being sent that is reported as failed. */
      readonly code: "queue_full" | "storage_full" | "action_too_large" | "delivery_busy";
    };

/** The limits of the store, beyond which actions are refused. */
export interface LedgerLimits {
  /** Runs that have not ended, of all keys. */
  readonly maxRuns: number;
  readonly maxRunsPerKey: number;
  readonly maxWaitingEvents: number;
  readonly minFreeBytes: number;
}

/** A run that was marked `running`, with what its turn needs. */
export interface ClaimedRun {
  readonly run: RunRecord;
  /** The newest turns, oldest first: at most 50 within 128 KiB of text. */
  readonly history: readonly StoredTurn[];
  /** How many turns of the session are older. */
  readonly earlierTurns: number;
  readonly runnerState?: string;
}

/** A turn of a main session that was marked as running, with the events it has in its prompt. */
export interface ClaimedMainTurn {
  readonly turnId: string;
  /** As it was before this claim, in the same transaction. */
  readonly heartbeat: HeartbeatState;
  readonly events: readonly EventRecord[];
  /** Events that wait for a later turn, because this one has its 20. */
  readonly left: number;
  readonly history: readonly StoredTurn[];
  readonly earlierTurns: number;
  readonly runnerState?: string;
}

/** What the start found of the previous process. */
export interface Recovery {
  readonly queued: number;
  readonly interruptedRuns: readonly RunRecord[];
  readonly interruptedMainTurns: readonly {
    readonly agentId: string;
    readonly turnId: string;
    readonly reason: TurnReason;
    readonly startedAt: number;
  }[];
  readonly waitingEvents: number;
  readonly deliveries: number;
  /** Deliveries that were `sending`. */
  readonly unknownOutcomes: readonly DeliveryRecord[];
}

/** Numbers and times of the store and its disk. */
export interface Counts {
  readonly runs: Readonly<Record<RunRecord["state"], number>>;
  /** When the oldest run was accepted that waits for its turn, or for another try. */
  readonly oldestQueuedAt?: number;
  /** Since when the oldest run waits of those that could start now. */
  readonly readySince?: number;
  /** When a run last ended. */
  readonly lastEndedAt?: number;
  /** How many runs are accepted before senders are refused. */
  readonly room: number;
  /** Session keys with as many waiting runs as one key may have. */
  readonly fullKeys: number;
  readonly waitingEvents: number;
  readonly oldestEventAt?: number;
  /** Agents with as many waiting events as a main session may have. */
  readonly fullSessions: readonly string[];
  readonly deliveries: Readonly<Record<DeliveryRecord["state"], number>>;
  /** By channel: deliveries that have not ended. Channels without one are absent. */
  readonly waitingDeliveries: ReadonlyMap<
    string,
    { readonly count: number; readonly oldestAt: number }
  >;
  /** Of the store. */
  readonly bytes: number;
  /** Of its disk. */
  readonly freeBytes: number;
  /** Below so many free bytes senders are refused. */
  readonly minFreeBytes: number;
  /** Why the store could not be written, if its last write failed. */
  readonly fault?: { readonly at: number; readonly message: string };
}

/** Which runs: all given conditions have to match. */
export interface RunFilter {
  readonly state?: RunRecord["state"];
  readonly key?: string;
  readonly mappingId?: string;
  readonly code?: string;
  /** Those that have ended since this time, or were accepted since and have not ended. */
  readonly since?: number;
  /** Default: 100 in a list. */
  readonly limit?: number;
}

/** Which deliveries: all given conditions have to match. */
export interface DeliveryFilter {
  readonly state?: DeliveryRecord["state"];
  readonly mappingId?: string;
  readonly code?: string;
  /** Those that have ended since this time, or were made since and have not ended. */
  readonly since?: number;
  /** Default: 100 in a list. */
  readonly limit?: number;
}

/** That one process has the store, of several that may take it over. */
export interface LedgerLease {
  /** Whether this process has the store, now. Ask before what cannot be undone: a turn, a send. */
  confirm(): Promise<boolean>;
  /** Resolves when another process has taken the store over: this one can write nothing any more. */
  readonly lost: Promise<void>;
}

/** A store of runs, events, sessions and deliveries. */
export interface Ledger {
  /** Absent: no other process can take the store over. */
  readonly lease?: LedgerLease;
  /**
   * Calls of the same moment share one fsync: up to 64 actions or 5 ms. Rejects with an error whose
   * `code` is `storage_full`, `storage_failed` or `ledger_closed` where nothing could be written.
   */
  accept(acceptance: Acceptance): Promise<AcceptResult>;
  /** All of them or none. Rejects with the code `transition_refused` where a record has ended meanwhile. */
  commit(effects: readonly Effect[]): Promise<void>;

  /** The host was ordered to stop: from now on, an interruption of a running run does not count. */
  noteStop(): Promise<void>;
  /** Marks up to `limit` ready runs as running: the head of each free key, oldest first. */
  claimRuns(request: {
    readonly now: number;
    readonly limit: number;
    /** Only those whose last try may have ended the process, or only the others. Absent: all. */
    readonly suspects?: boolean;
    /** If it returns a hold, the ready run is held instead, until `releaseRuns`. */
    readonly hold?: (run: RunRecord) => RunHold | undefined;
  }): Promise<ClaimedRun[]>;
  /** Marks one held run of a pair as running: the oldest of the group that comes after `after`. */
  claimHeldRun(request: {
    readonly now: number;
    readonly pair: string;
    readonly after?: string | undefined;
    readonly suspects: boolean;
  }): Promise<{ readonly claimed: ClaimedRun; readonly group: string } | undefined>;
  /** Held runs may start, in their order. Absent: those of all pairs. */
  releaseRuns(pair?: string): Promise<void>;
  /** Held runs that were accepted before this time, oldest first: 100 at most. */
  heldRuns(acceptedBefore: number): Promise<RunRecord[]>;
  /** Whether a run waits or runs whose last try may have ended the process. */
  hasSuspects(): Promise<boolean>;
  /** Undefined while another turn of this main session runs. */
  claimMainTurn(request: {
    readonly agentId: string;
    readonly mainKey: string;
    readonly turnId: string;
    readonly reason: TurnReason;
    readonly now: number;
    readonly maxEvents: number;
    readonly maxBytes: number;
  }): Promise<ClaimedMainTurn | undefined>;
  /** Marks due heads of recipients' queues as `sending`, oldest first; `channels` says how many each may have. */
  claimDeliveries(request: {
    readonly now: number;
    readonly channels: ReadonlyMap<string, number>;
    /** Of all channels together. */
    readonly limit: number;
  }): Promise<DeliveryRecord[]>;

  /**
   * The earliest time at which a run or a delivery becomes ready; undefined if none waits. What cannot
   * start now is left out: runs while no place is free, deliveries of channels that are paused or busy.
   */
  nextDueAt(without?: {
    readonly runs?: boolean;
    readonly pausedChannels?: ReadonlySet<string>;
  }): Promise<number | undefined>;
  heartbeats(): Promise<HeartbeatState[]>;
  /** Writes the time of the next periodic check. */
  scheduleHeartbeat(request: { readonly agentId: string; readonly nextAt?: number }): Promise<void>;
  noteRoute(route: Route): Promise<void>;
  /** One for each channel of an agent, the newest first. Absent: those of all agents. */
  routes(agentId?: string): Promise<Route[]>;

  /** Finds interrupted work; changes nothing. Call it once, before anything is claimed. */
  recover(): Promise<Recovery>;
  /** Deletes what ended before `before`, and sessions without a turn since then. */
  forget(before: number): Promise<void>;

  runs(filter?: RunFilter): Promise<RunRecord[]>;
  /** Ids in the order of acceptance, without those that another run repeats already. Default limit: none. */
  selectRuns(filter: RunFilter): Promise<string[]>;
  run(id: string): Promise<RunRecord | undefined>;
  events(filter?: {
    readonly agentId?: string;
    readonly waiting?: boolean;
    readonly limit?: number;
  }): Promise<EventRecord[]>;
  event(id: string): Promise<EventRecord | undefined>;
  /** How many events of an agent wait for its main session. */
  waitingEvents(agentId: string): Promise<number>;
  deliveries(filter?: DeliveryFilter): Promise<DeliveryRecord[]>;
  /** Ids in the order of creation, without those that another delivery repeats already. Default limit: none. */
  selectDeliveries(filter: DeliveryFilter): Promise<string[]>;
  delivery(id: string): Promise<DeliveryRecord | undefined>;
  /** Deliveries that wait for a try, oldest first: of the named channels, or of all others. */
  waitingDeliveries(request: {
    readonly channels: ReadonlySet<string>;
    readonly others?: boolean;
    readonly createdBefore?: number;
    readonly limit: number;
  }): Promise<DeliveryRecord[]>;
  /** Ids of the messages of a channel's recipient in deliveries that have ended since a time. */
  sentIds(request: {
    readonly channel: string;
    readonly to: string;
    readonly since: number;
  }): Promise<readonly string[]>;
  /** How many have died since a time. */
  died(since: number): Promise<{ readonly runs: number; readonly deliveries: number }>;
  /** When a message was last sent, by channel, among the newest 10,000 deliveries that were sent. */
  lastSent(): Promise<ReadonlyMap<string, number>>;
  sessions(filter?: {
    readonly agentId?: string;
    readonly limit?: number;
  }): Promise<SessionRecord[]>;
  history(agentId: string, key: string): Promise<StoredTurn[]>;
  forgetSession(agentId: string, key: string): Promise<boolean>;
  heartbeatRecords(filter?: {
    readonly agentId?: string;
    readonly limit?: number;
  }): Promise<HeartbeatRecord[]>;
  /** The durations of the last 20 turns, in milliseconds: what `Retry-After` is estimated from. */
  recentTurnMs(): Promise<readonly number[]>;
  counts(): Promise<Counts>;
  close(): Promise<void>;
}
