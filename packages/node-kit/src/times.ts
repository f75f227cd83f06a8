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

const RETRY_MINUTES = [1, 5, 15, 60] as const;

/** 1, 5 and 15 minutes, then each hour, in milliseconds. `failures` in a row count from 1. */
export function retryDelayMs(failures: number): number {
  const minutes = RETRY_MINUTES[Math.min(failures, RETRY_MINUTES.length) - 1] ?? RETRY_MINUTES[0];
  return minutes * 60_000;
}
