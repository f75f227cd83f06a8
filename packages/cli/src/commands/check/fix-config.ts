// A config → its problems after all fixes, and the files that changed, which are written unless it is a dry run.
import { type ConfigTexts, type FixedFile, fixFiles, type LoadResult } from "@hookwright/config";
import { STDIN_NAME } from "../../config/load-config.ts";
import { diffText } from "./diff-text.ts";
import { replaceFiles } from "./replace-files.ts";

export interface FixConfigOptions {
  /** Also fixes that change what the config means. */
  readonly all: boolean;
  readonly isDryRun: boolean;
}

export interface FixedConfig {
  readonly loaded: LoadResult;
  /** For programs: what was mended where, and the new text of standard input. */
  readonly json: object;
  /** For people: a diff, the text of standard input, or what was mended where. */
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
