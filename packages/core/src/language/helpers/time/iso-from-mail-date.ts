// A date as mail and HTTP headers write it (RFC 5322) → the same as ISO 8601 text; any other text as it is.
import { MONTHS } from "./date-tokens.ts";

/** As the headers write them: `jan`. */
const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3).toLowerCase());

/** `Fri, 02 Jan 2026 03:01:40 +0000 (UTC)`: the weekday and the comment say nothing new. */
const MAIL_DATE =
  /^(?:[a-z]{3}, ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d:\d\d(?::\d\d)?) ([+-]\d{4}|GMT|UTC)(?: \([^()]*\))?$/i;

export function isoFromMailDate(text: string): string {
  const [, day = "", name = "", year, time, zone] = MAIL_DATE.exec(text) ?? [];
  const month = SHORT_MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return text;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")} ${time} ${zone}`;
}
