// @ts-check
// A built checkout, a package and one of its entries → the module. Checkouts of other commits build it elsewhere.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} checkout
 * @param {string} name a folder of `packages`
 * @param {string} [entry] a key of the package's `exports`
 * @returns {Promise<any>}
 */
export function loadEntry(checkout, name, entry = ".") {
  const folder = resolve(checkout, "packages", name);
  const manifest = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8"));
  return import(pathToFileURL(resolve(folder, manifest.exports[entry].default)).href);
}
