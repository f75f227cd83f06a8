// A module's name as written and the folder → the real path of its file, or a problem.

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, extname, join, relative, sep } from "node:path";
import { MODULE_EXTENSIONS } from "./module-extensions.ts";
import { type ModuleProblem, type ModuleTerms, TRANSFORM } from "./module-problem.ts";

type LocateResult =
  | { readonly ok: true; readonly file: string }
  /** `expected` is the path that was tried, for the watcher; absent if the file may not be there. */
  | { readonly ok: false; readonly problem: ModuleProblem; readonly expected?: string };

export function locateModule(
  name: string,
  folder: string,
  terms: ModuleTerms = TRANSFORM,
): LocateResult {
  const why = leadsOut(name);
  if (why !== undefined) return outside(name, why, terms);
  const expected = join(folder, name);
  const file = realFile(expected);
  if (file === undefined) return missing(name, { folder, expected, terms });
  if (!isInside(file, folder)) return outside(name, "it is a link that leads out of it", terms);
  return MODULE_EXTENSIONS.includes(extname(file))
    ? { ok: true, file }
    : notModule(name, expected, terms);
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

function outside(name: string, why: string, { what, folderName }: ModuleTerms): LocateResult {
  const problem: ModuleProblem = {
    code: "transform_outside",
    message: `The ${what} "${name}" is not within ${folderName}: ${why}.`,
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

function missing(
  name: string,
  {
    folder,
    expected,
    terms,
  }: { readonly folder: string; readonly expected: string; readonly terms: ModuleTerms },
): LocateResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The ${terms.what} "${name}" does not exist.`,
    hint: hintModuleName(name, folder, terms),
  };
  return { ok: false, problem, expected };
}

function notModule(name: string, expected: string, { what }: ModuleTerms): LocateResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The file "${name}" is not a ${what}.`,
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

export function hintModuleName(
  name: string,
  folder: string,
  { folderName }: ModuleTerms = TRANSFORM,
): string {
  const modules = listModules(folder);
  const wanted = name.replace(/^\.\//, "");
  const meant =
    MODULE_EXTENSIONS.flatMap((extension) => [
      wanted + extension,
      `${wanted}/index${extension}`,
    ]).find((path) => modules.includes(path)) ??
    modules.find((path) => basename(path) === basename(wanted)) ??
    findSimilar(wanted, modules);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  if (modules.length === 0) return `${capitalize(folderName)} contains no module.`;
  return `The modules there: ${modules.slice(0, MAX_SHOWN_MODULES).join(", ")}.`;
}

/** The name of a key stays as it is written. */
function capitalize(name: string): string {
  return name.includes(".") ? name : `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** A longer list does not help to find the module. */
const MAX_SHOWN_MODULES = 10;

/** A wrong folder may be a large tree, whose search must not delay the start. */
const MAX_FOLDERS = 100;

function listModules(folder: string): string[] {
  const modules: string[] = [];
  const folders = [""];
  for (const inner of folders) {
    if (folders.length > MAX_FOLDERS) break;
    const entries = readFolder(join(folder, inner)).filter(({ name }) => name !== "node_modules");
    const pathOf = ({ name }: Dirent): string => (inner === "" ? name : `${inner}/${name}`);
    for (const entry of entries) {
      if (entry.isDirectory()) folders.push(pathOf(entry));
      if (entry.isFile()) modules.push(pathOf(entry));
    }
  }
  return modules.filter((path) => MODULE_EXTENSIONS.includes(extname(path))).sort();
}

function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A typo leaves most of the beginning and the end unchanged. */
function findSimilar(wanted: string, modules: readonly string[]): string | undefined {
  const rated = modules.map((path) => ({ path, rating: commonEnds(wanted, path) }));
  const [best] = rated.sort((a, b) => b.rating - a.rating);
  return best !== undefined && best.rating * 3 >= best.path.length * 2 ? best.path : undefined;
}

function commonEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end;
}
