// @ts-check
// The name of an installed SDK → its module and version; and what a judge is.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * @typedef {object} JudgedRequest
 * @property {string} secret as the vendor shows it; the public key where it signs with a private one
 * @property {string} body
 * @property {Readonly<Record<string, string>>} headers lower-case names
 * @property {string} url the public URL with the query
 * @property {string} method
 * @property {number} sentAt milliseconds since the epoch
 * @property {string} id of the delivery
 *
 * @typedef {object} Judge
 * @property {string} library its name on npm
 * @property {readonly string[]} providers whose scheme it speaks
 * @property {readonly string[]} [ownOf] those of them whose vendor has made it, or signs with it: all, if absent
 * @property {string} [note] what it does not do
 * @property {true} [rewritesBody] whether it parses the body and signs what it writes
 * @property {boolean} [checksTime] whether it refuses what is too old
 * @property {(request: JudgedRequest) => unknown} verify false, undefined or an exception: refused
 * @property {(request: JudgedRequest) => Record<string, string> | Promise<Record<string, string>>} [sign]
 */

export const load = createRequire(import.meta.url);

/** For libraries that have ES modules alone. @param {string} path */
export const importFile = (path) => import(new URL(`node_modules/${path}`, import.meta.url).href);

/** As it is pinned, which docs say also where nothing is installed. @param {string} name of a package */
export function versionOf(name) {
  const file = new URL("package.json", import.meta.url);
  return String(JSON.parse(readFileSync(file, "utf8")).dependencies[name]);
}

/** @param {unknown} result of a check that throws where it refuses */
export const accepted = (result) => result !== false;
