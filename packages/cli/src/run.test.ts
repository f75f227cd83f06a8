import { expect, test } from "vitest";
import { createTempFile } from "../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../test/support/test-io.ts";
import { run } from "./run.ts";

test("run() prints help with examples, and returns 0", async () => {
  for (const args of [["--help"], ["help"]]) {
    const io = createTestIo();
    expect(await run(args, io)).toBe(0);
    expect(io.stdout.text()).toContain("Usage: hookwright [options] [command]");
    expect(io.stdout.text()).toContain("hookwright check hooks.json5");
    expect(io.stderr.text()).toBe("");
  }
});

test.each(["serve", "check", "explain"])(
  "run() prints the help of %s with examples",
  async (name) => {
    const io = createTestIo();
    expect(await run([name, "--help"], io)).toBe(0);
    expect(io.stdout.text()).toContain(`Usage: hookwright ${name}`);
    expect(io.stdout.text()).toContain("Examples:");
    expect(io.stdout.text()).toContain("--json");
  },
);

test("run() prints the version", async () => {
  const io = createTestIo();
  expect(await run(["--version"], io)).toBe(0);
  expect(io.stdout.text()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("run() prints help as an error if there is no command", async () => {
  const io = createTestIo();
  expect(await run([], io)).toBe(2);
  expect(io.stdout.text()).toBe("");
  expect(io.stderr.text()).toContain("Usage: hookwright");
  expect(io.stderr.text()).not.toContain("error");
});

test("run() suggests the command that was probably meant", async () => {
  const io = createTestIo();
  expect(await run(["chek"], io)).toBe(2);
  expect(io.stderr.text()).toBe(
    "error unknown command 'chek'\n(Did you mean check?)\n  Run hookwright --help, or hookwright help <command>.\n",
  );
});

test.each([
  [["check"], "No config is named, and this folder has none."],
  [["check", "a.json", "b.json"], "too many arguments for 'check'. Expected 1 argument but got 2."],
  [["check", "a.json", "--strikt"], "unknown option '--strikt'\n(Did you mean --strict?)"],
  [["serve"], "No config is named, and this folder has none."],
  [["explain", "a.json"], "Nothing says for which hook the event is."],
])("run(%j) returns 2 and says what is wrong", async (args, message) => {
  const io = createTestIo();
  expect(await run(args, io)).toBe(2);
  expect(io.stderr.text()).toContain(`error ${message}\n`);
});

test.each(["-1", "65536", "8e3", "", "080800", "x"])("run() refuses the port %j", async (port) => {
  const io = createTestIo();
  expect(await run(["serve", "--config", "a.json", `--port=${port}`], io)).toBe(2);
  expect(io.stderr.text()).toContain("Write a number from 0 to 65535.");
});

test("run() reports errors as JSON with --json", async () => {
  const io = createTestIo();
  expect(await run(["explain", "-", "--name", "x", "--payload", "-", "--json"], io)).toBe(2);
  expect(JSON.parse(io.stderr.text())).toEqual({
    ok: false,
    error: "Standard input cannot be both the config and the payload.",
  });
  const usage = createTestIo();
  expect(await run(["check", "--json", "a.json", "b.json"], usage)).toBe(2);
  expect(JSON.parse(usage.stderr.text())).toMatchObject({
    error: "too many arguments for 'check'. Expected 1 argument but got 2.",
    hint: expect.stringContaining("--help"),
  });
});

test("run() shows no stack of an unexpected error", async () => {
  for (const [thrown, message] of [
    [new TypeError("stream broke"), "TypeError: stream broke"],
    ["text", "string"],
  ]) {
    const io = { ...createTestIo(), stdin: failWith(thrown) };
    expect(await run(["check", "-"], io)).toBe(1);
    expect(io.stderr.text()).toBe(`error Something unexpected happened. ${message}\n`);
  }
});

test("run() colours errors only for a terminal", async () => {
  const file = createTempFile("hooks.json", '{ "hooks": {} }');
  const terminal = createTestIo({ isTTY: true });
  await run(["serve", "--config", file], terminal);
  expect(terminal.stderr.text()).toContain("\u001B[1;31merror\u001B[0m hooks.enabled is not true");
  const pipe = createTestIo();
  await run(["serve", "--config", file], pipe);
  expect(pipe.stderr.text()).not.toContain("\u001B");
});

async function* failWith(thrown: unknown): AsyncGenerator<string> {
  yield "{";
  throw thrown;
}
