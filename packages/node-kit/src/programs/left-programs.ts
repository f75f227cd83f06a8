// Notes of running programs → those that an earlier process left running are ended, each with its group.
//
// The reaper does the same when its process dies. The notes are for the cases that it misses: it was killed, too,
// or the new process starts before it is done.
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { system } from "../system.ts";
import { findProcessesWith, isGroupAlive, killGroup, readProcess } from "./groups.ts";

interface ProgramRecord {
  /** Variables for the environment of the program, which identify it as the one of the note. */
  readonly variables: Readonly<Record<string, string>>;
  started(pid: number | undefined): void;
  ended(): void;
}

/** A program of an earlier process that was alive. */
export interface LeftProgram {
  readonly label: string;
  /** Resolves when no process of its group is alive. */
  readonly gone: Promise<void>;
}

const MARK = "HOOKWRIGHT_PROGRAM";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

const NO_RECORD: ProgramRecord = {
  variables: {},
  started: () => undefined,
  ended: () => undefined,
};

/**
 * The note is begun before the program starts, so that a program that was started just before a crash is
 * found by its mark. If the note cannot be written, the program still runs, and the reaper covers it.
 */
export function recordProgram(folder: string | undefined, label: string): ProgramRecord {
  if (folder === undefined) return NO_RECORD;
  const id = randomUUID();
  const path = join(folder, id);
  const add = (facts: Note | StartNote): void => {
    try {
      appendFileSync(path, `${JSON.stringify(facts)}\n`, { mode: OWNER_ONLY_FILE });
    } catch {
      // See above.
    }
  };
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  } catch {
    return NO_RECORD;
  }
  add({ label });
  return {
    variables: { [MARK]: id },
    started: (pid) => {
      if (pid !== undefined) add({ pid, start: readProcess(pid)?.start ?? "" });
    },
    ended: () => rmSync(path, { force: true }),
  };
}

interface Note {
  readonly label: string;
}

interface StartNote {
  readonly pid: number;
  readonly start: string;
}

/**
 * Kills the running programs of the notes, and returns at once. Call it only if no other process
 * starts programs with this folder.
 */
export function endLeftPrograms(folder: string): readonly LeftProgram[] {
  return listFiles(folder).flatMap((id) => {
    const path = join(folder, id);
    const [note, start] = readLines(path) as [Note | undefined, StartNote | undefined];
    const groups = note === undefined ? [] : findGroups(id, start);
    if (note === undefined || groups.length === 0) {
      rmSync(path, { force: true });
      return [];
    }
    for (const group of groups) killGroup(group);
    const gone = untilGone(groups).then(() => rmSync(path, { force: true }));
    return [{ label: note.label, gone }];
  });
}

/** A program that leads its group, or its remaining children in the group. */
function findGroups(id: string, noted: StartNote | undefined): readonly number[] {
  const marked = findProcessesWith(MARK, id);
  const leaders = marked.filter(({ pid, group }) => pid === group);
  // Its process ended before it could note the id.
  if (noted === undefined) return leaders.map(({ pid }) => pid);
  const leader = readProcess(noted.pid);
  // A program may have changed its environment, and an ended one may have left children.
  const isOurs =
    leader === undefined
      ? !system.hasProc || marked.some(({ group }) => group === noted.pid)
      : leader.start === noted.start;
  return isOurs && isGroupAlive(noted.pid) ? [noted.pid] : [];
}

const FIRST_LOOK_MS = 10;
const MAX_LOOK_MS = 1_000;

/** A process that waits for a disk ends later; the system cannot end it before. */
async function untilGone(groups: readonly number[]): Promise<void> {
  for (
    let wait = FIRST_LOOK_MS;
    groups.some((pid) => isGroupAlive(pid));
    wait = Math.min(2 * wait, MAX_LOOK_MS)
  ) {
    await new Promise((resolve) => setTimeout(resolve, wait).unref());
    for (const group of groups) killGroup(group);
  }
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** An incomplete line is ignored. */
function readLines(path: string): unknown[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
