// @ts-check
// Nothing → the SDKs of vendors, installed from npm if they are missing or other than in the lock.
//
// Why a separate folder: they are large, and nothing but the tests of signatures needs them.
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../ensure-installed.mjs";

/** @returns {boolean} false if npm failed; npm has printed the reason */
export function ensureJudges() {
  return ensureInstalled(fileURLToPath(new URL(".", import.meta.url)));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !ensureJudges()) process.exitCode = 1;
