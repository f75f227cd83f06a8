// The path of a file and the folder of the modules → whether the file belongs to an installed package.
import { relative, sep } from "node:path";

/** Seen from the folder: a config may itself stand within a package, and its modules are still its own. */
export function isPackageFile(path: string, folder: string): boolean {
  return relative(folder, path).split(sep).includes("node_modules");
}
