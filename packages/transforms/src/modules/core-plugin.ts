// An import of `defineTransform` from @hookwright/core → an inlined one, by an esbuild plugin.
//
// `defineTransform` returns its argument. Bundling the whole package for it would cost each build 150 ms,
// and the package would have to be installed beside the config.
import { readFile } from "node:fs/promises";
import type { OnResolveResult, Plugin } from "esbuild";

const NAMESPACE = "hookwright-core";

export function createCorePlugin(): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve(
        { filter: /^@hookwright\/core$/ },
        async ({ path, importer }): Promise<OnResolveResult | undefined> =>
          wantsDefineOnly(await readFile(importer, "utf8"))
            ? { path, namespace: NAMESPACE }
            : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, () => ({
        contents: "export const defineTransform = (transform) => transform;",
      }));
    },
  };
}

const IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*["']@hookwright\/core["']/g;

/** A build drops types; their names begin with a capital letter. */
const HARMLESS = /^(?:type\s.*|[A-Z].*|defineTransform\b.*|)$/s;

/** An import in any other form gets the package itself. */
export function wantsDefineOnly(text: string): boolean {
  const imports = [...text.matchAll(IMPORT)];
  const names = imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return imports.length > 0 && names.every((name) => HARMLESS.test(name));
}
