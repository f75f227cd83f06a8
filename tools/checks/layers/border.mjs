// @ts-check
// The border between authoring and serving: what serves an event never needs what reads a config.
//
// Why: one import from serving to authoring puts the grammar, the validators and the advice into every bundle
// that only serves.
import { posix } from "node:path";

/** Packages whose sources have the two halves, by folder. */
const HALVED = new Map([
  ["packages/core", "@hookwright/core"],
  ["packages/template", "@hookwright/template"],
  ["packages/signatures", "@hookwright/signatures"],
]);

/** What only reading a config needs: the half itself, and the vendors. */
const AUTHORING = /^src\/(?:authoring|vendors)\//;

/** What serves: the half itself and its entry. */
const SERVING = /^src\/(?:serving\/|runtime\.ts$)/;

/**
 * Follows imports within the package, because a file that both halves share would open the border, too.
 *
 * @param {string} folder of the package, such as "packages/core"
 * @param {ReadonlyMap<string, readonly string[]>} imports file, such as "src/index.ts" → what it imports
 * @returns {string[]} problems
 */
export function checkBorder(folder, imports) {
  if (!HALVED.has(folder)) return [];
  /** @type {string[]} */
  const problems = [];
  const files = [...imports.keys()].filter((file) => SERVING.test(file));
  const seen = new Set(files);
  for (const file of files) {
    for (const specifier of imports.get(file) ?? []) {
      const target = targetOf(file, specifier);
      if (!isOpenTo(target)) {
        problems.push(`${folder}/${file} imports "${specifier}": serving does not need authoring`);
      } else if (imports.has(target) && !seen.has(target)) {
        seen.add(target);
        files.push(target);
      }
    }
  }
  return problems;
}

/** @param {string} file @param {string} specifier */
function targetOf(file, specifier) {
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : specifier;
}

/** @param {string} target a file of the package, or a specifier of another one */
function isOpenTo(target) {
  if (target.startsWith("src/")) return !AUTHORING.test(target);
  const other = [...HALVED.values()].find(
    (name) => target === name || target.startsWith(`${name}/`),
  );
  return other === undefined || target === `${other}/runtime`;
}
