// A path and a text → the file with that text, whole or not at all, with the mode that it had.
import { realpath, stat } from "node:fs/promises";
import { writeDurable } from "./write-durable.ts";

/** A link stays, and what it leads to is replaced. Rejects with the error of the system. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (before) => before.mode & 0o777,
    () => 0o644,
  );
  await writeDurable(target, text, { mode, suffix: ".hookwright-new" });
}
