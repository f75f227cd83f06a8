// @ts-check
// Arguments of npm → what it prints.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Rejects with the error of the process, which has `stdout` and `stderr`.
 *
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly env?: Readonly<Record<string, string>> }} [options] `env` is added to that of this process
 */
export async function npm(args, { cwd, env } = {}) {
  // npm names itself to the scripts that it runs; on Windows "npm" alone would need a shell.
  const script = process.env["npm_execpath"];
  const [command, first] = script === undefined ? ["npm", []] : [process.execPath, [script]];
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  const { stdout } = await run(command, [...first, ...args], options);
  return stdout;
}
