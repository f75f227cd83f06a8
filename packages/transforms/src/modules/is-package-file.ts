// The path of a file and the folder of the modules → whether the file belongs to an installed package.
import { relative, sep } from "node:path";

/** Only the path below the folder counts: a config may itself lie within an installed package. */
export function isPackageFile(path: string, folder: string): boolean {
  return relative(folder, path).split(sep).includes("node_modules");
}
