// The short form of soak/host-ledger-kills.mjs, which needs the built package.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../../soak/host-ledger-kills.mjs", import.meta.url));

test("REC-1 REC-5 a ledger whose process is killed has all that was confirmed, once and in order", {
  timeout: 300_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, "8"]);

  expect(stdout).toMatch(/^Kills: 8, /);
  expect(stdout.match(/^ {2}.*: \d+$/gm)).toHaveLength(8);
  expect(stdout.match(/^ {2}.*: [1-9]\d*$/gm)).toBeNull();
});
