// `30m`, `1h30m`, `0m` → milliseconds.

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

/** Times beyond this are no times. */
const MAX_DURATION_MS: number = 10 * 365 * 86_400_000;

function checked(ms: number): number | undefined {
  return ms <= MAX_DURATION_MS ? Math.round(ms) : undefined;
}
