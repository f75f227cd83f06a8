// @ts-check
// Rows → the page with its table (docs/testing-recipes.md).
import { readFileSync, writeFileSync } from "node:fs";

/** @import { RecipeRow } from "./recipe-row.mjs" */

const PAGE = new URL("../../testing-recipes.md", import.meta.url);

const BEGIN = "<!-- made by docs/tools/recipe-tests.mjs -->";
const END = "<!-- end -->";

export const KINDS = ["mappings", "clauses", "conditions", "branches", "expressions"];
export const VERDICTS = ["killed", "survived", "not covered", "same", "invalid"];

export function readPage() {
  return readFileSync(PAGE, "utf8");
}

/** @param {readonly RecipeRow[]} rows */
export function writePage(rows) {
  const page = readPage();
  const from = page.indexOf(BEGIN) + BEGIN.length;
  const to = page.indexOf(END, from);
  writeFileSync(PAGE, `${page.slice(0, from)}\n\n${tableFrom(rows)}\n\n${page.slice(to)}`);
}

/** @param {readonly RecipeRow[]} rows @returns {string} */
function tableFrom(rows) {
  const heads = ["recipe", "cases", ...KINDS, "coverage", ...VERDICTS, "ignored", "score"];
  const rule = heads.map((_, index) => (index === 0 ? "---" : "--:"));
  return [lineFrom(heads), lineFrom(rule), ...rows.map(rowToLine)].join("\n");
}

/**
 * Where no mutants were run, the line is cut before their numbers.
 *
 * @param {RecipeRow} row
 * @returns {string}
 */
export function rowToLine({ name, cases, coverage, mutation }) {
  const covered = [
    `[${name}](../packages/samples/tests/${name}/hooks.test.yaml)`,
    cases,
    ...KINDS.map((kind) => coverage[kind]?.total),
    `${coverage["total"]?.percent} %`,
  ];
  if (mutation === undefined) return `${lineFrom(covered)}`;
  const { counts, ignored, score } = mutation;
  return lineFrom([...covered, ...VERDICTS.map((one) => counts[one]), ignored, `${score} %`]);
}

/** @param {readonly unknown[]} cells */
function lineFrom(cells) {
  return `| ${cells.join(" | ")} |`;
}
