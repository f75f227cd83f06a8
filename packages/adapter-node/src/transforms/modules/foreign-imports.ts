// What esbuild read → the imports that lead out of the folder of the modules, other than to packages.
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { Metafile } from "esbuild";
import type { Finding } from "./finding.ts";
import { isInside } from "./locate-module.ts";

export interface ModulePlace {
  readonly name: string;
  /** Real paths, both. */
  readonly file: string;
  readonly folder: string;
}

/**
 * The folder is the border for whatever is named by a path. What is named as a package was put into
 * `node_modules` by the operator and may lie anywhere: workspaces and `npm link` are links.
 */
export function findForeignImports(
  { inputs }: Pick<Metafile, "inputs">,
  { name, file, folder }: ModulePlace,
): readonly Finding[] {
  const findings: Finding[] = [];
  const visited = new Set([file]);
  for (const importer of visited) {
    for (const { specifier, target } of importsByPath(inputs, importer, folder)) {
      if (target.includes(`${sep}node_modules${sep}`)) continue;
      if (isInside(target, folder)) visited.add(target);
      else findings.push(describe(specifier, inputKey(importer, folder), name));
    }
  }
  return findings;
}

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
  return imports.flatMap(({ path, original = "", external }) =>
    external === true || !BY_PATH.test(original)
      ? []
      : [{ specifier: original, target: realpathSync(resolve(folder, path)) }],
  );
}

/** esbuild names its inputs from the folder, with "/" everywhere. */
function inputKey(file: string, folder: string): string {
  return relative(folder, file).split(sep).join("/");
}

function describe(specifier: string, importer: string, name: string): Finding {
  return {
    code: "transform_outside",
    message: `The transform module "${name}" imports "${specifier}" (in ${importer}), which is not within hooks.transformsDir.`,
    hint: "Move that file into the folder, or install it as a package.",
  };
}
