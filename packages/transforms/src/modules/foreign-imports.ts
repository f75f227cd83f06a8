// The metafile of esbuild → the imports that lead out of the folder of the modules, except to packages.
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Metafile } from "esbuild";
import { isByPath, isInside, isPackageFile } from "./locate-module.ts";
import type { ModuleProblem, ModuleTerms } from "./module-problem.ts";

/** A module's file and the folder that it must stay in. */
export interface ModuleFile {
  /** As the operator wrote it. */
  readonly name: string;
  /** The real path. */
  readonly file: string;
  /** Its real path. */
  readonly folder: string;
  readonly terms: ModuleTerms;
}

/**
 * An import by path must stay within the folder. An import of a package may lead anywhere, because the
 * operator installed it: workspaces and `npm link` are links.
 */
export function findForeignImports(
  { inputs }: Pick<Metafile, "inputs">,
  source: ModuleFile,
): readonly ModuleProblem[] {
  const { file, folder } = source;
  const problems: ModuleProblem[] = [];
  const visited = new Set([file]);
  for (const importer of visited) {
    for (const { specifier, target } of importsByPath(inputs, importer, folder)) {
      if (isPackageFile(target, folder)) continue;
      if (isInside(target, folder)) visited.add(target);
      else problems.push(describe(specifier, inputKey(importer, folder), source));
    }
  }
  return problems.slice(0, MAX_PROBLEMS);
}

/** A name that is built at run time may match a whole disk, and the first files are enough. */
const MAX_PROBLEMS = 10;

interface ImportByPath {
  readonly specifier: string;
  readonly target: string;
}

function importsByPath(
  inputs: Metafile["inputs"],
  importer: string,
  folder: string,
): readonly ImportByPath[] {
  const imports = inputs[inputKey(importer, folder)]?.imports ?? [];
  return imports.flatMap(({ path, original = "", external }) => {
    if (external === true) {
      if (path.includes("*")) return importsByPattern(inputs, folder);
      return leftToRunTime(path, importer);
    }
    if (!isByPath(original)) return [];
    return [{ specifier: original, target: resolve(folder, path) }];
  });
}

/**
 * esbuild leaves a name that it did not find, if the module catches the failure. Node reads a URL in any
 * case, and ignores spaces before it and line breaks within.
 */
function leftToRunTime(name: string, importer: string): readonly ImportByPath[] {
  if (isBuiltin(name)) return [];
  const url = name.replace(/[\t\n\r]/g, "").trim();
  // A file of this name is nowhere.
  if (URL_SCHEME.test(url)) return [{ specifier: name, target: url }];
  return isByPath(name) && !isAddon(name)
    ? [{ specifier: name, target: resolve(dirname(importer), name) }]
    : [];
}

const URL_SCHEME = /^[A-Za-z][A-Za-z\d+.-]*:/;

/** The real path of a compiled add-on, which `createRequirePlugin` has checked. */
function isAddon(name: string): boolean {
  return isAbsolute(name) && name.endsWith(".node");
}

/**
 * `import("./" + name)`: esbuild bundles every file that matches, and reports only the pattern. A
 * matching link may lead anywhere, so each file that esbuild has read counts as imported.
 */
function importsByPattern(inputs: Metafile["inputs"], folder: string): readonly ImportByPath[] {
  return Object.keys(inputs).map((path) => ({ specifier: path, target: resolve(folder, path) }));
}

/** esbuild names its inputs by their real paths relative to the folder, with "/" on every system. */
function inputKey(file: string, folder: string): string {
  return relative(folder, file).split(sep).join("/");
}

function describe(
  specifier: string,
  importer: string,
  { name, terms: { what, folderName } }: Pick<ModuleFile, "name" | "terms">,
): ModuleProblem {
  return {
    code: "transform_outside",
    message: `The ${what} "${name}" imports "${specifier}" (in ${importer}), which is not within ${folderName}.`,
    hint: "Move that file into the folder, or install it as a package.",
  };
}
