// The folder of the modules → the esbuild plugin and the banner that contain what is loaded at run time.

import { createRequire, isBuiltin } from "node:module";
import { dirname, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { LogLevel, Message, OnResolveResult, Plugin } from "esbuild";
import type { ModuleFile } from "./foreign-imports.ts";
import { isByPath, isInside, isPackageFile } from "./locate-module.ts";
import type { ModuleProblem } from "./module-problem.ts";

const NAMESPACE = "hookwright-node-module";

/** A placeholder in the banner for the list of packages that are links, which is known after the build. */
const PACKAGES = '"hookwright packages"';

/** One line, so that the source map needs no shift. CommonJS in an ES module still calls `require`. */
export function createBanner({ file, folder, terms }: Omit<ModuleFile, "name">): string {
  return [
    `const __hookwright_createRequire = (from) => globalThis[Symbol.for("hookwright.containedRequire")]`,
    `(from, { folder: ${JSON.stringify(folder)}, folderName: ${JSON.stringify(terms.folderName)}, packages: ${PACKAGES} });`,
    ` const require = __hookwright_createRequire(${JSON.stringify(pathToFileURL(file).href)});`,
  ].join("");
}

export function fillBanner(code: string, packages: readonly string[]): string {
  return code.replace(PACKAGES, () => JSON.stringify(packages));
}

/** Whether the author of the module wrote this file. Packages are trusted, wherever they are. */
export function isAuthored(file: string, folder: string): boolean {
  return isInside(file, folder) && !isPackageFile(file, folder);
}

/** Marks a resolution that this plugin has asked for. */
const ASKED = "hookwright-asked";

export function createRequirePlugin({
  folder,
  terms,
}: Pick<ModuleFile, "folder" | "terms">): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      // Attack: Node would load such a file at run time, and no check would have seen its path.
      build.onResolve({ filter: /^(?:file|https?):/ }, () => ({
        errors: [
          { text: "A URL cannot be imported; write a relative path or the name of a package" },
        ],
      }));
      // Compiled add-ons cannot be bundled, so they are loaded by their real path.
      build.onResolve({ filter: /\.node$/ }, async (args): Promise<OnResolveResult | undefined> => {
        const { path, importer, resolveDir, kind, pluginData } = args;
        if (pluginData === ASKED) return undefined;
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
        const missing = found.errors.length > 0;
        const target = missing ? resolve(resolveDir, path) : found.path;
        if (missing && !isByPath(path)) return undefined;
        return isAddonContained(path, { importer, target })
          ? { path: target, external: true }
          : { errors: [{ text: `"${path}" is not within ${terms.folderName}`, detail: OUTSIDE }] };
      });
      // Packages get Node's own, because they may load their own files by computed paths.
      build.onResolve({ filter: /^(?:node:)?module$/ }, ({ path, importer, namespace }) =>
        namespace === "file" && isAuthored(importer, folder)
          ? { path, namespace: NAMESPACE }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, () => ({
        contents: NODE_MODULE,
        resolveDir: dirname(folder),
      }));
    },
  };

  function isAddonContained(
    path: string,
    { importer, target }: { readonly importer: string; readonly target: string },
  ): boolean {
    if (!isAuthored(importer, folder) || !isByPath(path)) return true;
    return isInside(target, folder) || isPackageFile(target, folder);
  }
}

/** The `detail` of an error for an import that leads out of the folder. */
export const OUTSIDE = "transform_outside";

const NODE_MODULE = `
  import Module from "node:module";
  export * from "node:module";
  export const createRequire = __hookwright_createRequire;
  export default Object.assign(Object.create(Module), { createRequire });`;

/**
 * With this line, an ES module gets a \`require\` that no build sees. Without it, esbuild bundles the calls
 * of \`require\`, and their files are checked and watched. Replaced by spaces, so that positions stay.
 */
const OWN_REQUIRE =
  /\b(?:const|let|var)\s+require\s*=\s*(?:\w+\.)?createRequire\(\s*import\.meta\.(?:url|filename)\s*\)/g;

export function dropOwnRequire(text: string): string {
  return text.replace(OWN_REQUIRE, (declaration) => declaration.replace(/\S/g, " "));
}

interface Containment {
  /** The real path. */
  readonly folder: string;
  /** As problems name it. */
  readonly folderName: string;
  /** The real paths of packages that are links. */
  readonly packages: readonly string[];
}

/** Scripts of the folder are bundled, because Node would let them load any file in turn. */
const LOADABLE_EXTENSIONS = [".json", ".node"];

/**
 * A file and where it may load from → a `require` for what a build has left to run time.
 *
 * The build bundles names that are fixed. What is left is computed, made with `createRequire`, a compiled
 * add-on, or a name that the build did not find; a file that has come since must not lie outside.
 */
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

function whyNot(
  name: string,
  file: string,
  { folder, folderName, packages }: Containment,
): string | undefined {
  if (!isByPath(name) || isPackageFile(file, folder)) return undefined;
  if (packages.some((root) => isInside(file, root))) return undefined;
  if (!isInside(file, folder)) return `it is not within ${folderName}`;
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

const COMPUTED = "unsupported-dynamic-import";

/** esbuild leaves such an import to run time, silently by default. */
export const COMPUTED_IMPORTS: Readonly<Record<string, LogLevel>> = { [COMPUTED]: "warning" };

/**
 * Node loads what such an import names, from anywhere, and its loader cannot be limited without hooks that
 * Node 20 does not have in the same thread. Packages are trusted.
 */
export function findComputedImports(
  warnings: readonly Pick<Message, "id" | "location">[],
  { name, folder, terms: { what, folderName } }: Omit<ModuleFile, "file">,
): readonly ModuleProblem[] {
  return warnings.flatMap(({ id, location }) => {
    if (id !== COMPUTED || location === null) return [];
    const { file, line } = location;
    if (!isAuthored(resolve(folder, file), folder)) return [];
    return {
      code: "transform_outside",
      message: `The ${what} "${name}" computes the name of an import (${file}:${line}), which may lead out of ${folderName}.`,
      hint: "Write the name as text, or begin it with a relative path: import(`./events/${name}.js`).",
    };
  });
}
