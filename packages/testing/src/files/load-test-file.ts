// The path of a test file → its cases with their events, or every problem with its position.

import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { findNearestName } from "@hookwright/base";
import {
  type ConfigDocument,
  type LoadResult,
  loadEventFile,
  parseConfigText,
  type RecordedEvent,
} from "@hookwright/config";
import {
  checkEvent,
  createNameTest,
  keepDigits,
  listConfigs,
  positionOf,
  readConfigText,
} from "@hookwright/config/internal";
import type { ConfigPath, HookEvent, Problem } from "@hookwright/core";
import { FIXED_NOW } from "../fixed-ports.ts";
import type { TestCase, TestRow } from "../model.ts";
import { findConfig, listNames } from "./find-config.ts";
import { checkTestShape } from "./test-shape.ts";
import type { EventOfFile, IgnoredMutant, TestSuite } from "./test-suite.ts";

/**
 * Reads a test file (YAML, JSON or JSON5) and the events that it names. Never rejects: an unreadable file is a problem
 * like any other.
 *
 * @example
 * ```ts
 * const suite = await loadTestFile("hooks.test.yaml");
 * if (!suite.ok) console.error(formatProblems(suite.problems, suite));
 * ```
 */
export async function loadTestFile(path: string): Promise<LoadResult<TestSuite>> {
  const file = readConfigText(path);
  const { files } = file;
  if (!file.ok) {
    const message = `The test file cannot be read: ${file.reason}.`;
    const problem = { code: "test_unreadable", severity: "error", path: [], message } as const;
    return { ok: false, problems: [problem], filename: path, files };
  }
  // All keys of the file are ours, so duplicates are reported.
  const document = await parseConfigText(file.text, { filename: path, isIncluded: true });
  if (!document.ok) return { ...document, files, problems: document.problems.map(describeSyntax) };
  const report = { filename: path, source: document.source, files };
  const shape = checkTestShape(document.config);
  const ofText = document.problems.map(describeSyntax);
  if (shape.length > 0) {
    return { ...report, ok: false, problems: [...ofText, ...locate(shape, document)] };
  }
  const { problems, suite, eventFiles } = await readSuite(document, path);
  const found = {
    ...report,
    files: [...files, ...(eventFiles?.files() ?? [])],
    patterns: eventFiles?.patterns() ?? [],
    problems: [...ofText, ...locate(problems, document)],
  };
  return suite === undefined ? { ...found, ok: false } : { ...found, ...suite, ok: true };
}

/** The messages of the config parser say "config". */
function describeSyntax(problem: Problem): Problem {
  const { message } = problem;
  const code = problem.code === "config_syntax" ? "test_syntax" : problem.code;
  return { ...problem, code, message: message.replace("The config", "The test file") };
}

function locate(problems: readonly Problem[], document: ConfigDocument): readonly Problem[] {
  return problems.map((problem) => {
    const part = problem.code === "unknown_key" ? "key" : "value";
    const range = document.rangeOf(problem.path, { part });
    return { ...problem, position: positionOf(range), range };
  });
}

interface ReadSuite {
  readonly problems: readonly Problem[];
  /** Absent if there are problems. */
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

/** A test file of the right shape → its cases with their events, or every event that cannot be read. */
async function readSuite(document: ConfigDocument, path: string): Promise<ReadSuite> {
  const written = document.config as WrittenSuite;
  const { now = FIXED_NOW, strict, transforms = {}, env = {}, ignore = [] } = written;
  const folder = dirname(path);
  const config = written.config === undefined ? findConfig(path) : from(folder, written.config);
  if (config === undefined) return { problems: [describeNoConfig(folder)] };
  const eventFiles = createEventFiles(resolve(folder), dirname(resolve(config)));
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

function describeNoConfig(folder: string): Problem {
  const [only = "hooks.yaml", ...others] = listConfigs(folder) ?? [];
  return {
    code: "missing_key",
    severity: "error",
    path: [],
    message:
      "The config to test is unknown: no config with the base name of this file is beside it.",
    hint: `Write "config: ${others.length === 0 ? only : "hooks.yaml"}".`,
  };
}

function from(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** An expression that renders nothing fails a case that does not list it. */
function asStrict(testCase: TestCase): TestCase {
  return { ...testCase, expect: { empty: [], ...testCase.expect } };
}

interface Reading {
  readonly document: ConfigDocument;
  readonly eventFiles: EventFiles;
  readonly problems: Problem[];
}

/** A case, and the files of its events. */
interface ReadCase {
  readonly one: TestCase;
  readonly files: {
    readonly own: EventOfFile | undefined;
    /** By the index of the row; undefined for a row with the event of its case. */
    readonly rows: readonly (EventOfFile | undefined)[];
  };
}

/** One case, or one for each event that matches its pattern. */
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
  // If every row has an event, the case needs none.
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
  const checked = checkEvent(written);
  if (checked.ok) return [{ event: checked.event, title: "" }];
  // The shape of the file was checked before, but not what a payload can be.
  for (const problem of checked.problems) {
    reading.problems.push({ ...problem, path: [...path, ...problem.path] });
  }
  return [];
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

/** An event, and its title in a case with several. */
interface NamedEvent {
  readonly event: RecordedEvent;
  readonly title: string;
  /** As a case names it; absent for an inline event. */
  readonly file?: string;
}

type EventFilesResult =
  | { readonly ok: true; readonly events: readonly NamedEvent[] }
  | { readonly ok: false; readonly problem: Pick<Problem, "code" | "message" | "hint"> };

interface EventFiles {
  /** `push.event.json`, `all.ndjson:3`: exactly one event. */
  readonly readOne: (written: string) => Promise<EventFilesResult>;
  /** `events/*.event.json`: every event of every file. */
  readonly readAll: (pattern: string) => Promise<EventFilesResult>;
  /** Absolute paths of what was read so far. */
  readonly files: () => readonly string[];
  /** Absolute paths, whose last part may have `*` and `?`. */
  readonly patterns: () => readonly string[];
}

/** Paths start at `base`, and none may leave `root`. Each file is read once. */
function createEventFiles(base: string, root: string): EventFiles {
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
      if (!found.ok) {
        const hint = found.problem.hint ?? hintEventFile(resolve(base, path), path);
        return refuse({ ...found.problem, ...(hint !== undefined && { hint }) });
      }
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
        // One by one: a call takes about 100,000 arguments, and a file may have more events.
        for (const event of found.events) events.push(event);
      }
      if (events.length > 0) return { ok: true, events };
      const hint = "Only the last part of a path may have * and ?.";
      return refuse({
        code: "event_unreadable",
        message: `No event file matches ${pattern}.`,
        hint,
      });
    },
    files: () => [...loaded.keys()],
    patterns: () => [...patterns],
  };
}

/** For a pattern instead of a file, or a misspelled name. */
function hintEventFile(file: string, written: string): string | undefined {
  const names = listNames(dirname(file));
  if (names.includes(basename(file))) return undefined;
  if (/[*?]/.test(basename(file))) return `Write "events: ${written}" for each file that matches.`;
  const nearest = findNearestName(basename(file), names);
  if (nearest === undefined) return undefined;
  return `Nearest: ${written.slice(0, written.length - basename(written).length)}${nearest}.`;
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

type EventProblem = Pick<Problem, "code" | "message" | "hint">;

function refuse(problem: EventProblem): EventFilesResult {
  return { ok: false, problem };
}

function outside(path: string): EventProblem {
  return {
    code: "event_unreadable",
    message: `${path} is outside the folder of the config.`,
    hint: "Keep events beside the config, so that the tests run wherever it is.",
  };
}

/** The first problem of an event file, with its position there. */
function describe([first]: readonly Problem[], path: string): EventProblem {
  const { code, message, hint, position } = first as Problem;
  const at = position === undefined ? "" : `:${position.line}:${position.column}`;
  return { code, message: `${path}${at}: ${message}`, ...(hint !== undefined && { hint }) };
}

/** A symbolic link may lead out of the folder. */
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
