// A config or plan that is served → a note in the state folder with the server's URL, by which `send` finds it.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readMember, readTextMember } from "@hookwright/base";
import type { Io } from "../io.ts";
import { stateFolderOf } from "./state-folder.ts";

interface ServedFile {
  /** The path of a config or a plan, or `-`. */
  readonly file: string;
  readonly isPlan: boolean;
}

/** Writes the note; the function that it returns removes it. A server runs even if the note cannot be written. */
export function noteServer(
  { file, isPlan }: ServedFile,
  url: string,
  io: Pick<Io, "env">,
): () => void {
  const path = pathOf(file, io);
  if (path === undefined) return () => undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const planFolder = isPlan ? folderOf(file) : undefined;
    const note: Note = { url: urlFromHere(url), pid: process.pid, planFolder };
    writeFileSync(path, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => {
    // A server that has started since then has a note of its own.
    if (read(path)?.pid === process.pid) rmSync(path, { force: true });
  };
}

/**
 * The URL, without the base path, of the running server of this config, or of the only running server of a plan in
 * the folder of the config. Undefined if there is none.
 */
export function findServer(config: string, io: Pick<Io, "env">): URL | undefined {
  const path = pathOf(config, io);
  if (path === undefined) return undefined;
  const note = readRunning(path);
  if (note !== undefined) return new URL(note.url);
  const folder = folderOf(config);
  const [ofPlan, another] = listNotes(dirname(path)).filter(
    ({ planFolder }) => planFolder === folder,
  );
  return ofPlan === undefined || another !== undefined ? undefined : new URL(ofPlan.url);
}

/** One note for each file, by its real path. Nobody else can write into the folder: a token is sent to that URL. */
function pathOf(file: string, io: Pick<Io, "env">): string | undefined {
  const { HOME, USERPROFILE, XDG_STATE_HOME } = io.env;
  if (file === "-" || (HOME ?? USERPROFILE ?? XDG_STATE_HOME) === undefined) return undefined;
  const name = createHash("sha256").update(realPathOf(file)).digest("hex").slice(0, 32);
  return join(stateFolderOf(undefined, io), "servers", `${name}.json`);
}

function folderOf(file: string): string {
  return dirname(realPathOf(file));
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

interface Note {
  readonly url: string;
  readonly pid: number;
  /** The real path of the folder of a plan; undefined for a config. */
  readonly planFolder: string | undefined;
}

function listNotes(folder: string): readonly Note[] {
  try {
    return readdirSync(folder).flatMap((name) => readRunning(join(folder, name)) ?? []);
  } catch {
    return [];
  }
}

function readRunning(path: string): Note | undefined {
  const note = read(path);
  return note !== undefined && isRunning(note.pid) ? note : undefined;
}

function read(path: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, "utf8"));
    const url = readTextMember(note, "url");
    const pid = readMember(note, "pid");
    if (url === undefined || !URL.canParse(url) || !Number.isSafeInteger(pid)) return undefined;
    return { url, pid: pid as number, planFolder: readTextMember(note, "planFolder") };
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A server that listens on every address is reached by loopback. */
function urlFromHere(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
