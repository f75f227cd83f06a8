// @ts-check
// The rules of the host and the titles of all tests → the rules that no test proves.
//
// `node tools/checks/host-rules.mjs` prints each rule with its tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.mjs";
import { runCheck } from "./run-check.mjs";

const RULES = "packages/host/test/rules.json";
const FOLDERS = ["packages/host", "packages/cli"];

/** A title stands in the call of `test`, `describe`, or of what `test.each` returns. */
const TITLE = /\(\s*(["'`])((?:[A-Z]{2,4}-\d+ )+.*?)\1/g;

/**
 * @typedef {object} RuleTests
 * @property {string} rule
 * @property {string} name
 * @property {readonly { readonly file: string, readonly title: string }[]} tests
 */

/** @param {string} root of the workspace @returns {readonly RuleTests[]} */
export function readHostRules(root) {
  /** @type {Readonly<Record<string, string>>} */
  const names = JSON.parse(readFileSync(join(root, RULES), "utf8"));
  const titles = FOLDERS.flatMap((folder) => listFiles(root, /\.ts$/, folder))
    .filter((file) => file.includes("/test/") || file.endsWith(".test.ts"))
    .flatMap((file) =>
      findTitles(readFileSync(join(root, file), "utf8")).map((title) => ({ file, title })),
    );
  return Object.entries(names).map(([rule, name]) => ({
    rule,
    name,
    tests: titles.filter(({ title }) => rulesOf(title).includes(rule)),
  }));
}

/** @param {string} text of a test file @returns {string[]} */
export function findTitles(text) {
  return [...text.matchAll(TITLE)].map(([, , title = ""]) => title);
}

/** @param {string} title */
function rulesOf(title) {
  const [numbers = ""] = /^(?:[A-Z]{2,4}-\d+ )+/.exec(title) ?? [];
  return numbers.trim().split(" ");
}

/** @param {string} root @returns {import("./run-check.mjs").CheckResult} */
export function checkHostRules(root) {
  const rules = readHostRules(root);
  const unproved = rules.filter(({ tests }) => tests.length === 0);
  const number = rules.reduce((sum, { tests }) => sum + tests.length, 0);
  return {
    problems: unproved.map(
      ({ rule, name }) => `No test has a title that begins with ${rule} (${name}).`,
    ),
    summary: `host rules: ${rules.length}, proved by ${number} tests`,
  };
}

if (process.argv[1]?.endsWith("host-rules.mjs")) {
  for (const { rule, name, tests } of readHostRules(process.cwd())) {
    console.log(`${rule}  ${name}\n${tests.map(({ title }) => `    ${title}`).join("\n")}`);
  }
}

await runCheck(import.meta.url, checkHostRules);
