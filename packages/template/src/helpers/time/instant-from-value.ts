// A value → the point in time that it means, in milliseconds since 1970; undefined for any other value.
import type { HelperHash } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import { numberFromValue } from "../arguments/number-from-value.ts";
import { isoFromText } from "./iso-from-text.ts";

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
