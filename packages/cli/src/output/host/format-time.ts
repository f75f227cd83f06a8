// Milliseconds since the epoch → 2026-01-31 12:00:00Z; nothing for what has no time.

export function formatTime(at: number | undefined): string {
  if (at === undefined) return "";
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")}Z`;
}
