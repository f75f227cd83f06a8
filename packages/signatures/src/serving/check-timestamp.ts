// A time stamp as sent, its unit and tolerance → undefined, or why it is refused.
import type { AuthFailureCode, TimestampRule } from "../model.ts";

interface TimestampCheck {
  readonly rule: Pick<TimestampRule, "unit" | "withoutZone" | "isUnchecked" | "toleranceSeconds">;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

export function checkTimestamp(
  text: string | undefined,
  { rule, receivedAt }: TimestampCheck,
): AuthFailureCode | undefined {
  if (text === undefined) return "timestamp_missing";
  const sentAt = parseTimestamp(text, rule);
  if (sentAt === undefined) return "timestamp_malformed";
  if (rule.isUnchecked) return undefined;
  const ageSeconds = (receivedAt - sentAt) / 1000;
  if (ageSeconds > rule.toleranceSeconds) return "timestamp_too_old";
  return ageSeconds < -rule.toleranceSeconds ? "timestamp_in_future" : undefined;
}

/** Only digits: `parseInt` and `Number` accept `1.7e12`, an empty text or text after digits. */
const DIGITS = /^\d{1,15}$/;

const ISO = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/;

/** Milliseconds since the epoch, or undefined for a text that is not a time stamp of the unit. */
export function parseTimestamp(
  text: string,
  { unit, withoutZone }: Pick<TimestampRule, "unit" | "withoutZone">,
): number | undefined {
  if (unit !== "iso") {
    if (!DIGITS.test(text)) return undefined;
    return unit === "s" ? Number(text) * 1000 : Number(text);
  }
  const [, seconds, fraction = "", zone = withoutZone ? "Z" : undefined] = ISO.exec(text) ?? [];
  if (seconds === undefined || zone === undefined) return undefined;
  const time = Date.parse(`${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}
