// A path → what the file holds, or undefined where there is no such file.
import { readFile } from "node:fs/promises";

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
