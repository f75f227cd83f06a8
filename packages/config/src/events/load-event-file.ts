// The path of an event file → its events, or every problem with its position.
import { resolve } from "node:path";
import { readTextFile } from "../files/read-text-file.ts";
import type { LoadResult } from "../load-result.ts";
import type { EventDocument } from "./event-file.ts";
import { parseEventText } from "./parse-event-text.ts";

/** Twice the largest body that hooks.maxBodyBytes can allow: a file may hold thousands of events. */
const MAX_EVENT_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Reads the events of a file, in the format of its name, as `parseEventText` does for a text. Never
 * rejects; a file that cannot be read is a problem like any other.
 *
 * @example
 * ```ts
 * const result = await loadEventFile("events/github/push-1.event.json");
 * if (!result.ok) console.error(formatProblems(result.problems, result));
 * ```
 */
export async function loadEventFile(path: string): Promise<LoadResult<EventDocument>> {
  const files = [resolve(path)];
  const file = readTextFile(path, MAX_EVENT_FILE_BYTES);
  if (file.ok) return { ...(await parseEventText(file.text, { filename: path })), files };
  const message = `The event file cannot be read: ${file.reason}.`;
  return {
    ok: false,
    problems: [{ code: "event_unreadable", severity: "error", path: [], message }],
    filename: path,
    files,
  };
}
