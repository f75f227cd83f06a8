// A path as operators write it (absolute, ~/…, or relative to a folder) → an absolute path.
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export function expandPath(path: string, baseDir: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return resolve(baseDir, path);
}
