// A config → its problems after all fixes, and the files that changed, which are written unless it is a dry run.

import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { visibleText } from "@hookwright/base";
import {
  type ConfigTexts,
  type FixedFile,
  fixFiles,
  type LoadResult,
  maskSecrets,
} from "@hookwright/config";
import { syncFolder } from "@hookwright/node-kit/files";
import { createTwoFilesPatch } from "diff";
import { CliError } from "../../cli-error.ts";
import { STDIN_NAME } from "../../input/read-input.ts";

export interface FixConfigOptions {
  /** Also fixes that change what the config means. */
  readonly all: boolean;
  readonly isDryRun: boolean;
}

export interface FixedConfig {
  readonly loaded: LoadResult;
  /** For programs: the fixes of each file, and the new text of standard input. */
  readonly json: object;
  /** For people: a diff, the text of standard input, or the fixes of each file. */
  readonly describe: (color: boolean) => string;
}

export async function fixConfig(
  load: (texts: ConfigTexts) => Promise<LoadResult>,
  { all, isDryRun }: FixConfigOptions,
): Promise<FixedConfig> {
  const { report: loaded, files } = await fixFiles(load, { all });
  if (!isDryRun) await replaceFiles(files.filter(({ filename }) => filename !== STDIN_NAME));
  return {
    loaded,
    json: { fixed: files.map(toJson) },
    describe: (color) => {
      if (isDryRun) return files.map((file) => diffText(file, color)).join("");
      if (loaded.filename === STDIN_NAME) return loaded.source ?? "";
      return files.map(toLines).join("");
    },
  };
}

function toJson({ filename, fixes, after }: FixedFile): object {
  return { file: filename, fixes, ...(filename === STDIN_NAME && { text: after }) };
}

function toLines({ filename, fixes }: FixedFile): string {
  return fixes.map((title) => `${filename}: ${title}.\n`).join("");
}

/** A config before and after → its unified diff, without the values of secrets. */
export function diffText({ filename, before, after }: FixedFile, color: boolean): string {
  const [old, fixed] = [maskSecrets(before).text, maskSecrets(after).text];
  const patch = createTwoFilesPatch(filename, filename, old, fixed, "", "", { context: 2 });
  const lines = patch
    .split("\n")
    .filter((line) => !/^=+$/.test(line))
    .map(visibleButLineEnd);
  return (color ? lines.map(paint) : lines).join("\n");
}

/** The lines of a file with CRLF keep it, so that the diff can be applied. */
function visibleButLineEnd(line: string): string {
  return line.endsWith("\r") ? `${visibleText(line.slice(0, -1))}\r` : visibleText(line);
}

function paint(line: string): string {
  if (line.startsWith("+")) return `\u001B[32m${line}\u001B[39m`;
  return line.startsWith("-") ? `\u001B[31m${line}\u001B[39m` : line;
}

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
    for (const folder of new Set(written.map(({ path }) => dirname(path))))
      await syncFolder(folder);
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
