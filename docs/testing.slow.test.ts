// docs/testing.md: its files are written, its commands and scripts run, and print what it shows.
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/testing.md"), "utf8");
const fences = readFences(page);
const lines = page.split("\n");

/** The paragraph before a fence names its file. */
const files = Object.fromEntries(
  fences.flatMap(({ code, line }) => {
    const [, name] = /in `([\w./-]+)`[^`]*:?/.exec(lines[line - 3] ?? "") ?? [];
    return name === undefined ? [] : [[name, code]];
  }),
);
const shells = fences.filter(({ language }) => language === "sh");
const texts = fences.filter(({ language }) => language === "text").map(({ code }) => code);

async function runTest(args: readonly string[], folder: string): Promise<[number, string]> {
  const io = createTestIo();
  const exitCode = await run(["test", folder, ...args], io);
  expect(io.stderr.text()).toBe("");
  const out = io.stdout.text().replaceAll(`${folder}/`, "");
  return [exitCode, out.replaceAll(/\d+\.\d s/g, "0.1 s")];
}

test("docs/testing.md: the shortest way leads to tests that pass", async () => {
  const [init = "", cd, test] = (shells[0]?.code ?? "").trim().split("\n");
  const [, command = "", name = "", ...options] = init.split(" ");
  const folder = join(createTempDir({}), name);
  const io = createTestIo();
  expect([await run([command, folder, ...options], io), io.stderr.text()]).toEqual([0, ""]);
  expect([cd, test]).toEqual([`cd ${name}`, "hookwright test"]);
  const [exitCode, report] = await runTest([], folder);
  expect([exitCode, report]).toEqual([0, expect.stringMatching(/^\d\d cases passed/)]);
});

test("docs/testing.md: the first test passes, and fails as it is shown", async () => {
  expect(Object.keys(files)).toEqual([
    "hooks.yaml",
    "events/review.event.yaml",
    "hooks.test.yaml",
    "config.test.mjs",
    "objects.test.mjs",
  ]);
  const folder = createTempDir(files);
  expect(await runTest([], folder)).toEqual([0, texts[0]]);
  const config = files["hooks.yaml"] ?? "";
  writeFileSync(join(folder, "hooks.yaml"), config.replace(/\n *\{\{default .*\n/, "\n"));
  expect(await runTest([], folder)).toEqual([1, texts[1]]);
});

test("docs/testing.md: a snapshot is the one that is shown", async () => {
  const cases =
    "cases: [{ name: one, event: events/review.event.yaml, expect: { snapshot: true } }]";
  const folder = createTempDir({ ...files, "hooks.test.yaml": cases });
  await runTest([], folder);
  const path = join(folder, "__snapshots__/hooks.test.yaml/one.md");
  expect(readFileSync(path, "utf8")).toBe(texts[2]);
});

test("docs/testing.md: every command is one that there is", async () => {
  const commands = shells.slice(1).flatMap(({ code }) => code.trim().split("\n"));
  expect(commands).toHaveLength(5);
  for (const command of commands) {
    const [, , ...args] = command.split(" ");
    expect((await runTest(args, createTempDir(files)))[0]).toBe(0);
  }
});

test("docs/testing.md: stubs stand in for modules", async () => {
  const [, stubs = ""] = /```yaml\n(transforms:[\s\S]*?)```/.exec(page) ?? [];
  const modules = [...stubs.matchAll(/^ {2}([\w.]+):/gm)].map(([, name]) => name);
  const mappings = modules.map(
    (name) => `{ match: { path: ${name} }, messageTemplate: own, transform: { module: ${name} } }`,
  );
  const expected = [
    "{ text: Written by the module }",
    "{ becomes: handled }",
    "{ code: transform_failed }",
  ];
  const cases = modules.map(
    (name, index) =>
      `  - { name: ${name}, event: { path: ${name} }, expect: ${expected[index]} }\n`,
  );
  const folder = createTempDir({
    "hooks.yaml": `hooks: { mappings: [${mappings.join(", ")}] }`,
    "hooks.test.yaml": `${stubs}cases:\n${cases.join("")}`,
  });
  expect(await runTest([], folder)).toEqual([0, "3 cases passed · 0.1 s\n"]);
});

test("docs/testing.md: its scripts pass in node:test", () => {
  const folder = createTempDir(files);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const scripts = ["config.test.mjs", "objects.test.mjs"];
  const options = { cwd: folder, encoding: "utf8", env: { ...process.env, CI: "1" } } as const;
  const out = execFileSync(
    process.execPath,
    ["--test", "--test-reporter=tap", ...scripts],
    options,
  );
  expect(out).toMatch(/^# pass [1-9]/m);
  expect(out).toMatch(/^# fail 0$/m);
});
