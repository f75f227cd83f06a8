// Names that a build did not find → the esbuild plugin that makes their imports fail at run time.
//
// Attack: Node would look for them from the folder of the built script, in /tmp/node_modules too, where
// every user of the system can put a package.
import { isBuiltin } from "node:module";
import type { Metafile, Plugin } from "esbuild";

const NAMESPACE = "hookwright-missing";
const ASKED = "hookwright-asked";

/** Names in `import()`. esbuild leaves those to run time whose failure the module catches. */
export function findMissingImports({ outputs }: Pick<Metafile, "outputs">): readonly string[] {
  const names = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind, external }) =>
      external === true && kind === "dynamic-import" && !isBuiltin(path) ? [path] : [],
    ),
  );
  return [...new Set(names)];
}

export function createMissingPlugin(names: readonly string[]): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      if (names.length === 0) return;
      const filter = new RegExp(`^(?:${names.map(escapePattern).join("|")})$`);
      build.onResolve({ filter }, async ({ path, pluginData, ...args }) => {
        if (pluginData === ASKED || args.kind !== "dynamic-import") return undefined;
        const { importer, resolveDir, kind } = args;
        // Another file may have the package beside it.
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
        return found.errors.length === 0 ? found : { path, namespace: NAMESPACE };
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: `throw Object.assign(new Error(${JSON.stringify(`Cannot find "${path}"`)}), { code: "ERR_MODULE_NOT_FOUND" });`,
      }));
    },
  };
}

/** For Go's patterns, which esbuild uses. */
function escapePattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
