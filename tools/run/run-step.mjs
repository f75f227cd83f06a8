// @ts-check
// A command line → whether it succeeded. Prints its time, its output if it failed, and each 10 s that it still runs.
import { spawn } from "node:child_process";
import { styleText } from "node:util";

/** Turbo contacts its servers for updates and telemetry by default. */
const QUIET = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly string[]} args for the command: a script and its arguments
 * @property {string} [command] default: Node
 * @property {Readonly<Record<string, string>>} [env] is added to that of this process
 * @property {boolean} [live] prints its output at once, for steps that take long
 * @property {(output: string) => void} [onFailure] gets what a step printed that failed
 */

/** A reader, or a CI that ends silent jobs, must see that the step still runs. */
const MAX_SILENCE_MS = 10_000;

export const TURBO = "node_modules/turbo/bin/turbo";

/** @type {Step} */
export const build = {
  title: "build",
  args: [TURBO, "run", "build", "typecheck", "--output-logs=errors-only"],
};

/**
 * @param {string} root the working directory
 * @param {Step} step
 * @returns {Promise<boolean>}
 */
export async function runStep(root, step) {
  const { title, live = false, onFailure } = step;
  const start = performance.now();
  const secondsSince = () => (performance.now() - start) / 1000;
  if (live) console.log(`… ${title}`);
  const onSilence = () => console.log(`… ${title} ${secondsSince().toFixed(0)} s`);
  const { passed, output } = await run(root, step, onSilence);
  const seconds = secondsSince().toFixed(1);
  const mark = passed ? styleText("green", "✓") : styleText("red", "✗");
  console.log(`${mark} ${title} ${styleText("dim", `${seconds} s`)}`);
  if (!passed && !live && output !== "") console.log(output);
  if (!passed) onFailure?.(output);
  return passed;
}

/**
 * @param {string} root
 * @param {Step} step
 * @param {() => void} onSilence
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
function run(root, { args, command = process.execPath, env, live = false }, onSilence) {
  const child = spawn(command, args, {
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
  const silence = setInterval(onSilence, MAX_SILENCE_MS);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (!live) return;
      process.stdout.write(text);
      silence.refresh();
    });
  }
  return new Promise((resolve) => {
    /** @param {boolean} passed */
    const end = (passed) => {
      clearInterval(silence);
      resolve({ passed, output: output.trimEnd() });
    };
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}
