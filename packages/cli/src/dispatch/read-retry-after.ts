// The header Retry-After (seconds or a date) → milliseconds from now; 0 if it is missing or invalid.

export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs);
}
