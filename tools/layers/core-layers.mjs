// @ts-check
// The stages of packages/core/src and the rule between them: own folder, and lower layers, only.
//
// Why a table: the order of the stages is the architecture. A file that reaches up or sideways ties
// two stages together, and both lose what makes them testable alone.
import { posix } from "node:path";

/** Folder, or file at the top of `src` → layer. Equal numbers are siblings. */
const LAYERS = new Map([
  ["model", 0],
  ["problem", 1],
  ["data", 1],
  // Made from the schemas for `config`; beside `problem` and `data`, so that it sees `model` only.
  ["generated", 1],
  ["config", 2],
  ["normalize", 3],
  ["checks", 3],
  ["match", 3],
  ["pattern", 2],
  ["language", 3],
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
 * Stages with phases of their own: what each phase may import beside itself, and nothing else.
 *
 * @type {ReadonlyMap<string, readonly string[]>}
 */
const EDGES = new Map([
  ["pattern", ["data"]],
  ["language/syntax", ["model", "generated"]],
  ["language/origin", ["data"]],
  ["language/render", ["model", "data", "language/origin"]],
  ["language/helpers", ["model", "data", "pattern", "language/render"]],
  [
    "language/compile",
    [
      "problem",
      "data",
      "language/syntax",
      "language/origin",
      "language/render",
      "language/helpers",
    ],
  ],
  // The files at the top, which are the entry.
  [
    "language",
    [
      "model",
      "data",
      "language/syntax",
      "language/origin",
      "language/render",
      "language/helpers",
      "language/compile",
    ],
  ],
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
      const phase = phaseOf(file);
      if (EDGES.has(phase)) {
        return `core/src/${file} (${phase}) imports ${target} (${phaseOf(target)}): the edge is not in the table`;
      }
      const to = stageOf(target);
      return `core/src/${file} (${from}, layer ${layer}) imports ${target} (${to}, layer ${LAYERS.get(to) ?? "none"})`;
    });
}

/**
 * @param {string} file
 * @param {string} target
 */
function mayImport(file, target) {
  const edges = EDGES.get(phaseOf(file));
  const to = phaseOf(target);
  if (edges !== undefined) return to === phaseOf(file) || edges.includes(to);
  if (stageOf(file) === stageOf(target)) return true;
  if (EXEMPTIONS.some(({ from, to }) => from === file && to === target)) return true;
  const layer = LAYERS.get(stageOf(file)) ?? Number.NaN;
  return (LAYERS.get(stageOf(target)) ?? Number.NaN) < layer;
}

/**
 * @param {string} file
 * @returns {string} the stage, or the phase within it where the stage has any
 */
function phaseOf(file) {
  const [stage = file, phase, ...rest] = file.split("/");
  return stage === "language" && rest.length > 0 ? `${stage}/${phase}` : stage;
}

/** @param {string} file */
function stageOf(file) {
  return file.split("/", 1)[0] ?? file;
}
