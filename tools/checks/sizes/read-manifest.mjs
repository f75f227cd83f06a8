// @ts-check
// The folder of a package → its manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} folder absolute @returns {any} */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
