// hooks.transformsDir and the folder of the config → the real path of the folder, or what is wrong.
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { ModuleProblem } from "./module-problem.ts";

export type FolderResult =
  | { readonly ok: true; readonly folder: string }
  /** `expected` is where it was looked for, so that a watcher sees it come. */
  | { readonly ok: false; readonly problem: ModuleProblem; readonly expected: string };

/** The real path: everything that is loaded is compared with it. */
export function openFolder(written: string, baseDir: string): FolderResult {
  const expected = expandPath(written, baseDir);
  try {
    const folder = realpathSync(expected);
    if (statSync(folder).isDirectory()) return { ok: true, folder };
    return missing(written, expected, "is a file, no folder");
  } catch {
    return missing(written, expected, "is not there");
  }
}

/** As operators write paths: absolute, from the home directory, or relative to the config. */
function expandPath(path: string, baseDir: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return resolve(baseDir, path);
}

function missing(written: string, expected: string, why: string): FolderResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The folder of the transform modules, "${written}", ${why}.`,
    hint: "Create it beside the config, or name another one in hooks.transformsDir.",
  };
  return { ok: false, problem, expected };
}
