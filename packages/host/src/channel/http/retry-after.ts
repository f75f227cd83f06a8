// The wait that a platform asks for → milliseconds.

/** Seconds as a number or text, or an HTTP date; undefined for anything that names no time to come. */
export function readWait(value: unknown, now: number): number | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const seconds = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(String(value)) - now : seconds * 1000;
  // An absurdly long wait is left to the engine, which has a cap.
  return Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : undefined;
}
