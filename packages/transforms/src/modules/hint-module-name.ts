// A name without a file and the folder → a hint with the module that was probably meant.
import { type Dirent, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { MODULE_EXTENSIONS } from "./module-extensions.ts";

export function hintModuleName(name: string, folder: string): string {
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
  if (modules.length === 0) return "hooks.transformsDir contains no module.";
  return `The modules there: ${modules.slice(0, MAX_SHOWN_MODULES).join(", ")}.`;
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
