// @ts-check
// Nothing → the SDKs of vendors, installed from npm if they are missing or other than in the lock.
//
// Why a separate folder: they are large, and nothing but the tests of signatures needs them.
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../../tools/run/ensure-installed.mjs";

/** @returns {Promise<boolean>} false if npm failed; what it printed is shown */
export function ensureJudges() {
  return ensureInstalled(fileURLToPath(new URL(".", import.meta.url)));
}

const isMain = process.argv[1] === fileURLToPath(import.meta.url);
if (isMain && !(await ensureJudges())) process.exitCode = 1;
