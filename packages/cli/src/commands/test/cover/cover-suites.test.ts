import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfigText } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { FIXED_NOW, FIXED_PORTS, runCases, type TestCase } from "@hookwright/testing";
import { Command } from "commander";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTempDir } from "../../../../../../tools/test-support/temp-dir.ts";
import type { RunSuite } from "../../../../../testing/src/files/measure-suites.ts";
import {
  isReviewed,
  suggestedName,
  suggestedText,
} from "../../../../../testing/src/files/suggested-file.ts";
import { createTestIo } from "../../../../test/support/test-io.ts";
import type { Io } from "../../../io.ts";
import { addCoverOptions } from "../../../program.ts";
import { run } from "../../../run.ts";
import { type CoverOptions, coverSuites } from "./cover-suites.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cover-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const SOURCE = `hooks:
  enabled: true
  token: { env: MISSING }
  mappings:
    - { id: ci, match: { path: ci }, messageTemplate: "{{#if a}}{{#if b}}x{{/if}}{{/if}}", transform: { module: own } }
`;

const A_CASE: TestCase = {
  name: "nothing",
  event: { path: "ci", payload: {}, headers: { x: "1" }, query: { k: "v" } },
  expect: { mapping: "ci", snapshot: true },
};

async function suiteOf(...cases: readonly TestCase[]): Promise<RunSuite> {
  const document = await parseConfigText(SOURCE, { format: "yaml" });
  if (!document.ok) throw new Error("no document");
  const { config } = document;
  const hooks = compileHooks(
    config as object,
    {
      ...FIXED_PORTS,
      transforms: { own: () => ({ message: "stubbed" }) },
      severities: { secret_missing: "warning" },
      secrets: () => undefined,
    } as never,
  );
  const loaded = {
    file: join(folder, "hooks.test.yaml"),
    suite: {
      configFile: join(folder, "hooks.yaml"),
      now: FIXED_NOW,
      eventFileOf: () => undefined,
    },
    config: { filename: "hooks.yaml", config },
    document,
  };
  return { loaded, results: await runCases(hooks, cases) };
}

async function cover(suites: readonly RunSuite[], options: CoverOptions) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      written[name] += text;
      return true;
    },
  });
  const io = { stdout: stream("stdout"), stderr: stream("stderr"), env: {} } as unknown as Io;
  const result = await coverSuites(suites, { coverageDir: join(folder, "out"), ...options }, io);
  return { result, ...written };
}

test("reportCoverage() chooses the stream or file by the format", async () => {
  const suites = [await suiteOf(A_CASE)];
  const text = await cover(suites, { coverage: true });
  expect(text.stdout).toContain("mappings 1/1  clauses 0/0  conditions 0/0  branches 1/4");
  expect(text.stdout).toContain(
    'arm not taken: {{#if a}}   try, from "nothing": patch: {payload.a:',
  );
  await cover(suites, { coverage: "json" });
  const json = readFileSync(join(folder, "out", "coverage.json"), "utf8");
  expect(JSON.parse(json).configs).toHaveLength(1);
  const forPrograms = await cover(suites, { coverage: "text", isForPrograms: true });
  expect(forPrograms).toMatchObject({ stdout: "", stderr: text.stdout });
  const { stdout } = await cover(suites, { coverage: "html" });
  expect(stdout).toBe(`${join(folder, "out", "index.html")}\n`);
  expect(readFileSync(join(folder, "out", "index.html"), "utf8")).toContain("<h2>hooks.yaml");
  await cover(suites, { coverage: "lcov" });
  expect(readFileSync(join(folder, "out", "lcov.info"), "utf8")).toContain("SF:hooks.yaml");
});

test("coverSuites() reports a missed minimum, and fails", async () => {
  const suites = [await suiteOf(A_CASE)];
  expect(await cover(suites, { minCoverage: "mappings=100" })).toMatchObject({
    result: { ok: true },
    stdout: "",
    stderr: "",
  });
  const missed = await cover(suites, { minCoverage: "50" });
  expect(missed.result.ok).toBe(false);
  expect(missed.stderr).toBe("hooks.yaml: coverage is 40 %, and must be 50 %.\n");
});

test("coverSuites() ignores cases that fail, cannot run or are not reviewed", async () => {
  const suites = [
    await suiteOf(
      { ...A_CASE, name: "fails", expect: { mapping: "other" } },
      { ...A_CASE, name: "unreviewed", reviewed: false },
      { ...A_CASE, name: "no event", patch: { "payload.a": 1, "payload.a.b": 2 } },
    ),
    await suiteOf({ ...A_CASE, name: "elsewhere", reviewed: false }),
  ];
  const { stdout } = await cover(suites, { coverage: "text" });
  expect(stdout).toContain("mappings 0/1");
});

test("coverSuites() writes missing cases for review, including nested arms", async () => {
  const suites = [await suiteOf({ ...A_CASE, event: { ...A_CASE.event, receivedAt: 0 } })];
  const { result, stdout } = await cover(suites, { suggest: true });
  const path = join(folder, "hooks.suggested.test.yaml");
  expect(result.written).toEqual([path]);
  expect(stdout).toBe(`${path}: 2 cases to review\n`);
  const parsed = await parseConfigText(readFileSync(path, "utf8"), { format: "yaml" });
  expect(parsed.ok && parsed.config).toEqual({
    config: "hooks.yaml",
    cases: [
      {
        name: "nothing: {{#if a}}",
        reviewed: false,
        event: {
          path: "ci",
          headers: { x: "1" },
          query: { k: "v" },
          payload: { a: "text" },
          receivedAt: "1970-01-01T00:00:00.000Z",
        },
        expect: { mapping: "ci", snapshot: true },
      },
      expect.objectContaining({ name: "nothing: {{#if b}}", reviewed: false }),
    ],
  });
});

test("coverSuites() does not overwrite a file with reviewed cases", async () => {
  const suites = [await suiteOf(A_CASE)];
  const path = join(folder, "hooks.suggested.test.yaml");
  await cover(suites, { suggest: true });
  await cover(suites, { suggest: true });
  const text = readFileSync(path, "utf8").replace("reviewed: false", "reviewed: true");
  writeFileSync(path, text);
  await expect(cover(suites, { suggest: true })).rejects.toThrow("has cases that were reviewed");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("coverSuites() expects no match in a case that no mapping takes, and keeps names unique", () => {
  const suggestion = { from: "one", event: { path: "ci", payload: 1 }, becomes: "unmatched" };
  const suggested = [
    { label: "x", suggestion },
    { label: "x", suggestion },
  ];
  const text = suggestedText({ testFile: "tests/a.test.yaml", configFile: "a.yaml", suggested });
  expect(text).toContain('config: "../a.yaml"');
  expect(text).toContain('- name: "one: x (2)"');
  expect(text).toContain('expect: {"becomes":"unmatched"}');
  expect(suggestedName("tests/a.suggested.test.json5")).toBe("tests/a.suggested.test.yaml");
  expect(isReviewed("config: a.yaml\n")).toBe(true);
});

test("coverSuites() writes no file if nothing is missing", async () => {
  const whole = [{}, { a: 1 }, { a: 1, b: 1 }].map((payload, index) => ({
    ...A_CASE,
    name: `case ${index}`,
    event: { path: "ci", payload },
  }));
  const { result } = await cover([await suiteOf(...whole)], { suggest: true });
  expect(result).toMatchObject({ ok: true, written: [] });
  expect(existsSync(join(folder, "hooks.suggested.test.yaml"))).toBe(false);
});

test("addCoverOptions() knows the formats", () => {
  const parse = (...args: readonly string[]) =>
    addCoverOptions(new Command("test"))
      .exitOverride()
      .parse([...args], { from: "user" })
      .opts();
  expect(parse("--coverage")).toEqual({ coverage: true });
  expect(parse("--coverage=html", "--min-coverage", "80", "--suggest")).toEqual({
    coverage: "html",
    minCoverage: "80",
    suggest: true,
  });
  expect(() => parse("--coverage=pdf")).toThrow("Allowed choices are text, html, lcov, json");
});

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

test("hookwright test --coverage reports what no case covers", async () => {
  const { exitCode, out, err } = await runTest("--coverage");
  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toContain(
    "mappings 1/1  clauses 0/0  conditions 0/0  branches 1/2  expressions 0/0  66 %",
  );
  expect(out).toContain(
    'arm not taken: {{else}} of {{#if ok}}   try, from "green": remove: [payload.ok]',
  );
});

test("hookwright test --min-coverage fails below the minimum", async () => {
  expect((await runTest("--min-coverage", "66,branches=50")).exitCode).toBe(0);
  const { exitCode, err } = await runTest("--min-coverage=100");
  expect(exitCode).toBe(1);
  expect(err).toContain("coverage is 66 %, and must be 100 %.");
  expect((await runTest("--min-coverage", "lines=5")).exitCode).toBe(2);
});

test("hookwright test --json --coverage prints one object with the coverage", async () => {
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

test("hookwright test --suggest writes cases that run, have snapshots and do not count yet", async () => {
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

test("hookwright test --suggest changes the file of an event, so that a person can read the case", async () => {
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
