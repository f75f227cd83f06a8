// A path and a text → a file that holds all of the text or all of what it held before.
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

export const OWNER_ONLY_FILE = 0o600;

interface WriteOptions {
  /** Default: only the owner can read it. */
  readonly mode?: number;
  /** What the name of the temporary file ends with. Default: `.new`. */
  readonly suffix?: string;
}

/**
 * On the disk (fsync) when the promise is fulfilled. Rejects with the error of the system. One writer at a time: the
 * name of the temporary file is fixed, so that a crash leaves one of them at most.
 */
export async function writeDurable(
  path: string,
  text: string,
  { mode = OWNER_ONLY_FILE, suffix = ".new" }: WriteOptions = {},
): Promise<void> {
  const temporary = path + suffix;
  const file = await open(temporary, "w", mode);
  try {
    // The mode of `open` counts only where the file is made.
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** A new name survives a power failure when the folder is on the disk, too. Windows opens no folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
