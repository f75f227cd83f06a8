// The name of what changed in a folder → whether it concerns the files that are watched there.
import { extname } from "node:path";
import { MODULE_EXTENSIONS } from "../modules/module-extensions.ts";

/** Some systems do not tell the name: then it may be any. State files that modules keep are none. */
export function isWatchedName(name: string | null, watched: ReadonlySet<string>): boolean {
  return name === null || watched.has(name) || MODULE_EXTENSIONS.includes(extname(name));
}
