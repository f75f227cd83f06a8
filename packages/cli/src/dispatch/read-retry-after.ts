// The header Retry-After (seconds or a date) → milliseconds from now; 0 where it is missing or makes no sense.

export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs);
}
