// Files with their old and new texts → the files on the disk, each whole or not at all.
import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FixedFile } from "@hookwright/config";
import { CliError } from "../../cli-error.ts";

const BYTE_ORDER_MARK = "\uFEFF";

interface WrittenFile {
  readonly path: string;
  readonly draft: string;
}

/** All of them are written beside their files first: a full disk then changes none. */
export async function replaceFiles(files: readonly FixedFile[]): Promise<void> {
  const written: WrittenFile[] = [];
  try {
    for (const file of files) written.push(await writeDraft(file));
    for (const { path, draft } of written) await rename(draft, path);
  } finally {
    await Promise.all(written.map(({ draft }) => rm(draft, { force: true })));
  }
}

async function writeDraft({ filename, before, after }: FixedFile): Promise<WrittenFile> {
  try {
    // A link stays a link.
    const path = await realpath(filename);
    const text = await readFile(path, "utf8");
    const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    if (text.slice(mark.length) !== before) {
      throw new CliError(`${filename} was changed in the meantime, so nothing is written.`, {
        hint: "Run the command again.",
      });
    }
    const { mode } = await stat(path);
    const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
    const handle = await open(draft, "wx", mode);
    try {
      // The mode of a new file is limited by the umask.
      await handle.chmod(mode);
      await handle.writeFile(mark + after);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { path, draft };
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code = "an unknown error" } = error as NodeJS.ErrnoException;
    throw new CliError(`${filename} cannot be written: the system says ${code}.`);
  }
}
