// Arguments of the built command → its process, started again after each end, until it is stopped.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const MAIN = join(
  dirname(createRequire(import.meta.url).resolve("hookwright/package.json")),
  "bin/hookwright.js",
);

/**
 * @typedef {object} CommandOptions
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string>>} env all that the process gets
 * @property {(line: string) => void} [onLine] each line of standard output and error
 * @property {(code: number | null) => Promise<void>} [beforeRestart] is awaited after an end that nobody asked for
 */

/** @param {CommandOptions} options */
export function createRestartedCommand({ args, env, onLine, beforeRestart }) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  let isStopping = false;
  let kills = 0;
  /** Exit codes of ends that nobody asked for. @type {(number | null)[]} */
  const ends = [];
  /** @type {string[]} */
  const texts = [];
  /** @type {Promise<void>} */
  let ended = Promise.resolve();

  function start() {
    const own = spawn(process.execPath, [MAIN, ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = own;
    for (const stream of [own.stdout, own.stderr]) {
      let rest = "";
      stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
        texts.push(text);
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        if (own === child) for (const line of lines) onLine?.(line);
      });
    }
    ended = new Promise((resolve) => {
      own.once("close", (code, signal) => {
        resolve();
        if (own !== child || isStopping) return;
        if (signal !== "SIGKILL") ends.push(code);
        Promise.resolve(signal === "SIGKILL" ? undefined : beforeRestart?.(code)).then(() => {
          if (!isStopping) start();
        });
      });
    });
  }

  return {
    start,
    /** Ends it at once; it is started again. */
    kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return false;
      kills += child.kill("SIGKILL") ? 1 : 0;
      return true;
    },
    /** @returns {Promise<number | null>} the exit code */
    async stop() {
      isStopping = true;
      child?.kill("SIGTERM");
      await ended;
      return child?.exitCode ?? null;
    },
    pid: () => child?.pid,
    kills: () => kills,
    ends,
    log: () => texts.join(""),
  };
}

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 * @returns {Promise<{ code: number | null, text: string }>} a command that ends by itself
 */
export async function runCommand(args, env) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) text += piece;
  if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  return { code: child.exitCode, text };
}
