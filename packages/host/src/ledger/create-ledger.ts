// An open database → the ledger: each call that changes something is one write of the queue.
import { statSync } from "node:fs";
import type { Ledger, LedgerLimits } from "../model/ledger.ts";
import { accept } from "./accept.ts";
import { commitEffects } from "./commit.ts";
import type { SqlDatabase } from "./driver/driver.ts";
import { claimDeliveries, nextDeliveryAt } from "./tables/deliveries.ts";
import {
  findDelivery,
  lastSent,
  listDeliveries,
  selectDeliveries,
  waitingDeliveries,
} from "./tables/delivery-rows.ts";
import { findEvent, listEvents, waitingEvents } from "./tables/event-rows.ts";
import {
  claimMainTurn,
  listHeartbeatRecords,
  listHeartbeats,
  scheduleHeartbeat,
} from "./tables/heartbeats.ts";
import { countAll, countDied, forgetSome, recentTurnMs, recover } from "./tables/overview.ts";
import { findRoute, listRoutes, noteRoute } from "./tables/routes.ts";
import { findRun, listRuns, selectRuns } from "./tables/run-rows.ts";
import {
  claimHeldRun,
  claimRuns,
  hasSuspects,
  heldRuns,
  nextRunAt,
  releaseRuns,
} from "./tables/runs.ts";
import { allTurns, forgetSession, listSessions } from "./tables/sessions.ts";
import { createStore } from "./tables/store.ts";
import { createWriteQueue, type WriteQueue } from "./write-queue.ts";

export interface LedgerParts {
  readonly database: SqlDatabase;
  /** Path of the database file. */
  readonly path: string;
  readonly limits: LedgerLimits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly warn: (message: string) => void;
  /** Free bytes of the disk. */
  readonly freeBytes: () => number;
  /** Closes the database and gives up the lock. */
  readonly release: () => void;
}

const WARN_BYTES = 1_073_741_824;

export function createLedger(parts: LedgerParts): Ledger {
  const { database, path, limits, freeBytes } = parts;
  const store = createStore(database, parts);
  const queue = createWriteQueue(database, parts.clock);
  const isDiskFull = (): boolean => freeBytes() < limits.minFreeBytes;
  let isClosed = false;
  const warnOfSize = (): void => {
    if (sizeOf(path) > WARN_BYTES) parts.warn(largeStore(path));
  };
  warnOfSize();
  const shrinker = createShrinker(database, queue);
  // The process before may have ended before all was given back.
  shrinker.start();

  return {
    accept: (acceptance) => queue.write(() => accept(store, acceptance, isDiskFull)),
    commit: (effects) => queue.write(() => commitEffects(store, effects)),

    claimRuns: (request) => queue.write(() => claimRuns(store, request)),
    claimHeldRun: (request) => queue.write(() => claimHeldRun(store, request)),
    releaseRuns: (pair) => queue.write(() => releaseRuns(store, pair)),
    heldRuns: (acceptedBefore) => heldRuns(store, acceptedBefore),
    hasSuspects: () => hasSuspects(store),
    claimMainTurn: (request) => queue.write(() => claimMainTurn(store, request)),
    claimDeliveries: (request) => queue.write(() => claimDeliveries(store, request)),

    nextDueAt({ runs = true, pausedChannels = new Set<string>() } = {}) {
      const times = [
        runs ? nextRunAt(store) : undefined,
        nextDeliveryAt(store, pausedChannels),
      ].filter((time) => time !== undefined);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    heartbeats: () => listHeartbeats(store),
    scheduleHeartbeat: (request) => queue.write(() => scheduleHeartbeat(store, request)),
    noteRoute: (route) => queue.write(() => noteRoute(store, route)),
    route: (request) => findRoute(store, request),
    routes: () => listRoutes(store),

    recover: () => recover(store),
    async forget(before) {
      while (await queue.write(() => forgetSome(store, before)));
      shrinker.start();
      warnOfSize();
    },

    runs: (filter) => listRuns(store, filter),
    selectRuns: (filter) => selectRuns(store, filter),
    run: (id) => findRun(store, id),
    events: (filter) => listEvents(store, filter),
    event: (id) => findEvent(store, id),
    waitingEvents: (agentId) => waitingEvents(store, agentId),
    deliveries: (filter) => listDeliveries(store, filter),
    selectDeliveries: (filter) => selectDeliveries(store, filter),
    delivery: (id) => findDelivery(store, id),
    waitingDeliveries: (request) => waitingDeliveries(store, request),
    died: (since) => countDied(store, since),
    lastSent: () => lastSent(store),
    sessions: (filter) => listSessions(store, filter),
    history: (agentId, key) => allTurns(store, agentId, key),
    forgetSession: (agentId, key) => queue.write(() => forgetSession(store, agentId, key)),
    heartbeatRecords: (filter) => listHeartbeatRecords(store, filter),
    recentTurnMs: () => recentTurnMs(store),
    counts() {
      const fault = queue.fault();
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
      queue.close();
      parts.release();
    },
  };
}

interface Shrinker {
  /** Gives back what rows that were deleted have left, unless it does so already. */
  start(): void;
  stop(): void;
}

/** 512 KiB: a slice holds up what arrives for some milliseconds. */
const PAGES_PER_SLICE = 128;
const SLICE_PAUSE_MS = 20;

/** Slices only run while no write waits. One that fails ends it: the next day, or the next start, tries again. */
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
    // The file itself gets shorter when the log of writes is taken over.
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

/** A disk that cannot be asked takes nothing either. */
function bytesOrNone(freeBytes: () => number): number {
  try {
    return freeBytes();
  } catch {
    return 0;
  }
}

/** The database and what of it is still in the log of writes. */
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
