import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";

const VITEST = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const REPORTER = fileURLToPath(new URL("vitest-reporter.mjs", import.meta.url));

test("ShortReporter prints failures whole, and of what passes one line for each project", () => {
  const root = writeFixture({
    "vitest.config.mjs": `export default { test: { projects: [
      { test: { name: "good", globals: true, include: ["good*.mjs"] } },
      { test: { name: "bad", globals: true, include: ["bad.mjs"] } },
    ] } };`,
    "good1.mjs": `test("adds", () => { console.log("chatter"); expect(1 + 1).toBe(2); });`,
    "good2.mjs": `test("adds more", () => expect(2 + 2).toBe(4));`,
    "bad.mjs": `test("subtracts", () => { console.log("a hint"); expect(2 - 1).toBe(5); });`,
  });
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [VITEST, "run", "--root", root, `--reporter=${REPORTER}`],
    { encoding: "utf8", env: { ...process.env, NO_COLOR: "1", CI: "1" } },
  );
  const output = stdout + stderr;
  expect(status).toBe(1);
  expect(output).toMatch(/^✓ good {3}2 files, \d+ s of tests$/m);
  expect(output).toMatch(/^✗ bad {4}1 files, 1 failed, \d+ s of tests$/m);
  expect(output).toContain("AssertionError: expected 1 to be 5");
  expect(output).toContain("a hint");
  expect(output).toContain("❯ bad.mjs:1:");
  expect(output).not.toContain("chatter");
  expect(output).not.toContain("good1.mjs");
});
