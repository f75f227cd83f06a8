// A set to fill → the esbuild plugin that keeps each file's own path, and notes the file.
//
// A bundle stands in a cache folder. Modules that keep a state file beside themselves, or read one
// that came with their package, would look for it there: so every file gets its own path as it was.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, OnLoadResult, Plugin } from "esbuild";

/** Goes into the build options; only names that a file does not declare itself are replaced. */
export const ORIGIN_DEFINES: Readonly<Record<string, string>> = {
  __dirname: "__hookwright_dirname",
  __filename: "__hookwright_filename",
  "import.meta.dirname": "__hookwright_dirname",
  "import.meta.filename": "__hookwright_filename",
  "import.meta.url": "__hookwright_url",
};

export function createOriginPlugin(seen: Set<string>): Plugin {
  return {
    name: "hookwright-origin",
    setup(build) {
      // Whatever is imported, JSON for one: it is watched for changes.
      build.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        seen.add(path);
        return SCRIPT.test(path) ? loadWithOrigin(path) : undefined;
      });
      // Compiled add-ons cannot be bundled; their path must hold from the cache folder too.
      build.onResolve({ filter: /\.node$/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path),
        external: true,
      }));
      // Node would load a file at run time, and nobody would have looked where it lies; others never.
      build.onResolve({ filter: /^(?:file|https?):/ }, () => ({
        errors: [
          { text: "A URL cannot be imported; write a relative path or the name of a package" },
        ],
      }));
    },
  };
}

const SCRIPT = /\.[cm]?[jt]s$/;
const MENTIONS_ORIGIN = /\b__(?:dirname|filename)\b|\bimport\.meta\b/;

/** Everything on the first line, so that all other lines keep their numbers. */
async function loadWithOrigin(path: string): Promise<OnLoadResult | undefined> {
  const text = await readFile(path, "utf8");
  if (!MENTIONS_ORIGIN.test(text)) return undefined;
  const names = {
    dirname: dirname(path),
    filename: path,
    url: pathToFileURL(path).href,
  };
  const assignments = Object.entries(names).map(
    ([name, value]) => `__hookwright_${name}=${JSON.stringify(value)}`,
  );
  const loader: Loader = path.endsWith("ts") ? "ts" : "js";
  return { contents: `var ${assignments.join()};${text.replace(/^#!/, "//")}`, loader };
}
