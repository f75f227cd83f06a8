// The texts of an author's event files → events with names; a test file and a case → the text of the file with the case.
import {
  parseConfigText,
  parseEventText,
  type SetValueResult,
  setValue,
} from "@hookwright/config/text";
import type { HookEvent } from "@hookwright/core";
import type { CaseQuestion, EventFile, FileEvents } from "../model/messages.ts";

type NamedFileEvent = FileEvents["events"][number];

export async function readEventFiles(files: readonly EventFile[]): Promise<FileEvents> {
  const read = await Promise.all(files.map(readEventFile));
  return {
    events: read.flatMap(({ events }) => events),
    unread: read.flatMap(({ unread }) => unread),
  };
}

async function readEventFile({ path, text }: EventFile): Promise<FileEvents> {
  const document = await parseEventText(text, { filename: path });
  if (!document.ok) {
    const message = document.problems[0]?.message ?? "It is not an event.";
    return { events: [], unread: [{ path, message }] };
  }
  const name = nameOf(path);
  const isAlone = document.kind === "event";
  const events = document.events.flatMap((event): readonly NamedFileEvent[] => {
    const { path: hook, headers, query, payload, receivedAt, integersAsText, line } = event;
    if (hook === undefined) return [];
    const named: HookEvent = {
      path: hook,
      url: `/hooks/${hook}`,
      headers,
      query,
      payload,
      ...(receivedAt !== undefined && { receivedAt }),
      ...(integersAsText !== undefined && { integersAsText }),
    };
    return isAlone ? [{ name, event: named, path }] : [{ name: `${name}:${line}`, event: named }];
  });
  return { events, unread: [] };
}

/** `events/github/push.event.json` is `github/push`: its group is the first folder. */
function nameOf(path: string): string {
  const name = path.replace(/\.(?:event\.\w+|ndjson)$/i, "");
  const inside = name.replace(/^events\/(?=.+\/)/, "");
  return inside.includes("/") ? inside : `events/${inside}`;
}

/** A missing file becomes one with this case. A name that is taken gets a number: two cases of one name are a mistake. */
export async function addCase({ filename, text, added }: CaseQuestion): Promise<SetValueResult> {
  const isYaml = /\.ya?ml$/i.test(filename);
  const none = isYaml ? "cases: []\n" : '{ "cases": [] }\n';
  const start = text.trim() === "" ? none : text;
  const document = await parseConfigText(start, { filename });
  const { cases } = (document.config ?? {}) as { readonly cases?: unknown };
  const before: readonly unknown[] = Array.isArray(cases) ? cases : [];
  const value = { ...added, name: freeName(String(added["name"]), before) };
  return setValue(start, { filename, path: ["cases", before.length], value });
}

function freeName(name: string, cases: readonly unknown[]): string {
  const taken = new Set(cases.map((one) => (one as { readonly name?: unknown } | null)?.name));
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free)) return free;
    free = `${name} ${count}`;
  }
}
