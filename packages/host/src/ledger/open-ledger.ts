// A state folder → the ledger, or the problem that says what to do.
import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "@hookwright/base";
import type { Effect } from "../model/effects.ts";
import type { Acceptance, AcceptResult, Ledger, LedgerLimits } from "../model/ledger.ts";
import type { Pause } from "../model/pauses.ts";
import type { SqlDatabase, SqlDriver } from "./driver.ts";
import { loadDriver } from "./driver.ts";
import type { OpenProblem } from "./ledger-error.ts";
import { type LedgerError, storeLost } from "./ledger-error.ts";
import {
  createLeaseCheck,
  giveUpLease,
  hasLease,
  holdLease,
  type LeaseRow,
  type Ownership,
  takeLease,
  waitForLease,
} from "./open/lease.ts";
import { type FolderLock, findOtherUser, lockFolder, takeLock } from "./open/lock.ts";
import { createStoreFile, prepareDatabase } from "./open/prepare-database.ts";
import {
  createPrivateFile,
  OPENING_LOCK_FILE,
  prepareStateFolder,
  STORE_FILE,
} from "./open/state-folder.ts";
import { type CheckStoreFile, watchStoreFile } from "./open/store-file.ts";
import { listAlerts, writeAlert } from "./tables/alerts.ts";
import {
  addDelivery,
  changeDelivery,
  claimDeliveries,
  endUndelivered,
  findDelivery,
  findSentMessage,
  lastSent,
  listDeliveries,
  nextDeliveryAt,
  queueDelivery,
  selectDeliveries,
  sentIds,
  waitingDeliveries,
} from "./tables/deliveries.ts";
import {
  addEvent,
  addGatheringEvent,
  endEvents,
  findEvent,
  giveEventsBack,
  hasWaitingEvents,
  listEvents,
} from "./tables/events.ts";
import {
  claimMainTurn,
  endHeartbeat,
  listHeartbeatRecords,
  listHeartbeats,
  requestHeartbeat,
  scheduleHeartbeat,
} from "./tables/heartbeats.ts";
import { countAll, countDied, forgetSome, recentTurnMs, recover } from "./tables/overview.ts";
import {
  addPause,
  listPauses,
  parkedRuns,
  releaseUnlimited,
  removePause,
} from "./tables/pauses.ts";
import { findRelated } from "./tables/related.ts";
import { currentWork, lastErrors, listFailures, listLog } from "./tables/reports.ts";
import { addAcceptedRequest, listRequests, noteRequests } from "./tables/requests.ts";
import { listRoutes, noteRoute } from "./tables/routes.ts";
import {
  addRun,
  claimHeldRun,
  claimRuns,
  endTry,
  findOutcome,
  findRun,
  hasSuspects,
  heldRuns,
  listRuns,
  markCalled,
  nextRunAt,
  noteStop,
  queueRun,
  releaseRuns,
  selectRuns,
} from "./tables/runs.ts";
import { addTurn, allTurns, forgetSession, listSessions } from "./tables/sessions.ts";
import { createStore, exactText, type Store, textOf } from "./tables/store.ts";
import {
  closeWindows,
  hasWindowToClose,
  joinOpenWindow,
  nextWindowAt,
  openWindow,
} from "./tables/windows.ts";
import { createWriteQueue, type WriteQueue } from "./write-queue.ts";

/** The folder of the store, and its ports. */
export interface OpenLedgerOptions {
  /** Created if it is missing, for its owner alone. */
  readonly folder: string;
  readonly limits: LedgerLimits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly warn: (message: string) => void;
  /** The SQLite library. Default: Node's own, else libsql. */
  readonly driver?: SqlDriver | SqlDriver["id"];
  /** Free bytes of the disk. Default: as the file system says. */
  readonly freeBytes?: () => number;
  /** Shares the folder with other processes that have this option: waits until none of them has the store. */
  readonly standby?: StandbyOptions;
}

/** For a process that takes the store over from another one on the same machine. */
export interface StandbyOptions {
  /**
   * For how long, in milliseconds, this process may give no sign of life before another one takes over, once it has
   * the store. Default: 15,000.
   */
  readonly leaseMs?: number;
  /** Ends the wait, with the problem `standby_ended`. */
  readonly signal?: AbortSignal;
}

/** A process is seldom silent for so long: a commit takes milliseconds, and a collection of memory less than 1 s. */
const LEASE_MS = 15_000;

/** The ledger, or why it cannot be opened and what to do. */
export type OpenLedgerResult =
  | { readonly ok: true; readonly ledger: Ledger }
  | { readonly ok: false; readonly problem: OpenProblem };

/**
 * Opens the store of a state folder, which one process at a time has. Never rejects.
 *
 * @example
 * ```ts
 * const opened = await openLedger({ folder, limits: DEFAULT_LIMITS, clock: Date.now, warn });
 * ```
 */
export async function openLedger(options: OpenLedgerOptions): Promise<OpenLedgerResult> {
  const { folder, driver: wanted } = options;
  const loaded =
    typeof wanted === "object" ? ({ ok: true, driver: wanted } as const) : await loadDriver(wanted);
  if (!loaded.ok) {
    const { message, hint } = loaded;
    return { ok: false, problem: { code: "no_sqlite", message, hint } };
  }
  const problem = prepareStateFolder(folder);
  if (problem !== undefined) return { ok: false, problem };
  try {
    return await openStore(loaded.driver, options);
  } catch (error) {
    return {
      ok: false,
      problem: {
        code: "store_unusable",
        message: `The store in ${folder} cannot be used: ${errorText(error)}`,
        hint: "Check the disk and the rights of the state folder",
      },
    };
  }
}

async function openStore(driver: SqlDriver, options: OpenLedgerOptions): Promise<OpenLedgerResult> {
  const { folder, limits, clock, warn, standby } = options;
  const path = join(folder, STORE_FILE);
  const { freeBytes = () => freeBytesOf(folder) } = options;
  const lock = lockFolder(driver, folder, standby === undefined ? "alone" : "shared");
  if (!lock.ok) return lock;
  const opening: Opening = { driver, folder, path, warn, freeBytes, clock, lock };
  try {
    const opened = standby === undefined ? openAlone(opening) : await openShared(opening, standby);
    if (!opened.ok) {
      lock.release();
      return opened;
    }
    const { database, ownership } = opened;
    lock.own();
    const check = watchStoreFile(path);
    const findLoss = createLeaseCheck(database, ownership);
    const release = releaseOf(database, { check, findLoss, ownership, lock });
    const ports = { limits, clock, warn, freeBytes, check, findLoss, ownership };
    return { ok: true, ledger: createLedger({ database, path, release, ...ports }) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Opening {
  readonly driver: SqlDriver;
  readonly folder: string;
  readonly path: string;
  readonly warn: (message: string) => void;
  readonly freeBytes: () => number;
  readonly clock: () => number;
  readonly lock: FolderLock;
}

type OpenedStore =
  | { readonly ok: true; readonly database: SqlDatabase; readonly ownership: Ownership }
  | { readonly ok: false; readonly problem: OpenProblem };

/** No other process has the lock. */
function openAlone(opening: Opening): OpenedStore {
  const found = openFile(opening);
  if ("problem" in found) return { ok: false, problem: found.problem };
  const { database } = found;
  try {
    const problem = prepareDatabase(database, opening);
    if (problem !== undefined) {
      database.close();
      return { ok: false, problem };
    }
    // The write-ahead log is created at the first transaction.
    return { ok: true, database, ownership: takeLease(database, opening) as Ownership };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The store, made if it is missing, where no process can have it. */
function openFile({
  driver,
  folder,
  path,
  lock,
}: Opening): { readonly database: SqlDatabase } | { readonly problem: OpenProblem } {
  const unmade = existsSync(path)
    ? undefined
    : createStoreFile(driver, { path, hadStore: lock.wasOwned });
  if (unmade !== undefined) return { problem: unmade };
  createPrivateFile(path);
  const used = findOtherUser(driver, folder);
  return used === undefined ? { database: driver.open(path) } : { problem: used };
}

const ENDED_WAIT: OpenProblem = {
  code: "standby_ended",
  message: "The standby was stopped before it had the store",
  hint: "Start it again to wait",
};

/** Other processes may have the store, or wait for it. */
async function openShared(
  opening: Opening,
  { leaseMs = LEASE_MS, signal }: StandbyOptions,
): Promise<OpenedStore> {
  const { warn, clock } = opening;
  const turn = await waitForTurn(opening, signal);
  if (turn === undefined) return { ok: false, problem: ENDED_WAIT };
  const prepared = openPrepared(opening);
  turn.release();
  if ("problem" in prepared) return { ok: false, problem: prepared.problem };
  const { database } = prepared;
  let problem: OpenProblem | undefined;
  /** An upgrade must have ended before another process takes over. */
  const take = (seen: LeaseRow): Ownership | undefined => {
    const ofTaking = takeTurn(opening);
    if (!ofTaking.ok) return undefined;
    try {
      const taken = takeLease(database, { leaseMs, clock, seen });
      if (taken === undefined) return undefined;
      problem = prepareDatabase(database, opening);
      if (problem !== undefined) giveUpLease(database, taken);
      return taken;
    } finally {
      ofTaking.release();
    }
  };
  try {
    const ownership = await waitForLease(database, { leaseMs, warn, signal, take });
    if (ownership !== undefined && problem === undefined) return { ok: true, database, ownership };
    database.close();
    return { ok: false, problem: problem ?? ENDED_WAIT };
  } catch (error) {
    database.close();
    throw error;
  }
}

function takeTurn({ driver, folder }: Opening): ReturnType<typeof takeLock> {
  return takeLock(driver, join(folder, OPENING_LOCK_FILE), "alone");
}

const LOOK_AGAIN_MS = 100;

async function waitForTurn(
  opening: Opening,
  signal: AbortSignal | undefined,
): Promise<{ readonly release: () => void } | undefined> {
  for (;;) {
    if (signal?.aborted === true) return undefined;
    const turn = takeTurn(opening);
    if (turn.ok) return turn;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A standby answers requests meanwhile, so it is not blocked for long. */
const WAITING = "PRAGMA busy_timeout = 100";

/** A store with a lease is left as it is: its owner may be of an older release. */
function openPrepared(
  opening: Opening,
): { readonly database: SqlDatabase } | { readonly problem: OpenProblem } {
  const { driver, path } = opening;
  if (existsSync(path)) {
    createPrivateFile(path);
    const database = driver.open(path);
    database.exec(WAITING);
    if (hasLease(database)) return { database };
    database.close();
  }
  const found = openFile(opening);
  if ("problem" in found) return found;
  const problem = prepareDatabase(found.database, opening);
  found.database.exec(WAITING);
  if (problem === undefined) return found;
  found.database.close();
  return { problem };
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

interface ReleaseParts {
  readonly check: CheckStoreFile;
  readonly findLoss: () => LedgerError | undefined;
  readonly ownership: Ownership;
  readonly lock: FolderLock;
}

function releaseOf(
  database: SqlDatabase,
  { check, findLoss, ownership, lock }: ReleaseParts,
): () => void {
  const unlock = lock.release;
  return () => {
    // SQLite would remove the write-ahead log of the file that replaced it, so it stays open until the process ends.
    if (check() !== undefined) return unlock();
    if (findLoss() === undefined) tryToGiveUp(database, ownership);
    else lock.disown();
    // Moves the rest of the write-ahead log into the file, so that a copy of the file is complete.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    unlock();
  };
}

/** On a full disk the next process finds that this one has ended. */
function tryToGiveUp(database: SqlDatabase, ownership: Ownership): void {
  try {
    giveUpLease(database, ownership);
  } catch {
    // See above.
  }
}

interface LedgerParts {
  readonly database: SqlDatabase;
  /** Path of the database file. */
  readonly path: string;
  readonly limits: LedgerLimits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly warn: (message: string) => void;
  /** Free bytes of the disk. */
  readonly freeBytes: () => number;
  /** Whether the files are still those that were opened. */
  readonly check: CheckStoreFile;
  /** Why this process may not write any more. */
  readonly findLoss: () => LedgerError | undefined;
  readonly ownership: Ownership;
  /** Closes the database and gives up the lease and the lock. */
  readonly release: () => void;
}

const WARN_BYTES = 1_073_741_824;

/** An open database → the ledger: each call that changes something is one write of the queue. */
function createLedger(parts: LedgerParts): Ledger {
  const { database, path, limits, freeBytes, clock, ownership } = parts;
  const store = createStore(database, parts);
  const findFault = (): LedgerError | undefined => {
    const found = parts.check();
    return found === undefined ? undefined : storeLost(path, found);
  };
  const findLoss = (): LedgerError | undefined => {
    const lost = parts.findLoss();
    if (lost !== undefined) lease.noteLost();
    return lost;
  };
  const queue = createWriteQueue(database, { clock, findFault, findLoss });
  const lease = holdLease(database, { leaseMs: ownership.leaseMs, clock, write: queue.write });
  const isDiskFull = oncePerBatch(() => freeBytes() < limits.minFreeBytes);
  let isClosed = false;
  const warnOfSize = (): void => {
    if (sizeOf(path) > WARN_BYTES) parts.warn(largeStore(path));
  };
  warnOfSize();
  const shrinker = createShrinker(database, queue);
  // The previous process may have ended before it gave everything back.
  shrinker.start();

  return {
    lease,
    accept: (acceptance) =>
      queue.write(() => accept(store, acceptance, isDiskFull), { isRepeatable: true }),
    commit: (effects) => queue.write(() => commitEffects(store, effects)),

    noteStop: () => queue.write(() => noteStop(store)),

    claimRuns: (request) => queue.write(() => claimRuns(store, request)),
    claimHeldRun: (request) => queue.write(() => claimHeldRun(store, request)),
    closeWindows: async (request) =>
      hasWindowToClose(store, request) ? queue.write(() => closeWindows(store, request)) : [],
    releaseRuns: (pair) => queue.write(() => releaseRuns(store, pair)),
    releaseUnlimited: (limits) => queue.write(() => releaseUnlimited(store, limits)),
    alerts: async () => listAlerts(store),
    pauses: async () => listPauses(store),
    pause: (pause) => queue.write(() => addPause(store, pause)),
    resume: (pause) => queue.write(() => resume(store, pause)),
    parked: async (mappings) => parkedRuns(store, mappings),
    heldRuns: async (acceptedBefore) => heldRuns(store, acceptedBefore),
    hasSuspects: async () => hasSuspects(store),
    claimMainTurn: (request) => queue.write(() => claimMainTurn(store, request)),
    claimDeliveries: (request) => queue.write(() => claimDeliveries(store, request)),

    async nextDueAt({ runs = true, pausedChannels = new Set<string>() } = {}) {
      const times = [
        runs ? nextRunAt(store) : undefined,
        nextDeliveryAt(store, pausedChannels),
        nextWindowAt(store),
      ].filter((time) => time !== undefined);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    heartbeats: async () => listHeartbeats(store),
    scheduleHeartbeat: (request) => queue.write(() => scheduleHeartbeat(store, request)),
    noteRoute: (route) => queue.write(() => noteRoute(store, route)),
    routes: async (agentId) => listRoutes(store, agentId),

    recover: async () => recover(store),
    async forget(before) {
      while (await queue.write(() => forgetSome(store, before)));
      shrinker.start();
      warnOfSize();
    },

    runs: async (filter) => listRuns(store, filter),
    selectRuns: async (filter) => selectRuns(store, filter),
    run: async (id) => findRun(store, id),
    runOutcome: async (id, which) => findOutcome(store, id, which),
    events: async (filter) => listEvents(store, filter),
    event: async (id) => findEvent(store, id),
    hasWaitingEvents: async (agentId) => hasWaitingEvents(store, agentId),
    deliveries: async (filter) => listDeliveries(store, filter),
    selectDeliveries: async (filter) => selectDeliveries(store, filter),
    delivery: async (id) => findDelivery(store, id),
    waitingDeliveries: async (request) => waitingDeliveries(store, request),
    sentIds: async (request) => sentIds(store, request),
    died: async (since) => countDied(store, since),
    lastSent: async () => lastSent(store),
    requests: async (filter) => listRequests(store, filter),
    noteRequests: (requests) => queue.write(() => noteRequests(store, requests)),
    work: async () => currentWork(store),
    failures: async (since) => listFailures(store, since),
    log: async (filter) => listLog(store, filter),
    lastErrors: async () => lastErrors(store),
    related: async (id) => findRelated(store, id),
    sessions: async (filter) => listSessions(store, filter),
    history: async (agentId, key) => allTurns(store, agentId, key),
    forgetSession: (agentId, key) => queue.write(() => forgetSession(store, agentId, key)),
    heartbeatRecords: async (filter) => listHeartbeatRecords(store, filter),
    recentTurnMs: async () => recentTurnMs(store),
    async counts() {
      const lost = findFault();
      const fault = lost ? { at: parts.clock(), message: lost.message } : queue.fault();
      return {
        ...countAll(store),
        bytes: sizeOf(path),
        freeBytes: bytesOrNone(freeBytes),
        minFreeBytes: limits.minFreeBytes,
        ...(fault !== undefined && { fault }),
      };
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      shrinker.stop();
      lease.stop();
      queue.close();
      parts.release();
    },
  };
}

/** Writes that share a commit run one after the other, without a microtask between them: they share the answer. */
function oncePerBatch(ask: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => {
    if (known === undefined) {
      known = ask();
      queueMicrotask(() => {
        known = undefined;
      });
    }
    return known;
  };
}

interface Shrinker {
  /** Returns the space of deleted rows to the disk, unless it already does. */
  start(): void;
  stop(): void;
}

/** 512 KiB: a slice delays other writes by some milliseconds. */
const PAGES_PER_SLICE = 128;

const SLICE_PAUSE_MS = 20;

/** Slices run only while no write waits. After a failure, the next day or the next start tries again. */
function createShrinker(database: SqlDatabase, queue: WriteQueue): Shrinker {
  let waiting: NodeJS.Timeout | undefined;

  const giveBack = (): boolean => {
    database.exec(`PRAGMA incremental_vacuum(${PAGES_PER_SLICE})`);
    return freePages(database) > 0;
  };
  const runSlice = async (): Promise<void> => {
    const isMore = queue.isBusy() || (await queue.write(giveBack));
    if (waiting === undefined) return;
    if (isMore) wait();
    // The file itself shrinks when the write-ahead log is merged.
    else {
      stop();
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  };
  const wait = (): void => {
    waiting = setTimeout(() => runSlice().catch(stop), SLICE_PAUSE_MS).unref();
  };
  const stop = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
  };

  return {
    start: () => {
      if (waiting === undefined && freePages(database) > 0) wait();
    },
    stop,
  };
}

function freePages(database: SqlDatabase): number {
  return database.prepare("PRAGMA freelist_count").get()?.["freelist_count"] as number;
}

/** A disk that cannot be queried cannot be written to either. */
function bytesOrNone(freeBytes: () => number): number {
  try {
    return freeBytes();
  } catch {
    return 0;
  }
}

/** The database and its write-ahead log. */
function sizeOf(path: string): number {
  return [path, `${path}-wal`]
    .map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}

function largeStore(path: string): string {
  return (
    `The store ${path} is larger than 1 GiB: ` +
    'set "host.retainDays" to keep what has ended for a shorter time'
  );
}

/** In bytes, as JSON: bodies have 256 KiB, and `forEach` and templates can make more of them. */
const MAX_ACTION_BYTES = 1_048_576;

/** Runs in a transaction: the key, the limits and the entry are one commit. */
function accept(store: Store, acceptance: Acceptance, isDiskFull: () => boolean): AcceptResult {
  const { key, at } = acceptance;
  if (key !== undefined) {
    const known = store
      .sql("SELECT receipt FROM receipts WHERE key = ? AND expires_at > ?")
      .get(exactText(key.text), at);
    if (known !== undefined) return { ok: true, receiptId: textOf(known, "receipt"), repeat: true };
  }
  if (isDiskFull()) return { ok: false, code: "storage_full" };
  const { route, failed } = acceptance;
  const sent = failed && findSentMessage(store, failed);
  if (sent?.state === "sending") return { ok: false, code: "delivery_busy" };
  const added = addEntry(store, acceptance);
  if ("refusal" in added) return { ok: false, code: added.refusal };
  const { receiptId } = added;
  addAcceptedRequest(store, acceptance, receiptId);
  if (route !== undefined) noteRoute(store, route);
  const dead = failed && sent && endUndelivered(store, sent, { ...failed, at });
  if (key !== undefined) {
    store
      .sql("INSERT OR REPLACE INTO receipts (key, receipt, expires_at) VALUES (?, ?, ?)")
      .run(exactText(key.text), receiptId, at + key.ttlMs);
  }
  const { joined = false } = added;
  return {
    ok: true,
    receiptId,
    repeat: false,
    ...(joined && { joined }),
    ...(dead !== undefined && { dead }),
  };
}

type AddedEntry =
  | { readonly receiptId: string; readonly joined?: boolean }
  | { readonly refusal: "queue_full" | "action_too_large" };

/** What is joined needs no room of its own. */
function addEntry(store: Store, acceptance: Acceptance): AddedEntry {
  const { entry, window } = acceptance;
  if (window === undefined) return addNewEntry(store, acceptance);
  const open = joinOpenWindow(store, entry, window);
  if (open !== undefined) return { receiptId: open, joined: true };
  const added = addNewEntry(store, acceptance);
  if ("receiptId" in added) openWindow(store, entry, added.receiptId, window);
  return added;
}

type NewEntry = Exclude<AddedEntry, { joined: true }>;

function addNewEntry(store: Store, acceptance: Acceptance): NewEntry {
  const { receiptId, entry, window } = acceptance;
  const gathers = window !== undefined;
  if (entry.kind === "event") return addWake(store, { ...acceptance, entry });
  if (entry.kind === "delivery") return addMessage(store, { receiptId, entry, gathers });
  const action = JSON.stringify(entry.run.action);
  if (isTooLarge(action)) return { refusal: "action_too_large" };
  return queueRun(store, entry.run, { action, gathers })
    ? { receiptId }
    : { refusal: "queue_full" };
}

type EntryOf<Kind extends Acceptance["entry"]["kind"]> = Extract<
  Acceptance["entry"],
  { readonly kind: Kind }
>;

function addWake(
  store: Store,
  { at, entry, window }: Acceptance & { readonly entry: EntryOf<"event"> },
): NewEntry {
  const { event, wakeNow, isPaused = false } = entry;
  if (isTooLarge(JSON.stringify(event))) return { refusal: "action_too_large" };
  const receiptId =
    window === undefined
      ? addEvent(store, event, { askedNow: wakeNow, beyondBound: "refuse" })
      : addGatheringEvent(store, event, wakeNow);
  if (receiptId === undefined) return { refusal: "queue_full" };
  if (wakeNow && !isPaused && window === undefined) {
    requestHeartbeat(store, { agentId: event.agentId, at, reason: "wake" });
  }
  return { receiptId };
}

function addMessage(
  store: Store,
  {
    receiptId,
    entry,
    gathers,
  }: {
    readonly receiptId: string;
    readonly entry: EntryOf<"delivery">;
    readonly gathers: boolean;
  },
): NewEntry {
  const { delivery, events } = entry;
  if (isTooLarge(JSON.stringify(delivery))) return { refusal: "action_too_large" };
  const { maxRuns: maxWaiting } = store.limits;
  if (!queueDelivery(store, delivery, { maxWaiting, gathers })) return { refusal: "queue_full" };
  for (const event of events) addEvent(store, event, { askedNow: false, beyondBound: "count" });
  return { receiptId };
}

function resume(store: Store, pause: Pause): boolean {
  const asking = removePause(store, pause);
  for (const agentId of asking ?? []) {
    requestHeartbeat(store, { agentId, at: pause.at, reason: "wake" });
  }
  return asking !== undefined;
}

function isTooLarge(text: string): boolean {
  // A UTF-16 code unit has at most three bytes: most texts need no count.
  return text.length * 3 > MAX_ACTION_BYTES && Buffer.byteLength(text) > MAX_ACTION_BYTES;
}

/** A list of effects → changes of the tables, within one transaction. */
function commitEffects(store: Store, effects: readonly Effect[]): void {
  const asking = effects.flatMap((effect) =>
    effect.kind === "heartbeat-request" ? [effect.agentId] : [],
  );
  // The requests in the same list say which events ask for a turn at once.
  const askedNow = new Set(asking);
  for (const effect of effects) apply(store, effect, askedNow);
}

function apply(store: Store, effect: Effect, askedNow: ReadonlySet<string>): void {
  switch (effect.kind) {
    case "run":
      endTry(store, effect);
      break;
    case "run-called":
      markCalled(store, effect);
      break;
    case "run-added":
      addRun(store, effect.run);
      break;
    case "history":
      addTurn(store, effect);
      break;
    case "event": {
      const options = {
        askedNow: askedNow.has(effect.event.agentId),
        beyondBound: "count",
      } as const;
      addEvent(store, effect.event, options);
      break;
    }
    case "events-done":
      endEvents(store, effect.turnId);
      break;
    case "events-back":
      giveEventsBack(store, effect.turnId);
      break;
    case "heartbeat-request":
      requestHeartbeat(store, effect);
      break;
    case "heartbeat":
      endHeartbeat(store, effect);
      break;
    case "delivery":
      addDelivery(store, effect.delivery);
      break;
    case "alert":
      writeAlert(store, effect);
      break;
    case "delivery-change":
      changeDelivery(store, effect);
      break;
  }
}
