// A test file of the right shape → its cases with their events, or every event that cannot be read.
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { ConfigDocument, RecordedEvent } from "@hookwright/config";
import { checkEvent, keepDigits } from "@hookwright/config/internal";
import type { ConfigPath, HookEvent, Problem } from "@hookwright/core";
import { FIXED_NOW } from "../fixed-ports.ts";
import type { TestCase, TestRow } from "../model.ts";
import { findConfig } from "./find-config.ts";
import {
  createEventFiles,
  type EventFiles,
  type EventFilesResult,
  type NamedEvent,
} from "./resolve-event-files.ts";
import type { EventOfFile, IgnoredMutant, TestSuite } from "./test-suite.ts";

export interface ReadSuite {
  readonly problems: readonly Problem[];
  /** Absent where there are problems. */
  readonly suite?: TestSuite;
  readonly eventFiles?: EventFiles;
}

interface WrittenSuite {
  readonly config?: string;
  readonly now?: number | string;
  readonly strict?: boolean;
  readonly transforms?: TestSuite["transforms"];
  readonly env?: TestSuite["env"];
  readonly ignore?: readonly IgnoredMutant[];
  readonly cases: readonly unknown[];
}

interface WrittenRow extends Omit<TestRow, "event"> {
  readonly event?: unknown;
}

interface WrittenCase extends Omit<TestCase, "event" | "each"> {
  readonly event?: unknown;
  readonly events?: string;
  readonly each?: readonly WrittenRow[];
}

export async function readSuite(document: ConfigDocument, path: string): Promise<ReadSuite> {
  const written = document.config as WrittenSuite;
  const { now = FIXED_NOW, strict, transforms = {}, env = {}, ignore = [] } = written;
  const folder = dirname(path);
  const config = written.config === undefined ? findConfig(path) : from(folder, written.config);
  if (config === undefined) return { problems: [NO_CONFIG] };
  const eventFiles = createEventFiles({ base: resolve(folder), root: dirname(resolve(config)) });
  const problems: Problem[] = [];
  const cases: TestCase[] = [];
  const places: number[] = [];
  const eventsOfFiles: ReadCase["files"][] = [];
  for (const index of written.cases.keys()) {
    const read = await readCase(index, { document, eventFiles, problems });
    for (const { one, files } of read) {
      cases.push(strict === true ? asStrict(one) : one);
      places.push(index);
      eventsOfFiles.push(files);
    }
  }
  if (problems.length > 0) return { problems, eventFiles };
  const suite: TestSuite = {
    configFile: config,
    now: typeof now === "number" ? now : Date.parse(now),
    transforms,
    env,
    ignore,
    cases,
    locate: (index, row) => {
      const at: ConfigPath = ["cases", places[index] as number];
      return document.locate(row === undefined ? at : [...at, "each", row]);
    },
    eventFileOf: (index, row) => {
      const files = eventsOfFiles[index] as ReadCase["files"];
      return (row === undefined ? undefined : files.rows[row]) ?? files.own;
    },
  };
  return { problems, suite, eventFiles };
}

const NO_CONFIG: Problem = {
  code: "missing_key",
  severity: "error",
  path: [],
  message: "Nothing says which config is tested: none with the base name of the file is beside it.",
  hint: 'Write "config: hooks.yaml".',
};

function from(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** X5: nothing may be empty that a case does not name. */
function asStrict(testCase: TestCase): TestCase {
  return { ...testCase, expect: { empty: [], ...testCase.expect } };
}

interface Reading {
  readonly document: ConfigDocument;
  readonly eventFiles: EventFiles;
  readonly problems: Problem[];
}

/** A case, and where its events stand. */
interface ReadCase {
  readonly one: TestCase;
  readonly files: {
    readonly own: EventOfFile | undefined;
    /** By the index of the row; none for a row that has the event of its case. */
    readonly rows: readonly (EventOfFile | undefined)[];
  };
}

/** One case, or one for each event that its pattern fits. */
async function readCase(index: number, reading: Reading): Promise<readonly ReadCase[]> {
  const path = ["cases", index];
  const { cases } = reading.document.config as WrittenSuite;
  const own = { ...reading.document, config: cases[index] };
  const { value, integersAsText } = keepDigits(own, path);
  const { event, events, each, ...others } = value as WrittenCase;
  const rows: TestRow[] = [];
  const filesOfRows: (EventOfFile | undefined)[] = [];
  for (const [at, row] of (each ?? []).entries()) {
    const { event: written, ...others } = row;
    const [one] = await readEvents(written, [...path, "each", at, "event"], reading);
    rows.push({ ...others, ...(one && { event: toEvent(one.event, integersAsText) }) });
    filesOfRows.push(fileOf(one, integersAsText));
  }
  const found =
    events === undefined
      ? await readEvents(event, [...path, "event"], reading)
      : await take(reading.eventFiles.readAll(events), [...path, "events"], reading);
  // Where every row has an event of its own, the case needs none.
  const hasNone = event === undefined && events === undefined;
  const all = hasNone ? [{ event: NO_EVENT, title: "" }] : found;
  return all.map((named) => ({
    one: {
      ...others,
      name: events === undefined ? others.name : `${others.name} [${named.title}]`,
      event: toEvent(named.event, integersAsText),
      ...(each !== undefined && { each: rows }),
    },
    files: { own: fileOf(named, integersAsText), rows: filesOfRows },
  }));
}

function fileOf(named: NamedEvent | undefined, ofCase: readonly string[]): EventOfFile | undefined {
  if (named?.file === undefined) return undefined;
  return { file: named.file, event: toEvent(named.event, ofCase) };
}

const NO_EVENT: RecordedEvent = { headers: {}, query: {}, payload: {} };

async function readEvents(
  written: unknown,
  path: ConfigPath,
  reading: Reading,
): Promise<readonly NamedEvent[]> {
  if (written === undefined) return [];
  if (typeof written === "string") return take(reading.eventFiles.readOne(written), path, reading);
  // The shape of the file was checked before.
  const { event } = checkEvent(written) as { readonly event: RecordedEvent };
  return [{ event, title: "" }];
}

async function take(
  result: Promise<EventFilesResult>,
  path: ConfigPath,
  { problems }: Reading,
): Promise<readonly NamedEvent[]> {
  const found = await result;
  if (found.ok) return found.events;
  problems.push({ severity: "error", path, ...found.problem });
  return [];
}

/** A bare payload has no path; a patch may give it one. */
function toEvent(
  { path = "", headers, query, payload, receivedAt, integersAsText = [] }: RecordedEvent,
  ofCase: readonly string[],
): HookEvent {
  const digits = [...integersAsText, ...ofCase];
  return {
    path,
    headers,
    query,
    payload,
    ...(receivedAt !== undefined && { receivedAt }),
    ...(digits.length > 0 && { integersAsText: digits }),
  };
}
