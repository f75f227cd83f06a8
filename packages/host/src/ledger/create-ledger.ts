// An open database → the ledger: each call that changes something is one write of the queue.
import { statfsSync, statSync } from "node:fs";
import type { Ledger, LedgerLimits } from "../model/ledger.ts";
import { accept } from "./accept.ts";
import { commitEffects } from "./commit.ts";
import type { SqlDatabase } from "./driver/driver.ts";
import { claimDeliveries, nextDeliveryAt } from "./tables/deliveries.ts";
import { findDelivery, listDeliveries } from "./tables/delivery-rows.ts";
import { findEvent, listEvents, waitingEvents } from "./tables/event-rows.ts";
import {
  claimMainTurn,
  listHeartbeatRecords,
  listHeartbeats,
  scheduleHeartbeat,
} from "./tables/heartbeats.ts";
import { countAll, forgetSome, recentTurnMs, recover } from "./tables/overview.ts";
import { findRoute, listRoutes, noteRoute } from "./tables/routes.ts";
import { findRun, listRuns } from "./tables/run-rows.ts";
import { claimRuns, nextRunAt } from "./tables/runs.ts";
import { allTurns, forgetSession, listSessions } from "./tables/sessions.ts";
import { createStore } from "./tables/store.ts";
import { createWriteQueue } from "./write-queue.ts";

export interface LedgerParts {
  readonly database: SqlDatabase;
  /** Path of the database file. */
  readonly path: string;
  readonly limits: LedgerLimits;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly warn: (message: string) => void;
  /** Free bytes of the disk. Default: as the file system says. */
  readonly freeBytes?: () => number;
  /** Closes the database and gives up the lock. */
  readonly release: () => void;
}

const WARN_BYTES = 1_073_741_824;

export function createLedger(parts: LedgerParts): Ledger {
  const { database, path, limits, freeBytes = () => freeBytesOf(path) } = parts;
  const store = createStore(database, parts);
  const queue = createWriteQueue(database);
  const isDiskFull = (): boolean => freeBytes() < limits.minFreeBytes;
  let isClosed = false;
  const warnOfSize = (): void => {
    if (sizeOf(path) > WARN_BYTES) parts.warn(largeStore(path));
  };
  warnOfSize();

  return {
    accept: (acceptance) => queue.write(() => accept(store, acceptance, isDiskFull)),
    commit: (effects) => queue.write(() => commitEffects(store, effects)),

    claimRuns: (request) => queue.write(() => claimRuns(store, request)),
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
      await queue.write(() => database.exec("PRAGMA incremental_vacuum(1000)"));
      warnOfSize();
    },

    runs: (filter) => listRuns(store, filter),
    run: (id) => findRun(store, id),
    events: (filter) => listEvents(store, filter),
    event: (id) => findEvent(store, id),
    waitingEvents: (agentId) => waitingEvents(store, agentId),
    deliveries: (filter) => listDeliveries(store, filter),
    delivery: (id) => findDelivery(store, id),
    sessions: (filter) => listSessions(store, filter),
    history: (agentId, key) => allTurns(store, agentId, key),
    forgetSession: (agentId, key) => queue.write(() => forgetSession(store, agentId, key)),
    heartbeatRecords: (filter) => listHeartbeatRecords(store, filter),
    recentTurnMs: () => recentTurnMs(store),
    counts: () => ({ ...countAll(store), bytes: sizeOf(path) }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      queue.close();
      parts.release();
    },
  };
}

function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
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
