// The name of a time zone → a function that gives its offset from UTC.

/** An instant in milliseconds since 1970 → seconds ahead of UTC. */
export type Zone = (instant: number) => number;

/** These need no table of zones, and not every runtime knows "+02:00". */
const FIXED = /^(?:UTC|GMT|Z|Etc\/UTC|([+-])([01]\d|2[0-3]):?([0-5]\d))$/i;

/** Undefined for a zone that the runtime does not know. */
export function createZone(name: string): Zone | undefined {
  const fixed = FIXED.exec(name);
  if (fixed === null) return createNamedZone(name);
  const [, sign, hours = "0", minutes = "0"] = fixed;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
  return () => offset;
}

function createNamedZone(name: string): Zone | undefined {
  const format = createFormat(name);
  if (format === undefined) return undefined;
  return (instant) => {
    const seconds = Math.floor(instant / 1000);
    return localSeconds(format.formatToParts(seconds * 1000)) - seconds;
  };
}

/** Intl only computes offsets: the result is numbers, and no text of a locale is rendered. */
function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
}

/** The local time of the zone, in seconds since 1970 as if it were UTC. */
function localSeconds(parts: readonly Intl.DateTimeFormatPart[]): number {
  const shown = new Map(parts.map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute, second] = (
    ["year", "month", "day", "hour", "minute", "second"] as const
  ).map((type) => Number(shown.get(type))) as [number, number, number, number, number, number];
  const isBeforeChrist = shown.get("era")?.startsWith("B") === true;
  const date = new Date(0);
  date.setUTCFullYear(isBeforeChrist ? 1 - year : year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime() / 1000;
}
