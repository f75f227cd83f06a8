// Active hours and a time → whether the time lies within them, and when they open next.
import type { HeartbeatSettings } from "../model/settings.ts";

export type ActiveHours = NonNullable<HeartbeatSettings["activeHours"]>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** No zone changes its clock by more than this at once, but for days that are left out. */
const MAX_CLOCK_CHANGE_MINUTES = 3 * 60;

export function isActiveAt(at: number, hours: ActiveHours): boolean {
  return isWithin(createMinuteReader(hours.timeZone)(at), hours);
}

/** The first minute after `at` that lies within; for a time that lies outside. */
export function nextActiveTime(at: number, hours: ActiveHours): number {
  const minuteOf = createMinuteReader(hours.timeZone);
  const thisMinute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const distance = (hours.start - minuteOf(at) + DAY_MINUTES) % DAY_MINUTES;
  // Clocks may change on the way; an opening may fall into an hour that does not exist, and so may all of the window:
  // then the next day has it.
  let minutes = Math.max(1, distance - MAX_CLOCK_CHANGE_MINUTES);
  const last = distance + DAY_MINUTES + MAX_CLOCK_CHANGE_MINUTES;
  while (minutes < last && !isWithin(minuteOf(thisMinute + minutes * MINUTE_MS), hours))
    minutes += 1;
  return thisMinute + minutes * MINUTE_MS;
}

function isWithin(minute: number, { start, end }: ActiveHours): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

/** The last time at which the clocks of a zone showed a full hour. */
export function lastTimeOf(hour: number, now: number, timeZone: string): number {
  const minuteOf = createMinuteReader(timeZone);
  const thisMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const distance = (minuteOf(now) - hour * 60 + DAY_MINUTES) % DAY_MINUTES;
  const at = thisMinute - distance * MINUTE_MS;
  // Clocks may have changed since. An hour that was left out counts as the one after it.
  const change = ((minuteOf(at) - hour * 60 + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return Math.min(at - change * MINUTE_MS, now);
}

/** Reads minutes since midnight on the clocks of a zone. To make a format takes longer than to use it. */
function createMinuteReader(timeZone: string): (at: number) => number {
  const options = { timeZone, hourCycle: "h23", hour: "2-digit", minute: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("en-US", options);
  return (at) => {
    const [hour = "", minute = ""] = format.format(at).split(":");
    return Number(hour) * 60 + Number(minute);
  };
}
