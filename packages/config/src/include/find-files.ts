// A pattern and the folder of the config → the files that it stands for, in the order of their names.
import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { createNameTest, hasWildcard } from "./name-pattern.ts";
import type { IncludePattern } from "./parse-include.ts";

export type FoundFilesResult =
  /** Relative to the folder of the config. */
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** A folder that cannot be listed has no files. */
export function findFiles({ folder, name }: IncludePattern, baseDir: string): FoundFilesResult {
  if (hasWildcard(name)) return refuseOutside(listFiles({ folder, name }, baseDir), baseDir);
  const file = join(folder, name);
  if (isFolder(join(baseDir, file))) {
    const message = "This entry of hooks.include names a folder.";
    return { ok: false, message, hint: `Write "${file}/*.yaml".` };
  }
  if (CONFIG_NAME.test(name)) return refuseOutside([file], baseDir);
  const message = "This entry of hooks.include names a file that is not a config.";
  return {
    ok: false,
    message,
    hint: "Its name has to end in .yaml, .yml, .json, .jsonc or .json5.",
  };
}

/** A pattern such as `hooks.d/*` does not mean the notes and the copies of an editor beside the configs. */
const CONFIG_NAME = /\.(?:ya?ml|json[c5]?)$/i;

function listFiles({ folder, name }: IncludePattern, baseDir: string): readonly string[] {
  const fits = createNameTest(name);
  return listNames(join(baseDir, folder))
    .filter((one) => fits(one) && CONFIG_NAME.test(one))
    .map((one) => join(folder, one))
    .filter((file) => !isFolder(join(baseDir, file)))
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A link may lead to another place, whose owner does not know that it is part of a config. */
function refuseOutside(files: readonly string[], baseDir: string): FoundFilesResult {
  const root = realPath(baseDir);
  const outside = files.find((file) => !realPath(join(root, file)).startsWith(join(root, sep)));
  if (outside === undefined) return { ok: true, files };
  return {
    ok: false,
    message: `The file ${outside} of hooks.include is a link to outside of the folder of the config.`,
    hint: "Copy the file into that folder.",
  };
}

/** A file that does not exist is reported when it is read. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
