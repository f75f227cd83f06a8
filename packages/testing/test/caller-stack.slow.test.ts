// A sample project whose tests fail, run by vitest and by node:test → where each runner says that it failed.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
// Inside the workspace, so that the packages are found as an author finds them.
const folder = mkdtempSync(join(root, "packages/testing/.project-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Each call that fails has a line of its own, which its test expects as the first of the stack. */
const suite = (runner: string) => `import { test } from "${runner}";
import { compileHooks } from "@hookwright/core";
import { event, expectAction } from "@hookwright/testing";
import { testConfig } from "@hookwright/testing/files";

const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}} is red" };
const hooks = compileHooks({ hooks: { mappings: [mapping] } });
const lint = event("ci", { payload: { job: "lint" } });
const registered = await testConfig("hooks.test.yaml");

for (const { name, run } of registered) test(name, run);

test("a wrong field", async () => {
  expectAction(await hooks.explain(lint)).toMatch({ mapping: "cd" });
});

test("a promise", async () => {
  expectAction(hooks.explain(lint)).toMatch({ mapping: "cd" });
});

test("a wrong file", async () => {
  await testConfig("wrong.test.yaml");
});

test("no file", () => testConfig("none.test.yaml").then(() => undefined));
`;

const files = {
  "hooks.yaml":
    "hooks: { mappings: [{ id: ci, match: { path: ci }, messageTemplate: '{{job}} is red' }] }",
  "hooks.test.yaml": `cases:
  - { name: passes, event: { path: ci }, expect: { mapping: ci } }
  - name: a case (of the file)
    event: { path: ci, payload: { job: lint } }
    expect: { mapping: cd }
`,
  "wrong.test.yaml": "cases: []",
  "vitest.config.mjs": "export default { test: { include: ['*.vitest.mjs'] } };",
  "suite.vitest.mjs": suite("vitest"),
  "suite.node.mjs": suite("node:test"),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

/** The name of each failed test → the first line of its stack. */
const FAILS_AT = {
  "a case (of the file)": "hooks.test.yaml:3:5",
  "a wrong field": "14:43",
  "a promise": "18:3",
  "a wrong file": "22:9",
  "no file": "25:23",
};

function runTests(args: readonly string[]): Promise<string> {
  // Of this run, and not for the one within it.
  const { VITEST: _, NODE_V8_COVERAGE: __, FORCE_COLOR: ___, ...rest } = process.env;
  const env = { ...rest, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

test("expectAction() and testConfig() fail at the author's line in vitest", async () => {
  const printed = await runTests([join(root, "node_modules/vitest/vitest.mjs"), "run"]);
  const failures = [
    ...printed.matchAll(/^ FAIL {2}suite\.vitest\.mjs > (.+)\n[\s\S]*?^ ❯ (.+)$/gm),
  ];
  const lines = failures.map(([, name, at = ""]) => [name, at.replace("suite.vitest.mjs:", "")]);
  expect(Object.fromEntries(lines), printed).toEqual(FAILS_AT);
});

test("expectAction() and testConfig() fail at the author's line in node:test", async () => {
  const printed = await runTests(["--test", "--test-reporter=spec", "suite.node.mjs"]);
  const failing = printed.slice(printed.indexOf("failing tests:"));
  const failures = [...failing.matchAll(/^✖ (.+) \([\d.]+ms\)\n[\s\S]*?^ +at (.+)$/gm)];
  const lines = failures.map(([, name, at = ""]) => [
    name,
    /(?:hooks\.test\.yaml:)?\d+:\d+(?=\)?$)/.exec(at)?.[0],
  ]);
  expect(Object.fromEntries(lines), printed).toEqual(FAILS_AT);
});
