// The metafile of esbuild → the folders of packages that are links to elsewhere.
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Metafile } from "esbuild";
import { isPackageFile } from "./is-package-file.ts";
import { isInside } from "./locate-module.ts";

/** esbuild names files by their real paths, so a file of a workspace or of `npm link` is anywhere. */
export function findLinkedPackages(
  { inputs }: Pick<Metafile, "inputs">,
  folder: string,
): readonly string[] {
  const files = Object.entries(inputs).flatMap(([path, { imports }]) => [
    ...(NAMESPACED.test(path) ? [] : [resolve(folder, path)]),
    // Compiled add-ons.
    ...imports.flatMap(({ path: target, external }) =>
      external === true && isAbsolute(target) ? [target] : [],
    ),
  ]);
  const outside = files.filter((file) => !isInside(file, folder) && !isPackageFile(file, folder));
  return [...new Set(outside.map(findPackageRoot))];
}

/** The names of inputs that plugins have made. A drive of Windows has one letter. */
const NAMESPACED = /^[\w-]{2,}:/;

function findPackageRoot(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) return dirname(file);
    folder = parent;
  }
  return folder;
}
