// @ts-check
// A command line → whether it succeeded. Prints its time, and its output if it failed.
import { spawn } from "node:child_process";
import { styleText } from "node:util";

/** Turbo contacts its servers for updates and telemetry by default. */
const QUIET = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly string[]} args for Node: a script and its arguments
 * @property {Readonly<Record<string, string>>} [env] is added to that of this process
 * @property {boolean} [live] prints its output at once, for steps that take long
 * @property {(output: string) => void} [onFailure] gets what a step printed that failed
 */

export const TURBO = "node_modules/turbo/bin/turbo";

/** @type {Step} */
export const build = { title: "build", args: [TURBO, "run", "build", "--output-logs=errors-only"] };

/**
 * @param {string} root the working directory
 * @param {Step} step
 * @returns {Promise<boolean>}
 */
export async function runStep(root, { title, args, env, live = false, onFailure }) {
  const start = performance.now();
  if (live) console.log(`… ${title}`);
  const { passed, output } = await run(root, { args, env, live });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const mark = passed ? styleText("green", "✓") : styleText("red", "✗");
  console.log(`${mark} ${title} ${styleText("dim", `${seconds} s`)}`);
  if (!passed && !live && output !== "") console.log(output);
  if (!passed) onFailure?.(output);
  return passed;
}

/**
 * @param {string} root
 * @param {{ readonly args: readonly string[], readonly env: Readonly<Record<string, string>> | undefined, readonly live: boolean }} command
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
function run(root, { args, env, live }) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    // What is piped has no colours unless they are asked for.
    env: {
      ...process.env,
      ...QUIET,
      ...(live && process.stdout.isTTY && { FORCE_COLOR: "1" }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (live) process.stdout.write(text);
    });
  }
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ passed: code === 0, output: output.trimEnd() }));
  });
}
