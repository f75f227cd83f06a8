// Texts of a config → durations and time zones.

/** In the usual case. `Asia/Kolkata` stays what it is, although the data calls it by an older name. */
export function canonicalZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/;

const PIECE = /(\d+(?:\.\d+)?)(ms|[smhd])/g;

const MINUTES = /^\d+(?:\.\d+)?$/;

/** A number without a unit counts minutes, as in the gateway. Undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const compact = text.toLowerCase().replace(/\s+/g, "");
  if (MINUTES.test(compact)) return checked(Number(compact) * 60_000);
  if (!DURATION.test(compact)) return undefined;
  let total = 0;
  for (const [, amount, unit = ""] of compact.matchAll(PIECE)) {
    total += Number(amount) * (UNITS.get(unit) ?? 0);
  }
  return checked(total);
}

/** Longer durations are invalid. */
const MAX_DURATION_MS: number = 10 * 365 * 86_400_000;

function checked(ms: number): number | undefined {
  return ms <= MAX_DURATION_MS ? Math.round(ms) : undefined;
}
