// A value of an event → an instant, and its wall clock in a zone.
import type { HelperHash } from "../render/helper.ts";
import { isTruthy, numberFromValue } from "./arguments.ts";

/**
 * A smaller number means seconds, up to the year 5138; a larger one milliseconds, from March 1973 on.
 * The same holds for the absolute values of negative numbers.
 */
const MIN_EPOCH_MILLISECONDS = 1e11;

/** The limit of JavaScript dates, 273,790 years before and after 1970. */
const MAX_INSTANT_MS = 8.64e15;

const DATE = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)/;

const TIME = /^[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?/i;

/** Behind an offset a name says nothing new: `+0000 UTC`, `GMT+0200 (Central European Summer Time)`. */
const ZONE =
  /^ ?(?:Z|UTC|GMT|\((?:UTC|GMT)\)|(?:UTC|GMT)?([+-])(\d\d)(?:[:.]?(\d\d))?(?: [A-Z]{2,5}| \([^()]*\))?)?$/i;

const UNSET = /^(?:0001-01-01|0000-00-00)/;

interface DateOptions {
  /** Whether dates with slashes begin with the day. */
  readonly dayFirst?: boolean;
}

/** A date as senders write it → milliseconds since 1970; undefined for what is not a date. */
export function instantFromValue(
  value: unknown,
  { dayFirst = false }: DateOptions = {},
): number | undefined {
  const number = numberFromValue(value);
  if (number === undefined) {
    if (typeof value !== "string" || isUnsetDate(value)) return undefined;
    const text = value.trim();
    return parseIso(DATE.test(text) ? text : isoFromText(text, dayFirst));
  }
  const instant = Math.abs(number) < MIN_EPOCH_MILLISECONDS ? number * 1000 : number;
  return Math.abs(instant) <= MAX_INSTANT_MS ? Math.floor(instant) : undefined;
}

/** What the named arguments of a helper say about its dates. */
export function dateOptionsFromHash({ dayFirst }: HelperHash): DateOptions {
  return { dayFirst: isTruthy(dayFirst) };
}

/** Programs write a date that was never set as the first day of the calendar, or as no day. */
export function isUnsetDate(value: unknown): boolean {
  return typeof value === "string" && UNSET.test(value.trimStart());
}

/** Without a zone it is UTC: the zone of the machine would give other texts on other machines. */
function parseIso(text: string): number | undefined {
  const date = DATE.exec(text);
  if (date === null) return undefined;
  const rest = text.slice(date[0].length);
  const day = instantOfDay(date.slice(1).map(Number));
  if (rest === "" || day === undefined) return day;
  const time = TIME.exec(rest);
  if (time === null) return undefined;
  const passed = timeOfDay(time);
  const offset = parseOffset(rest.slice(time[0].length));
  if (passed === undefined || offset === undefined) return undefined;
  const instant = day + passed - offset;
  return Math.abs(instant) <= MAX_INSTANT_MS ? instant : undefined;
}

function instantOfDay(parts: readonly number[]): number | undefined {
  const [year, month, day] = parts as [number, number, number];
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() : undefined;
}

function timeOfDay([, hour, minute, second = "0", fraction = ""]: readonly string[]):
  | number
  | undefined {
  const [hours, minutes, seconds] = [hour, minute, second].map(Number) as [number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

function parseOffset(text: string): number | undefined {
  const zone = ZONE.exec(text);
  if (zone === null) return undefined;
  const [, sign, hours = "0", minutes = "0"] = zone;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** A point in time in its time zone. */
export interface LocalTime {
  /** A date whose UTC fields are the local time. */
  readonly clock: Date;
  /** Seconds ahead of UTC. */
  readonly offset: number;
}

/** English on every runtime, independent of the locale. */
const MONTHS: readonly string[] =
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

function pad(number: number | string, width = 2): string {
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

/** As the headers of mail write them: `jan`. */
const MONTH_NAMES: readonly string[] = MONTHS.map((name) => name.toLowerCase());

const SHORT_MONTHS: readonly string[] = MONTH_NAMES.map((name) => name.slice(0, 3));

/** `7:04 PM`, `23:20:39.853`. */
const ISO_TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?<second>:\d\d(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?`;

/** If what follows is not a zone, the text is not a date; the ISO 8601 reader decides. */
const TIME_AND_ZONE = `${ISO_TIME}(?<zone>.*)`;

const FORMS: readonly RegExp[] = [
  // Fri, 02 Jan 2026 03:01:40 +0000 (UTC), RFC 5322: the weekday says nothing new.
  String.raw`(?:[a-z]{3}, ?)?(?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d)(?<second>:\d\d)? (?<zone>(?:[+-]\d\d:?\d\d|GMT|UTC)(?: \([^()]*\))?)`,
  // 9/9/2018 7:04 PM
  String.raw`(?<first>\d{1,2})/(?<other>\d{1,2})/(?<year>\d{4})(?:,? ${TIME_AND_ZONE})?`,
  // 2024/08/14 21:28:56 GMT; 2024.08.14 21:28:56, as Zabbix writes it
  String.raw`(?<year>\d{4})(?<separator>[/.])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})(?: ${TIME_AND_ZONE})?`,
  // 20241026T232039Z
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<compact>\d\d)(?<zone>.*)`,
  // Sat Oct 26 23:20:39 UTC 2024, as the program date prints it
  String.raw`[a-z]{3} (?<month>[a-z]{3}) {1,2}(?<day>\d{1,2}) ${ISO_TIME} (?:(?<zone>UTC|GMT|[+-]\d{4}) )?(?<year>\d{4})`,
  // April 17, 2025; April 17, 2025 at 03:04PM, as IFTTT writes it; Sat Oct 26 2024 23:20:39 GMT+0200 (Central European Summer Time), as JavaScript prints it
  String.raw`(?:[a-z]{3} )?(?<month>[a-z]{3,9}) (?<day>\d{1,2}),? (?<year>\d{4})(?:(?:,| at)? ${TIME_AND_ZONE})?`,
].map((form) => new RegExp(`^${form}$`, "i"));

/** `dayFirst` turns dates with slashes, which are month, day and year without it. */
function isoFromText(text: string, dayFirst: boolean): string {
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return isoFromParts(parts, dayFirst) ?? text;
  }
  return text;
}

type Parts = Readonly<Record<string, string | undefined>>;

function isoFromParts(parts: Parts, dayFirst: boolean): string | undefined {
  const { first = "", other = "" } = parts;
  const [month, day] = dayFirst ? [other, first] : [first, other];
  const date = `${parts["year"]}-${monthFromText(parts["month"] ?? month)}-${pad(parts["day"] ?? day)}`;
  if (parts["hour"] === undefined) return date;
  const hour = hourOfDay(parts["hour"], parts["half"]);
  if (hour === undefined) return undefined;
  const { compact } = parts;
  const second = compact === undefined ? (parts["second"] ?? "") : `:${compact}`;
  const zone = (parts["zone"] ?? "").trim();
  return `${date} ${hour}:${parts["minute"]}${second}${zone === "" ? "" : ` ${zone}`}`;
}

/** A month that does not exist gives "00", which is not a date. */
function monthFromText(text: string): string {
  if (/^\d/.test(text)) return pad(text);
  const name = text.toLowerCase();
  return pad(String(Math.max(SHORT_MONTHS.indexOf(name), MONTH_NAMES.indexOf(name)) + 1));
}

function hourOfDay(hour: string, half: string | undefined): string | undefined {
  if (half === undefined) return pad(hour);
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return undefined;
  return pad(String((hours % 12) + (half.toLowerCase() === "p" ? 12 : 0)));
}

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
