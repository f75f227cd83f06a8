import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../../../test/support/test-io.ts";
import { run } from "../../../run.ts";

const CONFIG = `hooks:
  mappings:
    - { id: ci, match: { path: ci }, messageTemplate: "{{#if ok}}green{{else}}red{{/if}}" }
`;

const CASES = `cases:
  - { name: green, event: { path: ci, payload: { ok: true } }, expect: { snapshot: true } }
`;

async function runTest(...args: readonly string[]) {
  const dir = createTempDir({ "hooks.yaml": CONFIG, "hooks.test.yaml": CASES });
  const io = createTestIo();
  const exitCode = await run(["test", dir, ...args], io);
  return { dir, exitCode, out: io.stdout.text(), err: io.stderr.text() };
}

test("C7: hookwright test --coverage says what no case looked at", async () => {
  const { exitCode, out, err } = await runTest("--coverage");
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toContain(
    "mappings 1/1  clauses 0/0  conditions 0/0  branches 1/2  expressions 0/0  66 %",
  );
  expect(out).toContain(
    'arm not taken: {{else}} of {{#if ok}}   try, from "green": remove: [payload.ok]',
  );
});

test("C6: hookwright test --min-coverage fails below a floor", async () => {
  expect((await runTest("--min-coverage", "66,branches=50")).exitCode).toBe(0);
  const { exitCode, err } = await runTest("--min-coverage=100");
  expect(exitCode).toBe(1);
  expect(err).toContain("coverage is 66 %, and must be 100 %.");
  expect((await runTest("--min-coverage", "lines=5")).exitCode).toBe(2);
});

test("S2: hookwright test --json --coverage prints one object with the coverage", async () => {
  const { out, err } = await runTest("--json", "--coverage=text");
  expect(JSON.parse(out)).toMatchObject({
    schema: "hookwright.test/1",
    coverage: [
      {
        config: expect.stringMatching(/hooks\.yaml$/),
        total: expect.any(Object),
        units: expect.any(Array),
      },
    ],
  });
  expect(err).not.toContain("66 %");
});

test("C8: hookwright test --suggest writes cases that run, have snapshots and count for nothing", async () => {
  const { dir, exitCode, out } = await runTest("--suggest");
  expect(exitCode).toBe(0);
  expect(out).toContain("hooks.suggested.test.yaml: 1 case to review");
  expect(readFileSync(join(dir, "hooks.suggested.test.yaml"), "utf8")).toContain("reviewed: false");
  expect(existsSync(join(dir, "__snapshots__", "hooks.suggested.test.yaml"))).toBe(true);
  const io = createTestIo();
  expect(await run(["test", dir, "--coverage"], io)).toBe(0);
  expect(io.stdout.text()).toContain("2 cases passed · 1 not reviewed");
  expect(io.stdout.text()).toContain("66 %");
});

test("C8: --suggest changes the file of an event, so that a person can read the case", async () => {
  const dir = createTempDir({
    "hooks.yaml": CONFIG,
    "events/ci.event.yaml": "path: ci\npayload: { ok: true, list: [1] }\n",
    "tests/hooks.test.yaml": `cases:
  - name: rows
    each:
      - { title: green, event: ../events/ci.event.yaml, expect: { snapshot: true } }
`,
  });
  const suggest = async () => await run(["test", dir, "--suggest"], createTestIo());
  expect(await suggest()).toBe(0);
  const text = readFileSync(join(dir, "tests/hooks.suggested.test.yaml"), "utf8");
  expect(text.split("\n").slice(2)).toEqual([
    'config: "../hooks.yaml"',
    "cases:",
    "  # remove: [payload.ok]",
    '  - name: "rows [green]: {{else}} of {{#if ok}}"',
    "    reviewed: false",
    '    event: "../events/ci.event.yaml"',
    '    remove: ["payload.ok"]',
    '    expect: {"mapping":"ci","snapshot":true}',
    "",
  ]);
  expect(await suggest()).toBe(0);
});
