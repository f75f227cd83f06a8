// A file and where it may load from → a `require` for what a build has left to run time.
//
// The build bundles names that are fixed. What is left is computed, made with `createRequire`, a compiled
// add-on, or a name that the build did not find; a file that has come since must not lie outside.
import { createRequire, isBuiltin } from "node:module";
import { extname } from "node:path";
import { isByPath } from "./is-by-path.ts";
import { isPackageFile } from "./is-package-file.ts";
import { isInside } from "./locate-module.ts";

interface Containment {
  /** The real path of hooks.transformsDir. */
  readonly folder: string;
  /** The real paths of packages that are links. */
  readonly packages: readonly string[];
}

/** Scripts of the folder are bundled, because Node would let them load any file in turn. */
const LOADABLE_EXTENSIONS = [".json", ".node"];

export function createContainedRequire(
  from: string | URL,
  containment: Containment,
): (name: string) => unknown {
  const load = createRequire(from);
  const contained = (name: string): unknown => {
    // Loads what it has checked: a second search could find another file.
    const file = load.resolve(name);
    const why = isBuiltin(file) ? undefined : whyNot(name, file, containment);
    if (why !== undefined) throw new Error(`require() cannot load "${name}": ${why}`);
    return load(file);
  };
  return Object.assign(contained, load);
}

function whyNot(name: string, file: string, { folder, packages }: Containment): string | undefined {
  if (!isByPath(name) || isPackageFile(file, folder)) return undefined;
  if (packages.some((root) => isInside(file, root))) return undefined;
  if (!isInside(file, folder)) return "it is not within hooks.transformsDir";
  if (LOADABLE_EXTENSIONS.includes(extname(file))) return undefined;
  return 'it is not built with the module; write its name as text, in import or in a call of "require"';
}

/** Modules find the function by this symbol, because a bundle cannot import a file of this package. */
const CONTAINED_REQUIRE: unique symbol = Symbol.for("hookwright.containedRequire");

/** Makes the function known to the modules that this process loads. */
export function provideContainedRequire(): void {
  Object.defineProperty(globalThis, CONTAINED_REQUIRE, {
    value: createContainedRequire,
    configurable: true,
  });
}
