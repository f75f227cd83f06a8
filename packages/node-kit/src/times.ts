// What services say about waiting, and the waits between tries of our own.

/**
 * The header `Retry-After` in milliseconds from now: seconds, with or without a fraction, or a date. 0 where that
 * is past; undefined where there is none, or nothing that can be read.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  if (SECONDS.test(header)) return Math.ceil(Number(header) * 1_000);
  // JavaScript would read a negative number as a year.
  const wait = Number.isNaN(Number(header)) ? Date.parse(header) - now : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

const SECONDS = /^\s*\d{1,12}(?:\.\d{1,12})?\s*$/;

const MINUTE_MS = 60_000;

const RETRY_WAITS_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/** 1, 5 and 15 minutes, then each hour, in milliseconds. `failures` in a row count from 1. */
export function retryDelayMs(failures: number): number {
  return nthWait(failures, RETRY_WAITS_MS);
}

/** The wait of a table after so many failures in a row, from 1; the last one again where the table ends. */
export function nthWait(failures: number, waits: readonly number[]): number {
  return waits[Math.max(0, Math.min(failures, waits.length) - 1)] ?? 0;
}

/** ±20 %, so that what failed together does not come again together. `random` is from 0 up to 1. */
export function spreadWait(wait: number, random: () => number): number {
  return Math.round(wait * (0.8 + 0.4 * random()));
}
