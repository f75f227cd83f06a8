// @ts-check
// The table of stages → CONTRIBUTING.md, between its markers. `--write` writes it; a test compares.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stagesToTable } from "./layers/core-edges.mjs";

const page = new URL("../CONTRIBUTING.md", import.meta.url);
const BEGIN = "<!-- made by tools/stages-table.mjs -->";
const END = "<!-- end -->";

/** @param {string} text of the page @returns {string} the page with the current table */
export function insertTable(text) {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error(`CONTRIBUTING.md lacks ${BEGIN} and ${END}.`);
  return `${text.slice(0, start + BEGIN.length)}\n\n${stagesToTable()}\n\n${text.slice(end)}`;
}

export function readPage() {
  return readFileSync(page, "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  writeFileSync(page, insertTable(readPage()));
}
