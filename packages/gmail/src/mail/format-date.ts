// The Date header of a mail → "YYYY-MM-DD HH:MM" as its sender's clock showed it, without the zone.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** RFC 5322, with the years of two and three digits of older mails: `Sun, 4 Jan 2026 06:25:10 +0100 (CET)`. */
const DATE =
  /^(?:[a-z]{3,9}\s*,?\s*)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::\d{2})?(?:\s.*)?$/i;

/** A text that is no such date stays as it is. */
export function formatDate(header: string): string {
  const [, day = "", month = "", year = "", hour = "", minute = ""] = DATE.exec(header) ?? [];
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  const fullYear = yearOf(year);
  const isDate =
    monthNumber > 0 &&
    Number(day) >= 1 &&
    Number(day) <= new Date(Date.UTC(fullYear, monthNumber, 0)).getUTCDate() &&
    Number(hour) <= 23 &&
    Number(minute) <= 59;
  if (!isDate) return header;
  return `${fullYear}-${pad(monthNumber)}-${pad(day)} ${pad(hour)}:${minute}`;
}

/** RFC 5322, 4.3: 00 to 49 are of this century; three digits count from 1900. */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

function pad(value: string | number): string {
  return String(value).padStart(2, "0");
}
