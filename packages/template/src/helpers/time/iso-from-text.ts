// A date in a form that is not ISO 8601 → the same date in ISO 8601; any other text as it is.
import { MONTHS } from "./date-tokens.ts";

/** As the headers of mail write them: `jan`. */
const MONTH_NAMES: readonly string[] = MONTHS.map((name) => name.toLowerCase());
const SHORT_MONTHS: readonly string[] = MONTH_NAMES.map((name) => name.slice(0, 3));

/** `7:04 PM`, `23:20:39.853`. */
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?<second>:\d\d(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?`;

/** What follows is a zone, or the text is no date; the reader of ISO 8601 decides. */
const TIME_AND_ZONE = `${TIME}(?<zone>.*)`;

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
  String.raw`[a-z]{3} (?<month>[a-z]{3}) {1,2}(?<day>\d{1,2}) ${TIME} (?:(?<zone>UTC|GMT|[+-]\d{4}) )?(?<year>\d{4})`,
  // April 17, 2025; April 17, 2025 at 03:04PM, as IFTTT writes it; Sat Oct 26 2024 23:20:39 GMT+0200 (Central European Summer Time), as JavaScript prints it
  String.raw`(?:[a-z]{3} )?(?<month>[a-z]{3,9}) (?<day>\d{1,2}),? (?<year>\d{4})(?:(?:,| at)? ${TIME_AND_ZONE})?`,
].map((form) => new RegExp(`^${form}$`, "i"));

/** `dayFirst` turns dates with slashes, which are month, day and year without it. */
export function isoFromText(text: string, dayFirst: boolean): string {
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

/** A month that does not exist gives "00", which is no date. */
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

function pad(number: string): string {
  return number.padStart(2, "0");
}
