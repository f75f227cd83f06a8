import { expect, test } from "vitest";
import { createTempFile } from "../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../test/support/test-io.ts";
import { createProgram } from "./program.ts";
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

test.each([["--version"], ["-v"], ["-V"], ["version"]])(
  "run() prints the version for %s",
  async (word) => {
    const io = createTestIo();
    expect(await run([word], io)).toBe(0);
    expect(io.stdout.text()).toMatch(/^\d+\.\d+\.\d+\n$/);
  },
);

test.each([
  [["help", "runs", "show"], "runs show"],
  [["runs", "help", "show"], "runs show"],
  [["help", "check", "hooks.yaml"], "check"],
  [["version", "--help"], "version"],
  [["gmail", "help"], "gmail"],
])("run() prints the help that %j asks for", async (args, name) => {
  const io = createTestIo();
  expect(await run(args, io)).toBe(0);
  expect(io.stdout.text()).toContain(`Usage: hookwright ${name}`);
  expect(io.stdout.text()).toMatch(/\nDocs: https:\/\/\S+\n/);
});

test("run() lists every command in a group, with the address of the docs", async () => {
  const io = createTestIo();
  await run(["--help"], io);
  const groups = [...io.stdout.text().matchAll(/^(\S.*):\n((?: .*\n)+)/gm)];
  const commands = createProgram(io, () => undefined).commands.map((command) => command.name());
  const listed = groups.flatMap(([, title = "", lines = ""]) =>
    [...lines.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = ""]) => [name, title]),
  );
  const groupOf = new Map(listed.map(([name = "", title = ""]) => [name, title]));
  expect(commands.filter((name) => !groupOf.has(name))).toEqual([]);
  expect(groupOf.get("check")).toBe("Write mappings");
  expect(groupOf.get("serve")).toBe("Receive webhooks");
  expect(groupOf.get("runs")).toBe("Operate a host");
  expect(groupOf.has("Commands")).toBe(false);
  expect(io.stdout.text()).toMatch(/\nDocs: https:\/\/\S+\/docs\/README\.md\n/);
});

test.each([[0], [undefined], [80]])(
  "run() wraps help for a terminal of %s columns",
  async (columns) => {
    const io = createTestIo({ isTTY: true });
    Object.assign(io.stdout, { columns });
    await run(["help", "serve"], io);
    const options = io.stdout.text().split("Examples:")[0] ?? "";
    const widths = options.split("\n").map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
    expect(Math.max(...widths)).toBeGreaterThan(70);
  },
);

test("run() prints help as an error if there is no command", async () => {
  const io = createTestIo();
  expect(await run([], io)).toBe(2);
  expect(io.stdout.text()).toBe("");
  expect(io.stderr.text()).toContain("Usage: hookwright");
  expect(io.stderr.text()).not.toContain("error");
});

test.each([
  [["chek"], "unknown command 'chek'", 'Did you mean "check"?'],
  [["help", "chek"], "unknown command 'chek'", 'Did you mean "check"?'],
  [["chek", "--help"], "unknown command 'chek'", 'Did you mean "check"?'],
  [["help", "foo"], "unknown command 'foo'", "Run hookwright --help"],
  [["runs", "shwo"], "unknown command 'runs shwo'", 'Did you mean "show"?'],
  [["runs", "show1", "--help"], "unknown command 'runs show1'", 'Did you mean "show"?'],
  [["help", "gmail", "foo"], "unknown command 'gmail foo'", "Known: setup, run, status, stop."],
  [["gmail", "help", "foo"], "unknown command 'gmail foo'", "Run hookwright gmail --help"],
])("run(%j) reports an unknown command", async (args, message, hint) => {
  const io = createTestIo();
  expect(await run(args, io)).toBe(2);
  expect(io.stdout.text()).toBe("");
  expect(io.stderr.text()).toContain(`error ${message}\n`);
  expect(io.stderr.text()).toContain(hint);
});

test.each([
  [["check"], "No config is named, and this folder has none."],
  [["check", "a.json", "b.json"], "too many arguments for 'check'. Expected 1 argument but got 2."],
  [["check", "a.json", "--strikt"], "unknown option '--strikt'\n(Did you mean --strict?)"],
  [["serve"], "No config is named, and this folder has none."],
  [["explain", "a.json"], "The event does not name its hook."],
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
