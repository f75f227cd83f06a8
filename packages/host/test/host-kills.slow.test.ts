// The short form of soak/host-kills.mjs, which needs the built package.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../soak/host-kills.mjs", import.meta.url));

test("REC-5 a host that is killed at each of its steps accounts for every accepted action", {
  timeout: 240_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, "18", "4", "7"]);

  expect(stdout).toContain("every rule is kept");
});
