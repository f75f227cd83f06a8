// @ts-check
// The sources of the core → the number of files that run for each task. A figure to look at, no limit.
//
// Why: a reader who follows a task opens the files that it runs through.
// `node tools/check-executed-files.mjs --list` names the files.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCheck } from "./shared/run-check.mjs";

/** The tasks of executed/run-task.mjs. */
const TASKS = [
  { name: "resolve", title: "resolve a mapped event" },
  { name: "resolve-each", title: "resolve it with `{{#each}}`" },
  { name: "compile-each", title: "compile a config with one `{{#each}}`" },
  { name: "unknown-key", title: "report an unknown key" },
];

/**
 * @param {string} root of the workspace
 * @returns {Map<string, string[]>} task → files, relative to packages/core/src
 */
export function listExecutedFiles(root) {
  // The modules that tsc wrote for the build, because the published ones are bundled.
  const folder = join(root, "packages/core/build");
  const runner = fileURLToPath(new URL("executed/run-task.mjs", import.meta.url));
  return new Map(
    TASKS.map(({ name }) => {
      const output = execFileSync(process.execPath, [runner, folder, name], { encoding: "utf8" });
      return [name, JSON.parse(output)];
    }),
  );
}

/**
 * @param {string} root
 * @returns {import("./shared/run-check.mjs").CheckResult}
 */
export function checkExecutedFiles(root) {
  if (!existsSync(join(root, "packages/core/build/engine.js"))) {
    return {
      problems: ["packages/core is not built: run npm run build"],
      summary: "executed files",
    };
  }
  const executed = listExecutedFiles(root);
  if (process.argv.includes("--list")) {
    for (const [name, files] of executed) console.log(`${name}\n  ${files.join("\n  ")}`);
  }
  const counts = TASKS.map((task) => ({ ...task, count: executed.get(task.name)?.length ?? 0 }));
  const problems = counts
    .filter(({ count }) => count === 0)
    .map(({ title }) => `to ${title} runs through no file: the task was not run`);
  const summary = counts.map(({ title, count }) => `${title} ${count}`);
  return { problems, summary: `executed files: ${summary.join(", ")}` };
}

await runCheck(import.meta.url, checkExecutedFiles);
