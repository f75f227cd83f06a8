// Keys, claimed or finished → a table within bounds, which forgets what was finished first and what is over.

import { createNumbers, grow } from "./number-columns.ts";
import { NOWHERE, RowList } from "./row-list.ts";
import type { StoredAnswer } from "./store.ts";

export interface TableLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Hears of a claim when the first of its rows is found to be over. */
  readonly onExpired: (token: number, now: number) => void;
}

export interface RowClaim {
  readonly token: number;
  readonly until: number;
  readonly fingerprint: number | undefined;
}

/** What is there to keep of an entry whose claim ends. */
export interface Kept {
  readonly answer: StoredAnswer | undefined;
  readonly progress: string | undefined;
  readonly until: number;
}

/** Of the row and the place in a map: measured on Node 20, rounded up. */
const OVERHEAD_BYTES = 300;

/** Two for each that comes: the finished rows are looked through before they have grown by half. */
const SWEPT_AT_ONCE = 2;

const FIRST_ROWS = 64;

/** No claim is in flight. */
const UNCLAIMED = 0;

/**
 * Columns and not objects: thousands of entries outlive collections of garbage, which then have nothing to
 * follow but texts. A row is a number that is used again: whoever holds one compares its token.
 */
export class EntryTable {
  readonly #limits: TableLimits;
  readonly #rows = new Map<string, number>();
  readonly #finished = new RowList();
  readonly #free: number[] = [];
  readonly #names: string[] = [];
  readonly #answers: (StoredAnswer | undefined)[] = [];
  readonly #progress: (string | undefined)[] = [];
  #numbers = createNumbers(FIRST_ROWS);
  #bytes = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** Without what is over; `NOWHERE` where nothing is left. */
  find(name: string, now: number): number {
    const row = this.#rows.get(name);
    return row === undefined || this.#expire(row, now) ? NOWHERE : row;
  }

  answerOf(row: number): StoredAnswer | undefined {
    return this.#answers[row];
  }

  progressOf(row: number): string | undefined {
    return this.#progress[row];
  }

  /** Whether the row is another body's: certain only where both fingerprints are known. */
  isOfOther(row: number, fingerprint: number = Number.NaN): boolean {
    const known = this.#numbers.fingerprints[row] as number;
    return known !== fingerprint && !Number.isNaN(known) && !Number.isNaN(fingerprint);
  }

  isClaimed(row: number): boolean {
    return this.#numbers.tokens[row] !== UNCLAIMED;
  }

  isHeldBy(row: number, token: number, now: number): boolean {
    const { tokens, claimedUntil } = this.#numbers;
    return tokens[row] === token && (claimedUntil[row] as number) > now;
  }

  claim(name: string, { token, until, fingerprint = Number.NaN }: RowClaim): number {
    const row = this.#rows.get(name) ?? this.#enter(name);
    this.#numbers.tokens[row] = token;
    this.#numbers.claimedUntil[row] = until;
    this.#numbers.fingerprints[row] = fingerprint;
    return row;
  }

  /** Nothing, where the row is not the claim's any more. */
  expireClaim(row: number, token: number, now: number): void {
    if (this.#numbers.tokens[row] === token) this.#expire(row, now);
  }

  extend(row: number, until: number): void {
    this.#numbers.claimedUntil[row] = until;
  }

  /** Ends the claim of a row, and keeps what is there to keep. */
  settle(row: number, { answer, progress, until }: Kept): void {
    this.#numbers.tokens[row] = UNCLAIMED;
    const text = answer?.body ?? progress;
    if (text === undefined) {
      this.#drop(row);
      return;
    }
    const bytes = sizeOf(this.#names[row] as string, text);
    this.#bytes += bytes - (this.#numbers.bytes[row] as number);
    this.#numbers.bytes[row] = bytes;
    this.#numbers.keptUntil[row] = until;
    this.#answers[row] = answer;
    this.#progress[row] = progress;
    this.#finished.moveToEnd(row);
    this.makeRoom(0);
  }

  /** Whether so many entries have room, once what was finished first is forgotten. */
  makeRoom(more: number): boolean {
    while (!this.hasRoom(more) && this.#finished.first !== NOWHERE) {
      const row = this.#finished.first;
      // One that is claimed again stays, with the progress of before.
      if (this.isClaimed(row)) this.#finished.remove(row);
      else this.#drop(row);
    }
    return this.hasRoom(more);
  }

  hasRoom(more: number): boolean {
    const { maxEntries, maxBytes } = this.#limits;
    return this.#rows.size + more <= maxEntries && this.#bytes + more * OVERHEAD_BYTES <= maxBytes;
  }

  /** Looks at a few finished rows. Called for each claim, it gets round before many more can come. */
  sweep(now: number): void {
    for (let looked = 0; looked < SWEPT_AT_ONCE; looked++) {
      const row = this.#finished.next();
      if (row !== NOWHERE) this.#expire(row, now);
    }
  }

  /** Whether nothing is left of the row. */
  #expire(row: number, now: number): boolean {
    const { tokens, claimedUntil, keptUntil } = this.#numbers;
    const token = tokens[row] as number;
    if (token !== UNCLAIMED && (claimedUntil[row] as number) <= now) {
      tokens[row] = UNCLAIMED;
      this.#limits.onExpired(token, now);
    }
    if ((keptUntil[row] as number) <= now) {
      this.#answers[row] = undefined;
      this.#progress[row] = undefined;
    }
    const isOver =
      tokens[row] === UNCLAIMED &&
      this.#answers[row] === undefined &&
      this.#progress[row] === undefined;
    if (isOver) this.#drop(row);
    return isOver;
  }

  #enter(name: string): number {
    const row = this.#free.pop() ?? this.#names.length;
    if (row === this.#numbers.bytes.length) this.#numbers = grow(this.#numbers);
    this.#rows.set(name, row);
    this.#names[row] = name;
    this.#numbers.keptUntil[row] = 0;
    const bytes = sizeOf(name, "");
    this.#numbers.bytes[row] = bytes;
    this.#bytes += bytes;
    return row;
  }

  #drop(row: number): void {
    this.#finished.remove(row);
    this.#rows.delete(this.#names[row] as string);
    this.#bytes -= this.#numbers.bytes[row] as number;
    this.#names[row] = "";
    this.#answers[row] = undefined;
    this.#progress[row] = undefined;
    this.#free.push(row);
  }
}

function sizeOf(name: string, text: string): number {
  return OVERHEAD_BYTES + 2 * (name.length + text.length);
}
