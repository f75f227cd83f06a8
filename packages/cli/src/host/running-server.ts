// A config that is served → a note in the state folder with the server's URL, by which `send` finds it.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readMember, readTextMember } from "@hookwright/base";
import type { Io } from "../io.ts";
import { stateFolderOf } from "./state-folder.ts";

/** Writes the note; the function that it returns removes it. A server runs also where nothing can be written. */
export function noteServer(config: string, url: string, io: Pick<Io, "env">): () => void {
  const path = pathOf(config, io);
  if (path === undefined) return () => undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const note = { url: urlFromHere(url), pid: process.pid };
    writeFileSync(path, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => {
    // A server that has started since then has a note of its own.
    if (read(path)?.pid === process.pid) rmSync(path, { force: true });
  };
}

/** Where the server of this config listens, without the base path; undefined where none is noted that runs. */
export function findServer(config: string, io: Pick<Io, "env">): URL | undefined {
  const path = pathOf(config, io);
  const note = path === undefined ? undefined : read(path);
  return note !== undefined && isRunning(note.pid) ? new URL(note.url) : undefined;
}

/** One note for each config, by its real path. Nobody else can write into the folder: a token is sent to that URL. */
function pathOf(config: string, io: Pick<Io, "env">): string | undefined {
  const { HOME, USERPROFILE, XDG_STATE_HOME } = io.env;
  if (config === "-" || (HOME ?? USERPROFILE ?? XDG_STATE_HOME) === undefined) return undefined;
  const name = createHash("sha256").update(realPathOf(config)).digest("hex").slice(0, 32);
  return join(stateFolderOf(undefined, io), "servers", `${name}.json`);
}

function realPathOf(config: string): string {
  try {
    return realpathSync(config);
  } catch {
    return resolve(config);
  }
}

interface Note {
  readonly url: string;
  readonly pid: number;
}

function read(path: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, "utf8"));
    const url = readTextMember(note, "url");
    const pid = readMember(note, "pid");
    if (url === undefined || !URL.canParse(url) || !Number.isSafeInteger(pid)) return undefined;
    return { url, pid: pid as number };
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
