// `activeHours` of a heartbeat → minutes of the day and a zone.
import type { HeartbeatSettings } from "../model/settings.ts";
import type { ValueReader } from "./value-reader.ts";

export interface Zones {
  /** The user's, for `user` and where nothing is written. */
  readonly user: string;
  /** That of the machine, for `local`. */
  readonly local: string;
}

export function readActiveHours(
  reader: ValueReader,
  zones: Zones,
): HeartbeatSettings["activeHours"] {
  const start = readTime(reader, "start");
  const end = readTime(reader, "end");
  const timeZone = readZone(reader, zones);
  if (start === undefined || end === undefined || timeZone === undefined) return undefined;
  if (start === end) {
    const message = "The active hours begin and end at the same time.";
    const hint = "Write two times, or remove activeHours.";
    reader.report("end", "invalid_value", { message, hint });
    return undefined;
  }
  return { start, end, timeZone };
}

const TIME = /^(\d{1,2}):(\d{2})$/;
const DAY_MINUTES: number = 24 * 60;

/** Minutes since midnight. A day begins at 00:00, and may end at 24:00. */
function readTime(reader: ValueReader, key: "start" | "end"): number | undefined {
  if (!reader.has(key)) {
    const message = `The active hours have no ${key}.`;
    reader.report(key, "missing_key", { message, hint: `Write "${key}": "09:00".` });
    return undefined;
  }
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const [, hours, minutes] = TIME.exec(text) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  const last = key === "end" ? DAY_MINUTES : DAY_MINUTES - 1;
  if (Number(minutes) < 60 && total <= last) return total;
  const message = `The ${key} of the active hours is not a time of day.`;
  const hint = 'Write it as "09:00"; an end may be "24:00".';
  reader.report(key, "invalid_value", { message, hint });
  return undefined;
}

function readZone(reader: ValueReader, { user, local }: Zones): string | undefined {
  if (!reader.has("timezone")) return user;
  const text = reader.text("timezone");
  if (text === "user") return user;
  return text === "local" ? local : reader.timeZone("timezone");
}
