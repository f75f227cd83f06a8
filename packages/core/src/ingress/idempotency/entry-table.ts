// Keys, claimed or finished → a table within bounds, which forgets what was finished first and what is over.
import type { StoredAnswer } from "../../model/idempotency/store.ts";

/** One object for the whole life of a key: what is in flight and what is kept are fields of it. */
export interface Entry {
  readonly name: string;
  /** Of the claim in flight; undefined where there is none. */
  token: string | undefined;
  claimedUntil: number;
  fingerprint: string | undefined;
  answer: StoredAnswer | undefined;
  progress: string | undefined;
  keptUntil: number;
  bytes: number;
  /** In the queue of finished entries; NOWHERE for one that is not in it. */
  place: number;
}

export interface TableLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Hears of claims that have expired. */
  readonly onExpired: (token: string) => void;
}

export interface EntryTable {
  /** Without what is over; undefined where nothing is left. */
  readonly find: (name: string, now: number) => Entry | undefined;
  readonly enter: (name: string) => Entry;
  /** Ends the claim of an entry, and keeps what is there to keep. */
  readonly settle: (entry: Entry, kept: Kept) => void;
  readonly hasRoom: (entries: number) => boolean;
  /** Whether so many entries have room, once what was finished first is forgotten. */
  readonly makeRoom: (entries: number) => boolean;
  /** Looks at a few finished entries. Called for each claim, it gets round before many more can come. */
  readonly sweep: (now: number) => void;
}

export interface Kept extends Pick<Entry, "answer" | "progress"> {
  readonly until: number;
}

/** Of the objects and the place in a map: measured on Node 20, rounded up. */
const OVERHEAD_BYTES = 300;

/** Two for each that comes: the queue is looked through before it has grown by half. */
const SWEPT_AT_ONCE = 2;

/** A queue is cut where its used-up part is longer than this, and than the rest. */
const MIN_CUT = 1_024;

const NOWHERE = -1;

export function createEntryTable({ maxEntries, maxBytes, onExpired }: TableLimits): EntryTable {
  const entries = new Map<string, Entry>();
  // In the order in which they were finished. An array, because a map that loses its first entry over
  // and over looks through the places of all that it has lost.
  let queue: (Entry | undefined)[] = [];
  let first = 0;
  let swept = 0;
  let bytes = 0;

  const leaveQueue = (entry: Entry): void => {
    if (entry.place === NOWHERE) return;
    queue[entry.place] = undefined;
    entry.place = NOWHERE;
  };

  const drop = (entry: Entry): void => {
    leaveQueue(entry);
    entries.delete(entry.name);
    bytes -= entry.bytes;
  };

  const expire = (entry: Entry, now: number): boolean => {
    if (entry.token !== undefined && entry.claimedUntil <= now) {
      onExpired(entry.token);
      entry.token = undefined;
    }
    if (entry.keptUntil <= now) {
      entry.answer = undefined;
      entry.progress = undefined;
    }
    const isOver =
      entry.token === undefined && entry.answer === undefined && entry.progress === undefined;
    if (isOver) drop(entry);
    return isOver;
  };

  const isTooMuch = (more: number): boolean =>
    entries.size + more > maxEntries || bytes + more * OVERHEAD_BYTES > maxBytes;

  const dropFirst = (): void => {
    const entry = queue[first];
    first += 1;
    if (entry !== undefined) {
      leaveQueue(entry);
      // One that is claimed again stays, with the progress of before.
      if (entry.token === undefined) drop(entry);
    }
    if (first > MIN_CUT && first > queue.length / 2) cut();
  };

  const cut = (): void => {
    queue = queue.slice(first);
    for (let place = 0; place < queue.length; place++) {
      const entry = queue[place];
      if (entry !== undefined) entry.place = place;
    }
    swept = Math.max(0, swept - first);
    first = 0;
  };

  return {
    find(name, now) {
      const entry = entries.get(name);
      return entry === undefined || expire(entry, now) ? undefined : entry;
    },
    enter(name) {
      const known = entries.get(name);
      if (known !== undefined) return known;
      const entry = createEntry(name);
      entries.set(name, entry);
      bytes += entry.bytes;
      return entry;
    },
    settle(entry, { answer, progress, until }) {
      entry.token = undefined;
      leaveQueue(entry);
      const text = answer?.body ?? progress;
      if (text === undefined) {
        drop(entry);
        return;
      }
      const size = sizeOf(entry.name, text);
      bytes += size - entry.bytes;
      entry.bytes = size;
      entry.answer = answer;
      entry.progress = progress;
      entry.keptUntil = until;
      entry.place = queue.length;
      queue.push(entry);
      while (isTooMuch(0) && first < queue.length) dropFirst();
    },
    hasRoom: (more) => !isTooMuch(more),
    makeRoom(more) {
      while (isTooMuch(more) && first < queue.length) dropFirst();
      return !isTooMuch(more);
    },
    sweep(now) {
      for (let looked = 0; looked < SWEPT_AT_ONCE; looked++) {
        if (swept >= queue.length) swept = first;
        const entry = queue[swept];
        swept += 1;
        if (entry !== undefined) expire(entry, now);
      }
    },
  };
}

function createEntry(name: string): Entry {
  return {
    name,
    token: undefined,
    claimedUntil: 0,
    fingerprint: undefined,
    answer: undefined,
    progress: undefined,
    keptUntil: 0,
    bytes: sizeOf(name, ""),
    place: NOWHERE,
  };
}

function sizeOf(name: string, text: string): number {
  return OVERHEAD_BYTES + 2 * (name.length + text.length);
}

/** A conflict is certain only where both are known. */
export function differ(known: string | undefined, fingerprint: string | undefined): boolean {
  return known !== undefined && fingerprint !== undefined && known !== fingerprint;
}
