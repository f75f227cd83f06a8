// Records of requests, some with an event → the newest of them, in memory, their events without secrets.
import type { LiveItem, LiveRecord, LiveRequest, MissingEvent, Page } from "@hookwright/host/api";

/** An event as `hookwright record` writes it, and a name for its file. */
export interface PreparedEvent {
  readonly name: string;
  readonly event: NonNullable<LiveRequest["event"]>;
}

/** Takes some milliseconds for an event of some kilobytes. */
type Prepare = () => PreparedEvent | MissingEvent;

interface RequestRing {
  /** The id of the request. Its event is prepared a little later, unless there is a reason why it is not kept. */
  readonly add: (record: LiveRecord, event: Prepare | MissingEvent) => string;
  readonly list: (filter: { readonly before?: string; readonly limit?: number }) => Page<LiveItem>;
  readonly show: (id: string) => LiveRequest | undefined;
  readonly close: () => void;
}

/** Some pages of a list. Older ones are in the log. */
const MAX_REQUESTS = 500;

/** All events together, as JSON in memory: two bytes for a character. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Those whose secrets were not yet replaced. Their bodies are in memory. */
const MAX_WAITING = 50;

/** Replacing secrets stops for requests after this time, ... */
const TURN_MS = 5;

/** ... and rests for this many times what it took: it may use a fifth of the time of the server. */
const REST = 4;

const PAGE = 100;

interface Kept {
  readonly id: string;
  readonly record: LiveRecord;
  missing?: MissingEvent;
  waiting?: Prepare;
  name?: string;
  /** The event, as JSON. */
  text?: string;
}

/** `start` is a part of each id. */
export function createRequestRing(start: string): RequestRing {
  const now = (): number => performance.now();
  const kept: Kept[] = [];
  let count = 0;
  let characters = 0;
  let waiting: Kept[] = [];
  let restUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The text of the event goes first, and with the request itself, when it is the oldest. */
  const forget = (one: Kept, missing: MissingEvent): void => {
    characters -= one.text?.length ?? 0;
    delete one.text;
    delete one.waiting;
    one.missing = missing;
  };

  const prepareOne = (one: Kept): void => {
    const prepared = one.waiting?.();
    delete one.waiting;
    if (typeof prepared !== "object") {
      if (prepared !== undefined) one.missing = prepared;
      return;
    }
    one.name = prepared.name;
    one.text = JSON.stringify(prepared.event);
    characters += one.text.length;
    for (const old of kept) {
      if (characters <= MAX_CHARACTERS) break;
      if (old.text !== undefined) forget(old, "gone");
    }
  };

  const work = (): void => {
    timer = undefined;
    const begun = now();
    do {
      const next = waiting.shift();
      if (next !== undefined) prepareOne(next);
    } while (waiting.length > 0 && now() - begun < TURN_MS);
    const ended = now();
    restUntil = ended + (ended - begun) * REST;
    schedule();
  };

  const schedule = (): void => {
    if (waiting.length === 0 || timer !== undefined) return;
    timer = setTimeout(work, Math.max(0, restUntil - now()));
    timer.unref();
  };

  return {
    add: (record, event) => {
      count += 1;
      const one: Kept = { id: `${start}-${count}`, record };
      kept.push(one);
      if (kept.length > MAX_REQUESTS) {
        const [oldest] = kept.splice(0, 1) as [Kept];
        forget(oldest, "gone");
      }
      if (typeof event === "string") {
        one.missing = event;
        return one.id;
      }
      one.waiting = event;
      waiting.push(one);
      if (waiting.length > MAX_WAITING) forget(waiting.shift() as Kept, "busy");
      schedule();
      return one.id;
    },
    list: ({ before, limit = PAGE }) => {
      const end = before === undefined ? kept.length : kept.findIndex(({ id }) => id === before);
      // What is not there any more is older than everything that is.
      const begin = Math.max(0, end - limit);
      const items = kept.slice(begin, Math.max(0, end)).reverse().map(itemOf);
      const next = begin > 0 ? items.at(-1)?.id : undefined;
      return { items, ...(next !== undefined && { next }) };
    },
    show: (id) => {
      const one = kept.find((candidate) => candidate.id === id);
      if (one === undefined) return undefined;
      if (one.waiting !== undefined) {
        waiting = waiting.filter((candidate) => candidate !== one);
        prepareOne(one);
      }
      const { text, name } = one;
      if (text === undefined || name === undefined) return itemOf(one);
      return { ...itemOf(one), name, event: JSON.parse(text) };
    },
    close: () => clearTimeout(timer),
  };
}

function itemOf({ id, record, missing }: Kept): LiveItem {
  return { id, record, ...(missing !== undefined && { missing }) };
}
