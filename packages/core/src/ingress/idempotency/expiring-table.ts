// Entries with a time and a size → a table that knows its bytes, and forgets what is over bit by bit.

export interface Expiring {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly bytes: number;
}

export interface ExpiringTable<Entry extends Expiring> {
  /** Undefined, and forgotten, where its time is over. */
  readonly find: (name: string, now: number) => Entry | undefined;
  readonly set: (name: string, entry: Entry) => void;
  readonly drop: (name: string) => void;
  /** False where there is none. */
  readonly dropOldest: () => boolean;
  /** Looks at a few entries. Called for each claim, it gets round before many more can come. */
  readonly sweep: (now: number) => void;
  readonly size: () => number;
  readonly bytes: () => number;
}

/** Two for each that comes: the table is looked through before it has grown by half. */
const SWEPT_AT_ONCE = 2;

export function createExpiringTable<Entry extends Expiring>(): ExpiringTable<Entry> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  // Iterators of a map go on over what is set and deleted meanwhile.
  let sweeping = entries.entries();

  const drop = (name: string): void => {
    bytes -= entries.get(name)?.bytes ?? 0;
    entries.delete(name);
  };

  return {
    find(name, now) {
      const entry = entries.get(name);
      if (entry === undefined || entry.until > now) return entry;
      drop(name);
      return undefined;
    },
    set(name, entry) {
      drop(name);
      entries.set(name, entry);
      bytes += entry.bytes;
    },
    drop,
    dropOldest() {
      for (const name of entries.keys()) {
        drop(name);
        return true;
      }
      return false;
    },
    sweep(now) {
      for (let looked = 0; looked < SWEPT_AT_ONCE; looked++) {
        const next = sweeping.next();
        if (next.done === true) {
          sweeping = entries.entries();
          return;
        }
        const [name, { until }] = next.value;
        if (until <= now) drop(name);
      }
    },
    size: () => entries.size,
    bytes: () => bytes,
  };
}
