// @ts-check
// A folder → the paths of its files, relative to it, with "/" on every platform, sorted.
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders without sources: installed, built or measured files. */
const NO_SOURCE = new Set(["node_modules", "build", "dist", "coverage"]);

/**
 * @param {string} root
 * @param {RegExp} pattern the pattern of file names
 * @returns {string[]} empty if the folder does not exist
 */
export function listFiles(root, pattern, folder = "") {
  return readFolder(join(root, folder))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return isSource(entry.name) ? listFiles(root, pattern, path) : [];
      return entry.isFile() && pattern.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** @param {string} folder */
function readFolder(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** @param {string} name */
function isSource(name) {
  return !NO_SOURCE.has(name) && !name.startsWith(".");
}
