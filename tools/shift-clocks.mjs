// @ts-check
// A command line → runs it in processes that seem older, or at a later date.
//
//   node tools/shift-clocks.mjs npm run test:all       each process and worker is 2,000 s older than it is
//   node tools/shift-clocks.mjs --days 400 npm test    the date is 400 days ahead; needs the program faketime
//
// Why: a test that passes only in a young process, or until a certificate of its own expires, fails elsewhere.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// What is required is also loaded in workers; what is imported is not.
const PRELOAD = fileURLToPath(new URL("run/age-process.cjs", import.meta.url));

/** @param {readonly string[]} words */
function commandOf([first, days, ...command]) {
  if (first !== "--days") {
    const words = [first, days, ...command].filter((word) => word !== undefined);
    const options = [process.env["NODE_OPTIONS"], `--require=${JSON.stringify(PRELOAD)}`];
    return { words, env: { NODE_OPTIONS: options.filter(Boolean).join(" ") } };
  }
  // A timer of Node waits for the monotonic clock.
  const env = { FAKETIME_DONT_FAKE_MONOTONIC: "1" };
  return { words: ["faketime", "-f", `+${days}d`, ...command], env };
}

const { words, env } = commandOf(process.argv.slice(2));
const [command = "", ...args] = words;
const options = { env: { ...process.env, ...env }, shell: process.platform === "win32" };
const { status, error } = spawnSync(command, args, { ...options, stdio: "inherit" });
if (error !== undefined) console.error(error.message);
process.exitCode = status ?? 1;
