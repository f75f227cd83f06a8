// The name of what changed in a folder → whether it concerns the files that are watched there.
import { extname } from "node:path";
import { MODULE_EXTENSIONS } from "../modules/module-extensions.ts";

/**
 * A module that appears beside another one may be what its import was missing. Beside a config there
 * may be whole projects, which do not concern it. State files that modules keep are no modules.
 */
export function isWatchedName(name: string | null, watched: ReadonlySet<string>): boolean {
  // Some systems do not tell the name: then it may be any.
  if (name === null || watched.has(name)) return true;
  return isModule(name) && [...watched].some(isModule);
}

function isModule(name: string): boolean {
  return MODULE_EXTENSIONS.includes(extname(name));
}
