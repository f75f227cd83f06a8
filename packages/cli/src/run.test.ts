import { expect, test } from "vitest";
import { createTempFile } from "../../../tools/test-support/temp-dir.ts";
import { expectRun, hookwright } from "../test/support/hookwright.ts";
import { createTestIo } from "../test/support/test-io.ts";
import { createProgram } from "./program.ts";
import { run } from "./run.ts";

test.each([
  [["--help"], ["Usage: hookwright [options] [command]", "hookwright check hooks.json5"]],
  [["help"], ["Usage: hookwright [options] [command]", "hookwright check hooks.json5"]],
  [
    ["serve", "--help"],
    ["Usage: hookwright serve", "Examples:", "--json"],
  ],
  [
    ["check", "--help"],
    ["Usage: hookwright check", "Examples:", "--json"],
  ],
  [
    ["explain", "--help"],
    ["Usage: hookwright explain", "Examples:", "--json"],
  ],
  [["help", "runs", "show"], ["Usage: hookwright runs show"]],
  [["runs", "help", "show"], ["Usage: hookwright runs show"]],
  [["help", "check", "hooks.yaml"], ["Usage: hookwright check"]],
  [["version", "--help"], ["Usage: hookwright version"]],
  [["gmail", "help"], ["Usage: hookwright gmail"]],
])("run() prints the help that %j asks for", async (args, words) => {
  const { stderr } = await expectRun(args, [0, ...words, /\nDocs: https:\/\/\S+\n/]);
  expect(stderr).toBe("");
});

test.each(["--version", "-v", "-V", "version"])("run() prints the version for %s", async (word) => {
  await expectRun([word], [0, /^\d+\.\d+\.\d+\n$/]);
});

test("run() lists every command in a group, with the address of the docs", async () => {
  const io = createTestIo();
  await run(["--help"], io);
  const groups = [...io.stdout.text().matchAll(/^(\S.*):\n((?: .*\n)+)/gm)];
  const commands = createProgram(io, () => undefined).commands.map((command) => command.name());
  const listed = groups.flatMap(([, title = "", lines = ""]) =>
    [...lines.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = ""]) => [name, title]),
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
  const { stdout, stderr } = await expectRun([], [2, "Usage: hookwright"]);
  expect([stdout, stderr]).toEqual(["", expect.not.stringContaining("error")]);
});

const PORT = "Write a number from 0 to 65535.";
const serveAt = (port: string) => ["serve", "--config", "a.json", `--port=${port}`];

test.each<readonly [args: readonly string[], message: string, hint: string]>([
  [["chek"], "unknown command 'chek'\n", 'Did you mean "check"?'],
  [["help", "chek"], "unknown command 'chek'\n", 'Did you mean "check"?'],
  [["chek", "--help"], "unknown command 'chek'\n", 'Did you mean "check"?'],
  [["help", "foo"], "unknown command 'foo'\n", "Run hookwright --help"],
  [["runs", "shwo"], "unknown command 'runs shwo'\n", 'Did you mean "show"?'],
  [["runs", "show1", "--help"], "unknown command 'runs show1'\n", 'Did you mean "show"?'],
  [["help", "gmail", "foo"], "unknown command 'gmail foo'\n", "Known: setup, run, status, stop."],
  [["gmail", "help", "foo"], "unknown command 'gmail foo'\n", "Run hookwright gmail --help"],
  [["check"], "No config is named, and this folder has none.\n", ""],
  [["check", "a.json", "b.json"], "too many arguments for 'check'. Expected 1 argument but", ""],
  [["check", "a.json", "--strikt"], "unknown option '--strikt'\n", "(Did you mean --strict?)\n"],
  [["serve"], "No config is named, and this folder has none.\n", ""],
  [["explain", "a.json"], "The event does not name its hook.\n", ""],
  ...["-1", "65536", "8e3", "", "080800", "x"].map((port) => [serveAt(port), "", PORT] as const),
])("run(%j) returns 2 and says what is wrong", async (args, message, hint) => {
  const { stdout } = await expectRun(args, [2, `error ${message}`, hint]);
  expect(stdout).toBe("");
});

test("run() reports errors as JSON with --json", async () => {
  const both = ["explain", "-", "--name", "x", "--payload", "-", "--json"];
  expect(JSON.parse((await expectRun(both, [2])).stderr)).toEqual({
    ok: false,
    error: "Standard input cannot be both the config and the payload.",
  });
  const usage = await expectRun(["check", "--json", "a.json", "b.json"], [2]);
  expect(JSON.parse(usage.stderr)).toMatchObject({
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
  const args = ["serve", "--config", file];
  const coloured = "\u001B[1;31merror\u001B[0m hooks.enabled is not true";
  await expectRun(args, [1, coloured], { isTTY: true });
  expect((await hookwright(args)).stderr).not.toContain("\u001B");
});

async function* failWith(thrown: unknown): AsyncGenerator<string> {
  yield "{";
  throw thrown;
}
