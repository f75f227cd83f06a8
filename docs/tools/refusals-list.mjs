// @ts-check
// The refusals, and the tests whose titles begin with their numbers → a list in docs/signatures.md, between its
// markers. Run it with --write after a change of them.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { listFiles } from "../../tools/checks/list-files.mjs";
import { LATER, REFUSALS } from "./refusals.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = fileURLToPath(new URL("../signatures.md", import.meta.url));
const BEGIN = "<!-- made by docs/tools/refusals-list.mjs -->";
const END = "<!-- end of the refusals -->";

/** Tests, and the cases that are run against every adapter. */
const TESTS = /(?:\.test\.ts|conformance\/src\/cases\/.*\.ts)$/;
const TITLE = /["'`]trap (\d+) /g;

/** @returns {ReadonlyMap<number, readonly string[]>} files with tests of a trap, by its number */
export function findProofs() {
  /** @type {Map<number, Set<string>>} */
  const found = new Map();
  for (const file of listFiles(root, /\.ts$/, "packages").filter((path) => TESTS.test(path))) {
    for (const [, number = ""] of readFileSync(`${root}/${file}`, "utf8").matchAll(TITLE)) {
      const files = found.get(Number(number)) ?? new Set();
      found.set(Number(number), files.add(file));
    }
  }
  return new Map([...found].map(([number, files]) => [number, [...files].toSorted()]));
}

/** @param {ReadonlyMap<number, readonly string[]>} proofs */
function makeList(proofs) {
  const sections = Object.entries(REFUSALS).map(([title, refusals]) => {
    const lines = Object.entries(refusals).map(([trap, text]) => {
      const files = proofs.get(Number(trap)) ?? [];
      const links = files.map((file) => `[${nameOf(file)}](../${file})`);
      const isOpen = LATER.has(Number(trap)) && files.length === 0;
      return `- **${trap}.** ${text} ${isOpen ? "Not yet." : `Tests: ${links.join(", ")}.`}`;
    });
    return `### ${title}\n\n${lines.join("\n")}`;
  });
  return sections.join("\n\n");
}

/** @param {string} file */
const nameOf = (file) => basename(file).replace(/(?:.test)?.ts$/, "");

/** @returns {string} the whole page */
export function makeSignaturesPage() {
  const text = readFileSync(page, "utf8");
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error("docs/signatures.md lacks $BEGINand $END.");
  return `${text.slice(0, start + BEGIN.length)}\n\n${makeList(findProofs())}\n\n${text.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  writeFileSync(page, makeSignaturesPage());
}
