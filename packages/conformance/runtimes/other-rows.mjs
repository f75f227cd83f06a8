// @ts-check
// A compiler, or an embedding example → its row of the table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNode } from "../../../tools/checks/create-consumer.mjs";
import { driveFramework } from "../frameworks/drive-frameworks.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

export const COMPILERS = ["typescript54", "typescript59", "typescript70"];

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} version
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} gaps known ones
 * @property {readonly string[]} lines what failed, and which gaps there were
 */

export const none = () => ({ passed: 0, failed: 0, skipped: 0, gaps: 0, lines: [] });

/**
 * @param {string} project
 * @param {string} compiler
 * @returns {Promise<Row>}
 */
export async function checkTypes(project, compiler) {
  const folder = join(here, "node_modules", compiler);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const args = [join(folder, "bin/tsc"), "-p", "tsconfig.json"];
  const [output] = await runNode(args, { cwd: project });
  const row = { ...none(), name: compiler, version };
  if (output === undefined) return { ...row, passed: 1 };
  return { ...row, failed: 1, lines: indent(output) };
}

/**
 * @param {string} name `embed-` and the framework
 * @returns {Promise<Row>}
 */
export async function runExample(name) {
  const failure = await driveFramework(name.replace("embed-", ""));
  const row = { ...none(), name, version: "" };
  return failure === undefined
    ? { ...row, passed: 1 }
    : { ...row, failed: 1, lines: indent(failure) };
}

/** @param {string} text */
function indent(text) {
  return text.split("\n").map((line) => `  ${line}`);
}
