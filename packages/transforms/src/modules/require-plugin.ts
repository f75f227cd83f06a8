// The folder of the modules → the esbuild plugin and the banner that contain what is loaded at run time.
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveResult, Plugin } from "esbuild";
import { isByPath } from "./is-by-path.ts";
import { isPackageFile } from "./is-package-file.ts";
import { isInside } from "./locate-module.ts";

const NAMESPACE = "hookwright-node-module";

/** Stands in the banner for the list of packages that are links, which is known after the build. */
const PACKAGES = '"hookwright packages"';

/** One line, so that the source map needs no shift. CommonJS in an ES module still calls `require`. */
export function createBanner(file: string, folder: string): string {
  return [
    `const __hookwright_createRequire = (from) => globalThis[Symbol.for("hookwright.containedRequire")]`,
    `(from, { folder: ${JSON.stringify(folder)}, packages: ${PACKAGES} });`,
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

export function createRequirePlugin(folder: string): Plugin {
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
          : { errors: [{ text: `"${path}" is not within hooks.transformsDir`, detail: OUTSIDE }] };
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

/** The `detail` of an error for an import that leads out. */
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
