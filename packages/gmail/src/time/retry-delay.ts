// How often something has failed that a person must mend → how long to wait before it is tried again.

const MINUTE_MS = 60_000;

const RETRY_MINUTES = [1, 5, 15, 60] as const;

/** 1, 5 and 15 minutes, then each hour. `failures` counts from 1. */
export function retryDelayMs(failures: number): number {
  return (RETRY_MINUTES[Math.min(failures, RETRY_MINUTES.length) - 1] as number) * MINUTE_MS;
}
