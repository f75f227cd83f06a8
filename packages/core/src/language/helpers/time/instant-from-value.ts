// A value → the point in time that it means, in milliseconds since 1970; undefined for any other value.
import { numberFromValue } from "../arguments/number-from-value.ts";
import { MONTHS } from "./date-tokens.ts";

/**
 * A smaller number means seconds, up to the year 5138; a larger one milliseconds, from March 1973 on.
 * The same holds for the absolute values of negative numbers.
 */
const MIN_EPOCH_MILLISECONDS = 1e11;

/** The limit of JavaScript dates, 273,790 years before and after 1970. */
const MAX_INSTANT_MS = 8.64e15;

const DATE = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)/;
const TIME = /^[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?/i;
const ZONE = /^ ?(?:Z|UTC|GMT|([+-])(\d\d)(?::?(\d\d))?)?$/i;

/** As the headers write them: `jan`. */
const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

/** `Fri, 02 Jan 2026 03:01:40 +0000 (UTC)`: the weekday and the comment say nothing new. */
const MAIL_DATE =
  /^(?:[a-z]{3}, ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d:\d\d(?::\d\d)?) ([+-]\d{4}|GMT|UTC)(?: \([^()]*\))?$/i;

export function instantFromValue(value: unknown): number | undefined {
  const number = numberFromValue(value);
  if (number === undefined) {
    return typeof value === "string" ? parseIso(isoFromMailDate(value.trim())) : undefined;
  }
  const instant = Math.abs(number) < MIN_EPOCH_MILLISECONDS ? number * 1000 : number;
  return Math.abs(instant) <= MAX_INSTANT_MS ? Math.floor(instant) : undefined;
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

/** A date as mail and HTTP headers write it (RFC 5322) → ISO 8601; any other text as it is. */
function isoFromMailDate(text: string): string {
  const [, day = "", name = "", year, time, zone] = MAIL_DATE.exec(text) ?? [];
  const month = SHORT_MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return text;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")} ${time} ${zone}`;
}
