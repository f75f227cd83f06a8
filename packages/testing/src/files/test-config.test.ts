import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { testConfig } from "./test-config.ts";

const EVENT = "event: { path: ci, payload: { job: lint } }";
const files = {
  "hooks.yaml":
    "hooks: { mappings: [{ id: ci, match: { path: ci }, messageTemplate: '{{job}} is red' }] }",
  "hooks.test.yaml": `cases:
  - { name: passes, ${EVENT}, expect: { mapping: ci, text: lint is red } }
  - { name: fails, ${EVENT}, expect: { mapping: cd, text: test is red } }
  - { name: snapshot, ${EVENT}, expect: { snapshot: true } }
`,
};

test("testConfig() gives the cases of a file as tests that reject", async () => {
  const dir = createTempDir(files);
  const [passes, fails, snapshot] = await testConfig(join(dir, "hooks.test.yaml"), { env: {} });
  expect([passes?.name, fails?.name, snapshot?.name]).toEqual(["passes", "fails", "snapshot"]);
  await passes?.run();
  await expect(fails?.run()).rejects.toThrow(
    [
      `${join(dir, "hooks.test.yaml")}:3 fails`,
      '  mapping: expected "cd", seen "ci"',
      '  text: expected "test is red", seen "lint is red"',
      "    {{job}} ← payload.job",
      '  mapping: no mapping has the id "cd". Did you mean "ci"?',
    ].join("\n"),
  );
  await snapshot?.run();
  expect(existsSync(join(dir, "__snapshots__/hooks.test.yaml/snapshot.md"))).toBe(true);
});

test("X1: testConfig() writes no snapshot where CI is set", async () => {
  const dir = createTempDir(files);
  const tests = await testConfig(join(dir, "hooks.test.yaml"), { env: { CI: "true" } });
  await expect(tests[2]?.run()).rejects.toThrow("snapshot: there is none");
  expect(existsSync(join(dir, "__snapshots__"))).toBe(false);
});

test("testConfig() rejects with the problems of a file that cannot be used", async () => {
  const dir = createTempDir({
    ...files,
    "hooks.test.yaml": "cases: []",
    "b.test.yaml":
      "config: none.yaml\ncases: [{ name: a, event: { path: x }, expect: { count: 1 } }]",
  });
  await expect(testConfig(join(dir, "hooks.test.yaml"))).rejects.toThrow(
    '"cases" must not be an empty list.',
  );
  await expect(testConfig(join(dir, "b.test.yaml"))).rejects.toThrow(
    "The config file cannot be read",
  );
});
