// @ts-check
// `npm run pages`: tables, schemas, comments and titles of tests → all pages that are made of them.
//
// Words choose scripts: `npm run pages -- error-codes helpers`.
//
// Why committed: the repository is where these pages are read; there is no site that is built of them. What two tools
// measure (the judges of the vendors, the tests of the recipes) takes minutes, and those are run by their own names.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./run/ensure-installed.mjs";
import { build, runStep } from "./run/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const scripts = readdirSync(new URL("../docs/tools", import.meta.url))
  .filter((name) => /-(?:pages?|list)\.mjs$/.test(name) && name !== "provider-page.mjs")
  .map((name) => `docs/tools/${name}`);
/** A test drives every vendor over HTTP, and has what its page says. */
const TABLE = "docs/vendors-table.slow.test.ts";
const words = process.argv.slice(2);
const chosen = [...scripts, TABLE].filter(
  (script) => words.length === 0 || words.some((word) => script.includes(word)),
);
if (chosen.length === 0)
  console.error(`No script has these words. There are:\n  ${[...scripts, TABLE].join("\n  ")}`);

let passed = chosen.length > 0 && (await ensureInstalled(root)) && (await runStep(root, build));
for (const script of passed ? chosen : []) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=slow", script];
  const step =
    script === TABLE
      ? { args: vitest, env: { HOOKWRIGHT_UPDATE: "1" } }
      : { args: [script, "--write"] };
  passed = (await runStep(root, { title: script, ...step })) && passed;
}
process.exitCode = passed ? 0 : 1;
