// @ts-check
// The stages of packages/core/src and the rule between them: own folder, and lower layers, only.
//
// Why a table: the order of the stages is the architecture. A file that reaches up or sideways ties
// two stages together, and both lose what makes them testable alone.
import { posix } from "node:path";

/** Folder, file at the top of `src`, or one file of a folder → layer. Equal numbers are siblings. */
const LAYERS = new Map([
  // The types that the schemas give: `model` names them, and they name nothing.
  ["generated/config-types.ts", -1],
  ["model", 0],
  ["problem", 1],
  ["data", 1],
  // Made from the tables of `model` and the schemas, so it sees `model` only.
  ["generated", 0.5],
  ["config", 2],
  ["normalize", 3],
  ["checks", 3],
  ["match", 3],
  ["template", 3],
  ["condition", 3],
  ["transform", 3],
  ["policy", 3],
  ["fence", 3],
  ["compile", 4],
  ["resolve", 5],
  ["engine.ts", 6],
  ["index.ts", 7],
  ["ingress", 7],
]);

/**
 * Files that may break the rule. Each entry needs a reason that a reviewer would accept.
 *
 * @type {readonly { readonly from: string, readonly to: string, readonly reason: string }[]}
 */
const EXEMPTIONS = [];

/**
 * @param {string} file relative to packages/core/src, such as "match/index-mappings.ts"
 * @param {readonly string[]} specifiers what it imports
 * @returns {string[]} problems
 */
export function checkCoreLayers(file, specifiers) {
  const from = stageOf(file);
  const layer = LAYERS.get(from);
  if (layer === undefined) {
    return [`core/src/${file}: "${from}" has no layer; add it to tools/layers/core-layers.mjs`];
  }
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .filter((target) => !mayImport(file, target))
    .map((target) => {
      const to = stageOf(target);
      return `core/src/${file} (${from}, layer ${layer}) imports ${target} (${to}, layer ${LAYERS.get(to) ?? "none"})`;
    });
}

/**
 * @param {string} file
 * @param {string} target
 */
function mayImport(file, target) {
  if (stageOf(file) === stageOf(target)) return true;
  if (EXEMPTIONS.some(({ from, to }) => from === file && to === target)) return true;
  const layer = LAYERS.get(stageOf(file)) ?? Number.NaN;
  return (LAYERS.get(stageOf(target)) ?? Number.NaN) < layer;
}

/** @param {string} file */
function stageOf(file) {
  return LAYERS.has(file) ? file : (file.split("/", 1)[0] ?? file);
}
