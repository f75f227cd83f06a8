// @ts-check
// A file of packages/core/src and its imports → the imports that core-stages.mjs does not allow.
import { posix } from "node:path";
import { STAGES } from "./core-stages.mjs";

const BY_NAME = new Map(STAGES.map((stage) => [stage.name, stage]));

/**
 * @param {string} file relative to packages/core/src, such as "match/index-mappings.ts"
 * @param {readonly string[]} specifiers what it imports
 * @returns {string[]} problems
 */
export function checkCoreEdges(file, specifiers) {
  const from = stageOf(file);
  const stage = BY_NAME.get(from);
  if (stage === undefined) {
    return [`core/src/${file}: "${from}" is not a stage; add it to tools/layers/core-stages.mjs`];
  }
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .filter((target) => stageOf(target) !== from && !stage.may.includes(stageOf(target)))
    .map(
      (target) =>
        `core/src/${file} imports ${target}: "${from}" may not import "${stageOf(target)}"`,
    );
}

/** The folder of a stage, which may be within another folder. @param {string} file */
function stageOf(file) {
  const [first = "", second = "", ...rest] = file.split("/");
  return first === "language" && rest.length > 0 ? `${first}/${second}` : first;
}

/** @returns {string} the table of the stages, for CONTRIBUTING.md */
export function stagesToTable() {
  const rows = STAGES.map(({ name, does, may }) => {
    const names = [
      ...new Set(
        may.map((target) =>
          target.startsWith("language/") && !name.startsWith("language/") ? "language" : target,
        ),
      ),
    ];
    return `| \`${name}\` | ${does} | ${names.map((target) => `\`${target}\``).join(", ") || "nothing"} |`;
  });
  return ["| stage | in → out | may import |", "|---|---|---|", ...rows].join("\n");
}
