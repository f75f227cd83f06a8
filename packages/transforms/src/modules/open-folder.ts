// hooks.transformsDir and the folder of the config → the real path of the folder, or a problem.
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { ModuleProblem } from "./module-problem.ts";

export type FolderResult =
  | { readonly ok: true; readonly folder: string }
  /** `expected` is the path that was tried, for the watcher. */
  | { readonly ok: false; readonly problem: ModuleProblem; readonly expected: string };

/** The real path, because the real paths of all modules are compared with it. */
export function openFolder(written: string, baseDir: string): FolderResult {
  const expected = expandPath(written, baseDir);
  try {
    const folder = realpathSync(expected);
    if (statSync(folder).isDirectory()) return { ok: true, folder };
    return missing(written, expected, "is a file, not a folder");
  } catch {
    return missing(written, expected, "does not exist");
  }
}

/** Operators write absolute paths, paths from the home directory, and paths relative to the config. */
function expandPath(path: string, baseDir: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return resolve(baseDir, path);
}

function missing(written: string, expected: string, why: string): FolderResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The folder of the transform modules, "${written}", ${why}.`,
    hint: "Create it beside the config, or name another folder in hooks.transformsDir.",
  };
  return { ok: false, problem, expected };
}
