// The store as the engine sees it: each call is a promise, and each one that changes something is one transaction.

import type { TextPart } from "@hookwright/core";
import type { AlertRecord } from "./alerts.ts";
import type { FailedMessage, Route } from "./channel.ts";
import type { Effect } from "./effects.ts";
import type { Pause } from "./pauses.ts";
import type {
  DeliveryRecord,
  EventRecord,
  HeartbeatRecord,
  HeartbeatState,
  NewEvent,
  OpenWindow,
  RunHold,
  RunRecord,
  SessionRecord,
  StoredRequest,
  StoredTurn,
  TryRecord,
} from "./records.ts";
import type { Failure, LogItem, Page, TimelineKind } from "./timeline.ts";
import type { TurnReason } from "./turn.ts";

/** An action on its way into the store. */
export interface Acceptance {
  /** Absent: the action is new in any case. */
  readonly key?: { readonly text: string; readonly ttlMs: number };
  readonly receiptId: string;
  readonly at: number;
  /** A run, the event of a wake with its request for a heartbeat, or a delivery with the events that report it. */
  readonly entry:
    | { readonly kind: "run"; readonly run: RunRecord }
    | {
        readonly kind: "delivery";
        readonly delivery: DeliveryRecord;
        readonly events: readonly NewEvent[];
      }
    | {
        readonly kind: "event";
        readonly event: NewEvent;
        readonly wakeNow: boolean;
        /** Its mapping is paused, so the turn is requested when it is resumed. */
        readonly isPaused?: boolean;
      };
  /** It is joined with other entries of this window, if one is open. */
  readonly window?: AcceptedWindow;
  /** The request that it came with; stored in the same commit. */
  readonly request?: Pick<StoredRequest, "id" | "hook" | "mappingId" | "provider" | "deliveryId">;
  /** Stored in the same commit. */
  readonly route?: Route;
  /** The delivery of this message becomes dead in the same commit. */
  readonly failed?: FailedMessage;
}

/** The text that an event adds to an entry. */
export interface WindowText {
  readonly at: number;
  readonly parts: readonly TextPart[];
  /** Its mapping has text from outside without a fence. */
  readonly isUnfenced: boolean;
}

/** Which entries are joined, for how long, and what one of them adds. */
export interface AcceptedWindow {
  /** The kind, the mapping, its key and the destination as one text. */
  readonly key: string;
  /** It is closed so long after its last event. */
  readonly waitMs: number;
  /** And at the latest so long after its first. */
  readonly maxWaitMs: number;
  /** And as soon as it has so many. */
  readonly limit: number;
  readonly keep: "all" | "last";
  readonly text: WindowText;
}

/** An entry with its first event, and the others that were joined with it. */
export interface ClosedWindow {
  readonly entry:
    | { readonly kind: "run"; readonly run: RunRecord }
    | { readonly kind: "event"; readonly event: EventRecord }
    | { readonly kind: "delivery"; readonly delivery: DeliveryRecord };
  readonly events: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly keep: "all" | "last";
  /** Those of the events after the first; of `last`, that of the last one. */
  readonly texts: readonly WindowText[];
}

/** What the entry of a closed window is replaced by. */
export type JoinedEntry =
  | { readonly kind: "run"; readonly action: RunRecord["action"] }
  | { readonly kind: "event"; readonly parts: readonly TextPart[]; readonly tainted: boolean }
  | ({
      readonly kind: "delivery";
      readonly written: NonNullable<DeliveryRecord["written"]>;
      readonly events: readonly NewEvent[];
    } & Pick<DeliveryRecord, "parts" | "plain">);

/**
 * `receiptId` is the id of the run, of the delivery, or of the event: an equal one that waits already counts a wake. `repeat`: the
 * key was seen before; the receipt is that of the first action. `joined`: it is that of the first event of the window.
 */
export type AcceptResult =
  | {
      readonly ok: true;
      readonly receiptId: string;
      readonly repeat: boolean;
      readonly joined?: boolean;
      /** The delivery that has become dead, because its failure was reported. */
      readonly dead?: DeliveryRecord;
    }
  | {
      readonly ok: false;
      /** `delivery_busy`: another part of the delivery is being sent that is reported as failed. */
      readonly code: "queue_full" | "storage_full" | "action_too_large" | "delivery_busy";
    };

/** By mapping: how many of its runs may be at work at a time. */
export type MappingLimits = ReadonlyMap<string, number>;

/** The work of a mapping that has not ended. */
export interface ParkedRuns {
  readonly mappingId: string;
  /** Runs, events of wakes and texts that wait. */
  readonly waiting: number;
  /** Runs that are at work. */
  readonly running: number;
}

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
  readonly interruptedMainTurns: readonly RunningMainTurn[];
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
  /** The newest alert, if it was not sent and had a try, or is dead. */
  readonly failedAlert?: { readonly id: string; readonly at: number; readonly code: string };
  /** Of the store. */
  readonly bytes: number;
  /** Of its disk. */
  readonly freeBytes: number;
  /** Below so many free bytes senders are refused. */
  readonly minFreeBytes: number;
  /** Why the store could not be written, if its last write failed. */
  readonly fault?: { readonly at: number; readonly message: string };
}

/** Which items of a list, and which part of it. */
export interface ListFilter {
  /** Those of this time or later: the end of an item, or of what has not ended its beginning. */
  readonly since?: number;
  /** Those of this time or earlier. */
  readonly until?: number;
  readonly agentId?: string;
  /** Default: 100 in a list. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly cursor?: string;
}

/** Which runs: all given conditions have to match. */
export interface RunFilter extends ListFilter {
  readonly state?: RunRecord["state"];
  readonly key?: string;
  readonly mappingId?: string;
  readonly code?: string;
  /** Those whose answer has a delivery on this channel. */
  readonly channel?: string;
}

/** Which deliveries: all given conditions have to match. */
export interface DeliveryFilter extends ListFilter {
  readonly state?: DeliveryRecord["state"];
  readonly mappingId?: string;
  readonly code?: string;
  readonly channel?: string;
}

/** Which events of main sessions: all given conditions have to match. */
export interface EventFilter extends ListFilter {
  readonly state?: EventRecord["state"];
  /** True: those that wait, the oldest first. False: the others. */
  readonly waiting?: boolean;
  readonly origin?: EventRecord["origin"];
  readonly mappingId?: string;
}

/** Which heartbeats: all given conditions have to match. */
export interface HeartbeatFilter extends ListFilter {
  /** An outcome, such as `ack`, or the code of a failed one. */
  readonly code?: string;
}

/** Which requests: all given conditions have to match. */
export interface RequestFilter extends ListFilter {
  readonly state?: StoredRequest["outcome"];
  /** The name of a hook. */
  readonly origin?: string;
  /** The mapping that took the event, or that came closest. */
  readonly mappingId?: string;
  readonly code?: string;
}

/** All records that have to do with an id. */
export interface RelatedRecords {
  readonly kind: TimelineKind;
  readonly requests: readonly StoredRequest[];
  readonly runs: readonly RunRecord[];
  readonly events: readonly EventRecord[];
  readonly heartbeats: readonly HeartbeatRecord[];
  readonly deliveries: readonly DeliveryRecord[];
  readonly tries: readonly TryRecord[];
  /** Turns of main sessions that run now and have one of the events in their prompt, or are the subject. */
  readonly runningTurns: readonly RunningMainTurn[];
}

/** A run that is at work. */
export interface RunningRun {
  readonly runId: string;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly mappingId?: string;
  readonly startedAt: number;
}

/** The runs of one session that wait, behind the oldest of them. */
export interface WaitingKey {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly waiting: number;
  readonly oldestId: string;
  readonly oldestAt: number;
  /** Why the oldest waits: the code of its last try; absent if it waits for its first. */
  readonly code?: string;
  /** When its next try is due; absent if it is due. */
  readonly dueAt?: number;
  /** Its runner is paused. */
  readonly isHeld: boolean;
  /** The oldest gathers further events, and waits for them. */
  readonly window?: OpenWindow;
}

/** What callers may know of a run. */
export interface RunOutcome {
  readonly state: RunRecord["state"];
  readonly code?: string;
  /** Absent unless it is asked for. */
  readonly answer?: string;
  /** As in `RunRecord`. */
  readonly proof?: string;
  /** Of its answer, in the order in which they were made. */
  readonly deliveries: readonly Pick<DeliveryRecord, "channel" | "state">[];
}

/** What runs and what waits. */
export interface Work {
  readonly runs: readonly RunningRun[];
  readonly mainTurns: readonly RunningMainTurn[];
  /** The 20 keys whose oldest run has waited longest. */
  readonly keys: readonly WaitingKey[];
  /** Of all keys with a waiting run. */
  readonly waitingKeys: number;
  /** By agent: events that wait for the next turn of its main session. */
  readonly events: readonly {
    readonly agentId: string;
    readonly waiting: number;
    readonly oldestAt: number;
  }[];
  /** What gathers further events: its number, all events so far, and when the first of it starts. Absent if nothing does. */
  readonly gathering?: {
    readonly windows: number;
    readonly events: number;
    readonly closesAt: number;
  };
}

/** The newest call of a channel that failed. */
export interface ChannelError {
  readonly at: number;
  readonly code: string;
  readonly deliveryId: string;
}

/** Which part of the logbook of main sessions. */
export interface LogFilter extends ListFilter {
  /** The session key of main sessions. */
  readonly mainKey: string;
}

/** A turn of a main session that runs now. */
export interface RunningMainTurn {
  readonly agentId: string;
  readonly turnId: string;
  readonly reason: TurnReason;
  readonly startedAt: number;
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
    /** Runs beyond them wait, as those of paused mappings do. */
    readonly limits?: MappingLimits;
  }): Promise<ClaimedRun[]>;
  /** Marks one held run of a pair as running: the oldest of the group that comes after `after`. */
  claimHeldRun(request: {
    readonly now: number;
    readonly pair: string;
    readonly after?: string | undefined;
    readonly suspects: boolean;
    readonly limits?: MappingLimits;
  }): Promise<{ readonly claimed: ClaimedRun; readonly group: string } | undefined>;
  /**
   * Closes the windows whose time has come, or that of one entry whatever its time is: each entry is replaced by what
   * `join` makes of it, and may start. A text that is accepted later is never in it.
   */
  closeWindows(request: {
    readonly now: number;
    readonly entryId?: string;
    readonly join: (window: ClosedWindow) => JoinedEntry;
  }): Promise<ClosedWindow[]>;
  /** Held runs may start, in their order. Absent: those of all pairs. */
  releaseRuns(pair?: string): Promise<void>;
  /** Runs that wait for a limit of their mapping may start where `limits` has none of it. */
  releaseUnlimited(limits: MappingLimits): Promise<void>;
  /** What was said about each reason. */
  alerts(): Promise<AlertRecord[]>;
  /** What an operator has paused, the oldest first. */
  pauses(): Promise<Pause[]>;
  /** Paused twice is paused since the first time. */
  pause(pause: Pause): Promise<void>;
  /** Answers false if it was not paused. What waited for it may start, in its order. */
  resume(pause: Pause): Promise<boolean>;
  /** How much of these mappings waits. */
  parked(mappings: ReadonlySet<string>): Promise<ParkedRuns[]>;
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
   * The earliest time at which a run or a delivery becomes ready, or a window is to be closed; undefined if none waits. What cannot
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

  runs(filter?: RunFilter): Promise<Page<RunRecord>>;
  /** Ids in the order of acceptance, without those that another run repeats already. Default limit: none. */
  selectRuns(filter: RunFilter): Promise<string[]>;
  run(id: string): Promise<RunRecord | undefined>;
  /** An answer may have 1 MiB. */
  runOutcome(id: string, which: { readonly withAnswer: boolean }): Promise<RunOutcome | undefined>;
  /** Each page in its order: of those that wait the oldest first, else the newest page first. */
  events(filter?: EventFilter): Promise<Page<EventRecord>>;
  event(id: string): Promise<EventRecord | undefined>;
  /** Whether events of an agent wait that the next turn of its main session may take. */
  hasWaitingEvents(agentId: string): Promise<boolean>;
  deliveries(filter?: DeliveryFilter): Promise<Page<DeliveryRecord>>;
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
  sessions(filter?: ListFilter): Promise<Page<SessionRecord>>;
  history(agentId: string, key: string): Promise<StoredTurn[]>;
  forgetSession(agentId: string, key: string): Promise<boolean>;
  heartbeatRecords(filter?: HeartbeatFilter): Promise<Page<HeartbeatRecord>>;
  requests(filter?: RequestFilter): Promise<Page<StoredRequest>>;
  /** Adds requests that made nothing, and deletes the oldest beyond 1,000, or 500 without a proof of their sender. */
  noteRequests(requests: readonly StoredRequest[]): Promise<void>;
  work(): Promise<Work>;
  /** What died since a time and was not repeated, by kind, code and mapping: the newest first. */
  failures(since: number): Promise<Failure[]>;
  /** Events, heartbeats and turns of main sessions, the newest first. */
  log(filter: LogFilter): Promise<Page<LogItem>>;
  /** By channel. */
  lastErrors(): Promise<ReadonlyMap<string, ChannelError>>;
  /** Undefined if nothing has this id. */
  related(id: string): Promise<RelatedRecords | undefined>;
  /** The durations of the last 20 turns, in milliseconds: what `Retry-After` is estimated from. */
  recentTurnMs(): Promise<readonly number[]>;
  counts(): Promise<Counts>;
  close(): Promise<void>;
}
