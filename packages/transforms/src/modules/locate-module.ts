// A module's name as written and the folder → the real path of its file, or a problem.
import { realpathSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { hintModuleName } from "./hint-module-name.ts";
import { MODULE_EXTENSIONS } from "./module-extensions.ts";
import type { ModuleProblem } from "./module-problem.ts";

type LocateResult =
  | { readonly ok: true; readonly file: string }
  /** `expected` is the path that was tried, for the watcher; absent if the file may not be there. */
  | { readonly ok: false; readonly problem: ModuleProblem; readonly expected?: string };

export function locateModule(name: string, folder: string): LocateResult {
  const why = leadsOut(name);
  if (why !== undefined) return outside(name, why);
  const expected = join(folder, name);
  const file = realFile(expected);
  if (file === undefined) return missing(name, folder, expected);
  if (!isInside(file, folder)) return outside(name, "it is a link that leads out of it");
  return MODULE_EXTENSIONS.includes(extname(file)) ? { ok: true, file } : notModule(name, expected);
}

/** Both are real paths. */
export function isInside(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Attack: what such a name leads to depends on links on the disk, so it is refused before the disk is
 * read. A backslash separates folders on Windows, so it does on every system.
 */
function leadsOut(name: string): string | undefined {
  if (/^[A-Za-z][A-Za-z\d+.-]*:/.test(name)) return "it is a URL or names a drive";
  if (/^[\\/]/.test(name)) return "it is an absolute path";
  const steps = name.split(/[\\/]/);
  if (steps[0]?.startsWith("~")) return "it starts in a home directory";
  return steps.includes("..") ? 'it goes up with ".."' : undefined;
}

function outside(name: string, why: string): LocateResult {
  const problem: ModuleProblem = {
    code: "transform_outside",
    message: `The transform module "${name}" is not within hooks.transformsDir: ${why}.`,
    hint: "Put the file into that folder and write its path from there.",
  };
  return { ok: false, problem };
}

function realFile(path: string): string | undefined {
  try {
    const file = realpathSync(path);
    return statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

function missing(name: string, folder: string, expected: string): LocateResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The transform module "${name}" does not exist.`,
    hint: hintModuleName(name, folder),
  };
  return { ok: false, problem, expected };
}

function notModule(name: string, expected: string): LocateResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The file "${name}" is not a transform module.`,
    hint: `Modules end in ${MODULE_EXTENSIONS.join(", ")}.`,
  };
  return { ok: false, problem, expected };
}

/** `./x`, `/x`, `C:\x`, and `#x`, which some package.json turns into a path. */
const PATH = /^[./\\#]|^[A-Za-z]:[\\/]/;

/** Attack: `package/../../x` leads out of the package. */
const GOES_UP = /[\\/]\.\.(?:[\\/]|$)/;

/** The name in an import → whether it leads to a file by its path, and not to a package. */
export function isByPath(name: string): boolean {
  return PATH.test(name) || GOES_UP.test(name);
}

/** Only the path below the folder counts: a config may itself lie within an installed package. */
export function isPackageFile(path: string, folder: string): boolean {
  return relative(folder, path).split(sep).includes("node_modules");
}
