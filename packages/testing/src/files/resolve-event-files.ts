// What a case writes for its event, a file or a pattern → the events, or why there are none.
import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { RecordedEvent } from "@hookwright/config";
import { loadEventFile } from "@hookwright/config";
import { createNameTest } from "@hookwright/config/internal";
import type { Problem } from "@hookwright/core";

/** An event, and what it is called where one case has several. */
export interface NamedEvent {
  readonly event: RecordedEvent;
  readonly title: string;
  /** As a case names it; absent where the event stands in the case. */
  readonly file?: string;
}

export type EventFilesResult =
  | { readonly ok: true; readonly events: readonly NamedEvent[] }
  | { readonly ok: false; readonly problem: Pick<Problem, "code" | "message" | "hint"> };

export interface EventFiles {
  /** `push.event.json`, `all.ndjson:3`: exactly one event. */
  readonly readOne: (written: string) => Promise<EventFilesResult>;
  /** `events/*.event.json`: every event of every file. */
  readonly readAll: (pattern: string) => Promise<EventFilesResult>;
  /** Absolute paths of what was read so far. */
  readonly files: () => readonly string[];
  /** Absolute paths, the last names of which may have `*` and `?`. */
  readonly patterns: () => readonly string[];
}

export interface EventFolders {
  /** Paths start here. */
  readonly base: string;
  /** No path may leave it. */
  readonly root: string;
}

/** Each file is read once. */
export function createEventFiles({ base, root }: EventFolders): EventFiles {
  const loaded = new Map<string, ReturnType<typeof loadEventFile>>();
  const patterns = new Set<string>();
  const load = (file: string): ReturnType<typeof loadEventFile> => {
    const result = loaded.get(file) ?? loadEventFile(file);
    loaded.set(file, result);
    return result;
  };
  const readFile = async (file: string): Promise<EventFilesResult> => {
    if (!isInside(file, root)) return refuse(outside(relative(base, file)));
    const result = await load(file);
    if (!result.ok) return refuse(describe(result.problems, relative(base, file)));
    const path = relative(base, file).replaceAll(sep, "/");
    const events = result.events.map((event) => {
      const line = event.line === undefined ? "" : `:${event.line}`;
      return { event, title: `${basename(file)}${line}`, file: `${path}${line}` };
    });
    return { ok: true, events };
  };
  return {
    readOne: async (written) => {
      const [, path = written, line] = LINE.exec(written) ?? [];
      const found = await readFile(resolve(base, path));
      if (!found.ok) return found;
      const events =
        line === undefined
          ? found.events
          : found.events.filter(({ event }) => event.line === Number(line));
      if (events.length === 1) return { ok: true, events };
      const message = `${written} has ${events.length} events, and a case takes one.`;
      const hint = `Write "${path}:1" for the one on line 1, or "events" for all of them.`;
      return refuse({ code: "event_unreadable", message, hint });
    },
    readAll: async (pattern) => {
      const path = resolve(base, pattern);
      patterns.add(path);
      const events: NamedEvent[] = [];
      for (const file of listFiles(path)) {
        const found = await readFile(file);
        if (!found.ok) return found;
        // One by one: a call takes some 100,000 arguments, and a file may have more events.
        for (const event of found.events) events.push(event);
      }
      if (events.length > 0) return { ok: true, events };
      const hint = "Only the last part of a path may have * and ?.";
      return refuse({ code: "event_unreadable", message: `No event fits ${pattern}.`, hint });
    },
    files: () => [...loaded.keys()],
    patterns: () => [...patterns],
  };
}

/** `all.ndjson:3` is the event on the third line. */
const LINE = /^(.*\.ndjson):([1-9]\d*)$/is;

/** By name, so that the order of cases is the same everywhere. */
function listFiles(path: string): readonly string[] {
  const folder = dirname(path);
  const fits = createNameTest(basename(path));
  return listNames(folder)
    .filter(fits)
    .sort()
    .map((name) => join(folder, name));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

type EventProblem = Pick<Problem, "code" | "message" | "hint">;

function refuse(problem: EventProblem): EventFilesResult {
  return { ok: false, problem };
}

function outside(path: string): EventProblem {
  return {
    code: "event_unreadable",
    message: `${path} lies outside of the folder of the config.`,
    hint: "Keep events beside the config, so that the tests run wherever it is.",
  };
}

/** The first problem of an event file, with its position there. */
function describe([first]: readonly Problem[], path: string): EventProblem {
  const { code, message, hint, position } = first as Problem;
  const at = position === undefined ? "" : `:${position.line}:${position.column}`;
  return { code, message: `${path}${at}: ${message}`, ...(hint !== undefined && { hint }) };
}

/** A link may lead out of the folder, too. */
function isInside(file: string, root: string): boolean {
  return join(realPath(file), sep).startsWith(join(realPath(root), sep));
}

/** A file that is not there is reported when it is read. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realPath(dirname(path)), basename(path));
  }
}
