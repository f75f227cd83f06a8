// Files: paths as operators write them, reading, and atomic writing.
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { system } from "./system.ts";

export const OWNER_ONLY_FILE = 0o600;

interface WriteOptions {
  /** Default: only the owner can read it. */
  readonly mode?: number;
  /** The suffix of the temporary file. Default: `.new`. */
  readonly suffix?: string;
}

/**
 * On the disk (fsync) when the promise resolves. Rejects with the error of the system, and leaves no temporary file
 * then. One writer at a time: the name of that file is fixed, so that a crash leaves at most one.
 */
export async function writeDurable(
  path: string,
  text: string,
  { mode = OWNER_ONLY_FILE, suffix = ".new" }: WriteOptions = {},
): Promise<void> {
  const temporary = path + suffix;
  const file = await open(temporary, "w", mode);
  try {
    try {
      // `open` applies the mode only to a new file.
      await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A new name survives a power failure only if the folder is synced, too. Not every system opens folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (!system.opensFolders) return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link is kept, and its target is replaced. Rejects with the error of the system. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (before) => before.mode & 0o777,
    () => 0o644,
  );
  await writeDurable(target, text, { mode, suffix: ".hookwright-new" });
}

/** Rejects with any other error of the system. */
export async function readFileIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** As UTF-8. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  return (await readFileIfThere(path))?.toString("utf8");
}

/** A path as operators write it (absolute, `~/…`, or relative to a folder) → an absolute path. */
export function expandPath(path: string, baseDir: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return resolve(baseDir, path);
}
