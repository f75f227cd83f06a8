// A path and a text → the file with that text, whole or not at all, with the mode that it had.
import { open, readFile, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "../state/write-durable.ts";

/** Undefined: there is no such file. */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** A link stays, and what it leads to is replaced. Rejects with the error of the system. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (before) => before.mode & 0o777,
    () => 0o644,
  );
  const temporary = `${target}.hookwright-new`;
  const file = await open(temporary, "w", mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, target);
  await syncFolder(dirname(target));
}
