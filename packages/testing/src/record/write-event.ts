// An event and a folder → its file: only its owner can read it, and it is there as a whole or not at all.
import { randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface EventFile {
  readonly folder: string;
  /** Without the number and the ending: `push`. */
  readonly name: string;
}

/** The path of the file, which has the first number that is free. */
export async function writeEvent(event: unknown, { folder, name }: EventFile): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, `${JSON.stringify(event, undefined, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    for (let number = 1; ; number += 1) {
      const path = join(folder, `${name}-${number}.event.json`);
      if (await claim(temporary, path)) return path;
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A link fails where the name is taken; a rename would replace that file. */
async function claim(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
