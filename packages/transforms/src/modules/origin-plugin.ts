// A set → the esbuild plugin that adds each file to the set, and keeps the path that the file sees.
//
// A bundle is in a cache folder. A module that keeps a state file beside itself, or reads a file of its
// package, would look for it in that folder, so every file still sees its original path.
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, OnLoadResult, Plugin } from "esbuild";
import { dropOwnRequire, isAuthored } from "./require-plugin.ts";

/** For the build options. esbuild replaces only names that a file does not declare itself. */
export const ORIGIN_DEFINES: Readonly<Record<string, string>> = {
  __dirname: "__hookwright_dirname",
  __filename: "__hookwright_filename",
  "import.meta.dirname": "__hookwright_dirname",
  "import.meta.filename": "__hookwright_filename",
  "import.meta.url": "__hookwright_url",
};

export function createOriginPlugin(seen: Set<string>, folder: string): Plugin {
  return {
    name: "hookwright-origin",
    setup(build) {
      // Every imported file is watched for changes, JSON files too.
      build.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
        seen.add(path);
        return SCRIPT.test(path) ? loadWithOrigin(path, folder) : undefined;
      });
    },
  };
}

const SCRIPT = /\.[cm]?[jt]s$/;
const MENTIONS_ORIGIN = /\b__(?:dirname|filename)\b|\bimport\.meta\b/;

/** Adds everything to the first line, so that all lines keep their numbers. */
async function loadWithOrigin(path: string, folder: string): Promise<OnLoadResult | undefined> {
  const read = await readFile(path, "utf8");
  if (!MENTIONS_ORIGIN.test(read)) return undefined;
  const text = isAuthored(path, folder) ? dropOwnRequire(read) : read;
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
