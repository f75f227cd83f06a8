// @ts-check
// Sizes of now and of the last release → the differences that no changeset tells.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const SIZES_FILE = "tools/checks/sizes/sizes.json";

/** A larger change needs a line in a changeset. */
const MAX_CHANGE = 0.05;

/**
 * @typedef {object} Sizes in bytes
 * @property {Readonly<Record<string, { readonly minified: number, readonly gzipped: number }>>} entries
 * @property {Readonly<Record<string, { readonly packed: number, readonly unpacked: number }>>} tarballs
 * @property {Readonly<Record<string, { readonly minified: number, readonly gzipped: number }>>} [programs]
 * @property {Readonly<Record<string, import("../../../bench/gauge.mjs").Gauge>>} [processor] ratios
 * @property {Readonly<Record<string, import("./measure-installs.mjs").InstallSize>>} [installs]
 */

/** @param {string} root of the workspace @returns {Sizes} of the last release */
export function readSizes(root) {
  return JSON.parse(readFileSync(join(root, SIZES_FILE), "utf8"));
}

/**
 * A changeset tells of a size by a line `Size of NAME: why`.
 *
 * @param {string} root of the workspace
 * @returns {readonly string[]} names
 */
export function reportedSizes(root) {
  const folder = join(root, ".changeset");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/^Size of (.+): \S/gm),
    ])
    .map(([, name = ""]) => name);
}

/**
 * A package that is new or gone does not count as a changed size.
 *
 * @param {Pick<Sizes, "entries" | "tarballs" | "programs">} now
 * @param {Pick<Sizes, "entries" | "tarballs" | "programs">} before
 * @param {readonly string[]} reported names
 * @returns {readonly string[]} problems
 */
export function compareSizes(now, before, reported) {
  return [
    ...changes("minified", now.entries, before.entries),
    ...changes("minified", now.programs ?? {}, before.programs ?? {}),
    ...changes("packed", now.tarballs, before.tarballs),
  ]
    .filter(({ name }) => !reported.includes(name))
    .map(
      ({ name, was, is }) =>
        `${name}: ${kilobytes(was)} in the last release, ${kilobytes(is)} now; write "Size of ${name}: why" into a changeset`,
    );
}

/**
 * A ratio of processor times changes with the machine and its neighbours: a change counts when it is large, and the
 * spreads of both have nothing in common.
 *
 * @param {Sizes["processor"]} now
 * @param {Sizes["processor"]} before
 * @param {readonly string[]} reported names
 * @returns {readonly string[]} problems
 */
export function compareProcessor(now, before, reported) {
  return Object.entries(now ?? {}).flatMap(([name, is]) => {
    const was = before?.[name];
    if (was === undefined || reported.includes("processor")) return [];
    const isFar = is.low > was.high || is.high < was.low;
    return isFar && Math.abs(is.ratio / was.ratio - 1) > MAX_CHANGE
      ? [
          `${name}: ${was.ratio.toFixed(2)} in the last release, ${is.ratio.toFixed(2)} now; write "Size of processor: why" into a changeset`,
        ]
      : [];
  });
}

/**
 * @template {string} Key
 * @param {Key} key
 * @param {Readonly<Record<string, Readonly<Record<Key, number>>>>} now
 * @param {Readonly<Record<string, Readonly<Record<Key, number>>>>} before
 */
function changes(key, now, before) {
  return Object.entries(now).flatMap(([name, { [key]: is }]) => {
    const was = before[name]?.[key];
    return was === undefined || Math.abs(is / was - 1) <= MAX_CHANGE ? [] : [{ name, was, is }];
  });
}

/** @param {number} bytes */
export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
