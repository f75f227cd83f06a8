// The short form of soak/runner-kills.mjs, which needs the built package.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../soak/runner-kills.mjs", import.meta.url));

test("REC-3 a host with a command runner that is killed leaves no two agents of one session alive", {
  timeout: 240_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, "3", "7"]);

  expect(stdout).toContain("alive at the same time: 0\n");
});
