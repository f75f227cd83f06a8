// The tokens of date patterns → functions that write them.

/** A point in time in its time zone. */
export interface LocalTime {
  /** A date whose UTC fields are the local time. */
  readonly clock: Date;
  /** Seconds ahead of UTC. */
  readonly offset: number;
}

/** English on every runtime, independent of the locale. */
export const MONTHS: readonly string[] =
  "January February March April May June July August September October November December".split(
    " ",
  );
const DAYS: readonly string[] = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(
  " ",
);

export const DATE_TOKENS: ReadonlyMap<string, (time: LocalTime) => string> = new Map(
  Object.entries({
    YYYY: ({ clock }) => writeYear(clock.getUTCFullYear()),
    YY: ({ clock }) => writeYear(clock.getUTCFullYear()).slice(-2),
    MMMM: ({ clock }) => monthName(clock),
    MMM: ({ clock }) => monthName(clock).slice(0, 3),
    MM: ({ clock }) => pad(clock.getUTCMonth() + 1),
    M: ({ clock }) => String(clock.getUTCMonth() + 1),
    DD: ({ clock }) => pad(clock.getUTCDate()),
    D: ({ clock }) => String(clock.getUTCDate()),
    dddd: ({ clock }) => dayName(clock),
    ddd: ({ clock }) => dayName(clock).slice(0, 3),
    HH: ({ clock }) => pad(clock.getUTCHours()),
    H: ({ clock }) => String(clock.getUTCHours()),
    hh: ({ clock }) => pad(twelveHours(clock)),
    h: ({ clock }) => String(twelveHours(clock)),
    mm: ({ clock }) => pad(clock.getUTCMinutes()),
    m: ({ clock }) => String(clock.getUTCMinutes()),
    ss: ({ clock }) => pad(clock.getUTCSeconds()),
    s: ({ clock }) => String(clock.getUTCSeconds()),
    SSS: ({ clock }) => pad(clock.getUTCMilliseconds(), 3),
    A: ({ clock }) => (clock.getUTCHours() < 12 ? "AM" : "PM"),
    a: ({ clock }) => (clock.getUTCHours() < 12 ? "am" : "pm"),
    Z: ({ offset }) => writeOffset(offset, ":"),
    ZZ: ({ offset }) => writeOffset(offset, ""),
  } satisfies Record<string, (time: LocalTime) => string>),
);

function writeYear(year: number): string {
  return year < 0 ? `-${pad(-year, 4)}` : pad(year, 4);
}

function monthName(clock: Date): string {
  return MONTHS[clock.getUTCMonth()] as string;
}

function pad(number: number, width = 2): string {
  return String(number).padStart(width, "0");
}

function dayName(clock: Date): string {
  return DAYS[clock.getUTCDay()] as string;
}

function twelveHours(clock: Date): number {
  return clock.getUTCHours() % 12 || 12;
}

/** Seconds, which offsets had until 1972, are left out. */
function writeOffset(offset: number, separator: string): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const sign = offset < 0 ? "-" : "+";
  return sign + pad(Math.floor(minutes / 60)) + separator + pad(minutes % 60);
}
