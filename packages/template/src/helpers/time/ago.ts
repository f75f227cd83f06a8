// {{ago value}}: the time between a date and the receipt of the event.
import type { ValueHelper } from "../../render/helper.ts";
import { readRoot } from "../../render/scope.ts";
import { dateOptionsFromHash, instantFromValue } from "./instant-from-value.ts";

/** Longest first. A month counts 30 days and a year 365. */
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * `{{ago value dayFirst=true}}`: how long before the time of receipt it was, in the largest unit that fits.
 *
 * It reads dates as `date` does; a value that is not a date renders as an empty string. Less than a
 * minute before or after the receipt is "just now". The count is rounded down; a month has 30 days
 * and a year 365.
 *
 * @example
 * {"at": "2026-01-02T03:01:00Z", "due": "2026-01-04T03:04:06Z", "sent": "2026-01-02T03:04:05Z"}
 * {{ago at}}, {{ago due}}, {{ago sent}}
 * → 3 minutes ago, in 2 days, just now
 */
export const agoHelper: ValueHelper = {
  kind: "value",
  name: "ago",
  arity: [1, 1],
  hash: ["dayFirst"],
  call: ([value], hash, { scope }) => {
    const instant = instantFromValue(value, dateOptionsFromHash(hash));
    const now = instantFromValue(readRoot(scope, "now"));
    if (instant === undefined || now === undefined) return "";
    return describeDistance((now - instant) / 1000);
  },
};

function describeDistance(seconds: number): string {
  const distance = Math.abs(seconds);
  const unit = UNITS.find(([, size]) => distance >= size);
  if (unit === undefined) return "just now";
  const [name, size] = unit;
  const count = Math.floor(distance / size);
  const span = `${count} ${name}${count === 1 ? "" : "s"}`;
  return seconds < 0 ? `in ${span}` : `${span} ago`;
}
