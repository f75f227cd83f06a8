// Times → words: how long ago, and how long it took.

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** `3 min`, `2 h`; below a second in milliseconds. */
export function durationText(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    if (milliseconds >= length) return `${Math.floor(milliseconds / length)} ${unit}`;
  }
  return `${Math.max(0, Math.round(milliseconds))} ms`;
}

export function agoText(at: number, now: number): string {
  return at > now ? `in ${durationText(at - now)}` : `${durationText(now - at)} ago`;
}

/** `2026-11-28 20:30:05`, in the reader's time zone. */
export function timeText(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19).replace("T", " ");
}
