// What esbuild read → the imports that lead out of the folder of the modules, other than to packages.
import { relative, resolve, sep } from "node:path";
import type { Metafile } from "esbuild";
import { isPackageFile } from "./is-package-file.ts";
import { isInside } from "./locate-module.ts";
import type { ModuleProblem } from "./module-problem.ts";

/** A module's file and the folder that it must stay in. */
export interface ModuleFile {
  /** As the operator wrote it. */
  readonly name: string;
  /** The real path. */
  readonly file: string;
  /** The real path of hooks.transformsDir. */
  readonly folder: string;
}

/**
 * The folder is the border for whatever is named by a path. What is named as a package was put into
 * `node_modules` by the operator and may lie anywhere: workspaces and `npm link` are links.
 */
export function findForeignImports(
  { inputs }: Pick<Metafile, "inputs">,
  { name, file, folder }: ModuleFile,
): readonly ModuleProblem[] {
  const problems: ModuleProblem[] = [];
  const visited = new Set([file]);
  for (const importer of visited) {
    for (const { specifier, target } of importsByPath(inputs, importer, folder)) {
      if (isPackageFile(target, folder)) continue;
      if (isInside(target, folder)) visited.add(target);
      else problems.push(describe(specifier, inputKey(importer, folder), name));
    }
  }
  return problems.slice(0, MAX_REPORTED);
}

/** A name that is made at run time may fit a whole disk; the first files tell. */
const MAX_REPORTED = 10;

interface ImportByPath {
  readonly specifier: string;
  readonly target: string;
}

/** `./x`, `/x`, `C:\x`, and `#x`, which some package.json turns into a path. */
const BY_PATH = /^[./\\#]|^[A-Za-z]:[\\/]/;

function importsByPath(
  inputs: Metafile["inputs"],
  importer: string,
  folder: string,
): readonly ImportByPath[] {
  const imports = inputs[inputKey(importer, folder)]?.imports ?? [];
  return imports.flatMap(({ path, original = "", external }) => {
    if (external === true) return path.includes("*") ? importsByPattern(inputs, folder) : [];
    if (!BY_PATH.test(original)) return [];
    return [{ specifier: original, target: resolve(folder, path) }];
  });
}

/**
 * `import("./" + name)`: esbuild bundles every file that the name may become, and tells only the
 * pattern. A link among them may lead anywhere, so each file that it has read counts as imported.
 */
function importsByPattern(inputs: Metafile["inputs"], folder: string): readonly ImportByPath[] {
  return Object.keys(inputs).map((path) => ({ specifier: path, target: resolve(folder, path) }));
}

/** esbuild names its inputs by their real paths from the folder, with "/" everywhere. */
function inputKey(file: string, folder: string): string {
  return relative(folder, file).split(sep).join("/");
}

function describe(specifier: string, importer: string, name: string): ModuleProblem {
  return {
    code: "transform_outside",
    message: `The transform module "${name}" imports "${specifier}" (in ${importer}), which is not within hooks.transformsDir.`,
    hint: "Move that file into the folder, or install it as a package.",
  };
}
