// A path and a text → a file of mode 0600 that holds all of the text or all of what it held before.
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { OWNER_ONLY_FILE } from "./prepare-folder.ts";

/** One writer at a time: the name of the temporary file is fixed, so that a crash leaves one of them at most. */
export async function writeDurable(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, "w", OWNER_ONLY_FILE);
  try {
    // The mode of `open` counts only where the file is made.
    await file.chmod(OWNER_ONLY_FILE);
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
