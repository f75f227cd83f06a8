// A folder, or a file of events → its events with their names, or the reports of those that are wrong.
import { stat } from "node:fs/promises";
import { basename, relative } from "node:path";
import { type LoadReport, loadEventFile, type RecordedEvent } from "@hookwright/config";
import type { ComparedEvent } from "@hookwright/testing/comparison";
import { createUsageError } from "../../cli-error.ts";
import { listEventFiles } from "../../input/list-event-files.ts";

interface NamedEvent {
  /** `github/push-1.event.json`, `all.ndjson:3` */
  readonly name: string;
  readonly event: ComparedEvent;
}

type LoadEventsResult =
  | { readonly ok: true; readonly events: readonly NamedEvent[] }
  | { readonly ok: false; readonly reports: readonly LoadReport[] };

export async function loadEvents(path: string): Promise<LoadEventsResult> {
  const isFolder = await isDirectory(path);
  const files = isFolder ? await listEventFiles(path) : [path];
  const events: NamedEvent[] = [];
  const reports: LoadReport[] = [];
  let payloads = 0;
  for (const file of files) {
    const loaded = await loadEventFile(file);
    const name = isFolder ? relative(path, file) : basename(file);
    if (loaded.ok) {
      payloads += loaded.events.filter((event) => event.path === undefined).length;
      // One by one: a call takes about 100,000 arguments, and a file may have more events.
      for (const event of nameEvents(loaded.events, name)) events.push(event);
    } else reports.push(loaded);
  }
  if (reports.length > 0) return { ok: false, reports };
  if (events.length > 0) return { ok: true, events };
  if (!isFolder && payloads > 0) {
    const hint = `Convert it to an event file: hookwright event ${path} --name HOOK.`;
    throw createUsageError(`"${path}" is a payload, which does not name its hook.`, hint);
  }
  const hint =
    "Events are files such as push.event.json, push.event.yaml and all.ndjson. `hookwright event PAYLOAD --name HOOK` converts a payload.";
  throw createUsageError(`There are no events in "${path}".`, hint);
}

function nameEvents(events: readonly RecordedEvent[], name: string): readonly NamedEvent[] {
  return events.flatMap(({ path, line, ...event }) => {
    // A bare payload does not name its hook.
    if (path === undefined) return [];
    return [{ name: line === undefined ? name : `${name}:${line}`, event: { ...event, path } }];
  });
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    throw createUsageError(`There is no folder or file "${path}".`);
  }
}
