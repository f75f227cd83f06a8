// @ts-check
// The rules of the host and the titles of all tests → a table of both, and the rules that no test proves.
//
// `node tools/host-rules.mjs` prints each rule with its tests; `--write` makes reports/host-rules.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./shared/list-files.mjs";
import { runCheck } from "./shared/run-check.mjs";

const RULES = "packages/host/test/rules.json";
const PAGE = "reports/host-rules.md";
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

/** @param {readonly RuleTests[]} rules */
export function rulesToPage(rules) {
  const rows = rules.map(({ rule, name, tests }) => {
    const files = [...new Set(tests.map(({ file }) => file))].sort();
    return `| ${rule} | ${name} | ${files.map((file) => `\`${file.replace("packages/", "")}\``).join("<br>")} |`;
  });
  return `# The rules of the host, and their tests

<!-- made by node tools/host-rules.mjs --write from ${RULES} and the titles of the tests -->

Each rule of the [host](../docs/host.md) has a number, and the title of each test that proves it begins with that number: \`node tools/host-rules.mjs\` prints the titles, \`npx vitest run -t "DEL-12 "\` runs those of one rule. A rule without a test fails \`npm test\`. Files stand below \`packages/\`. PRT-4, and the part of PRT-3 that is about many machines, are named skips until there is such an engine.

| rule | what it is about | tests |
|---|---|---|
${rows.join("\n")}
`;
}

/** @param {string} root @returns {import("./shared/run-check.mjs").CheckResult} */
export function checkHostRules(root) {
  const rules = readHostRules(root);
  const page = rulesToPage(rules);
  if (process.argv.includes("--write")) writeFileSync(join(root, PAGE), page);
  const isCurrent = readFileSync(join(root, PAGE), "utf8") === page;
  const unproved = rules.filter(({ tests }) => tests.length === 0);
  const number = rules.reduce((sum, { tests }) => sum + tests.length, 0);
  return {
    problems: [
      ...unproved.map(
        ({ rule, name }) => `No test has a title that begins with ${rule} (${name}).`,
      ),
      ...(isCurrent ? [] : [`${PAGE} is not current: run node tools/host-rules.mjs --write`]),
    ],
    summary: `host rules: ${rules.length}, proved by ${number} tests`,
  };
}

if (process.argv[1]?.endsWith("host-rules.mjs")) {
  for (const { rule, name, tests } of readHostRules(process.cwd())) {
    console.log(`${rule}  ${name}\n${tests.map(({ title }) => `    ${title}`).join("\n")}`);
  }
}

await runCheck(import.meta.url, checkHostRules);
