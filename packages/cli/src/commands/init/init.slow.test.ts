import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parseConfigText } from "@hookwright/config";
import { listRecipes, recipe } from "@hookwright/samples";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "../../../test/support/hookwright.ts";
import { createTestIo } from "../../../test/support/test-io.ts";
import { askMissing } from "./ask.ts";
import { composeConfig } from "./compose-config.ts";
import { commandOf, init } from "./init.ts";

const initIn = (folder: string, [providers, ...more]: readonly [string, ...string[]]) =>
  hookwright(["init", folder, "--providers", providers, ...more]);

describe("init()", () => {
  test("lists the missing flags if there is no terminal", async () => {
    const folder = createTempDir({});
    const { exitCode, stderr } = await hookwright(["init", folder]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--providers");
    expect(stderr).toContain("github,gitlab");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("names the nearest provider, or all", async () => {
    const folder = createTempDir({});
    const near = await initIn(folder, ["githbu"]);
    expect(near).toMatchObject({ exitCode: 2 });
    expect(near.stderr).toContain('Did you mean "github"?');
    const far = await initIn(folder, ["nobody-at-all"]);
    expect(far.stderr).toMatch(/Known: alertmanager, .*uptime/);
  });

  test("asks for missing values on a terminal", async () => {
    const terminal = createTerminal();
    const asked = askMissing({}, terminal);
    // Letters filter, also those that choose all or the others of a plain list; Tab chooses what is marked.
    await terminal.type(
      "Whose webhooks?",
      "g",
      "i",
      "t",
      "l",
      "\t",
      "\u0015",
      "l",
      "i",
      "n",
      "\t",
      "\r",
    );
    await terminal.type("Where should runs answer?", "\r");
    await terminal.type("In which format?", "\r");
    await terminal.type("Write .env", "\r");
    expect(await asked).toEqual({
      providers: ["gitlab", "linear"],
      channel: "last",
      format: "yaml",
      token: true,
    });
  });

  test("asks again until a provider is chosen, on a terminal without a known size", async () => {
    const terminal = createTerminal({ columns: 0, rows: 0 });
    const asked = askMissing({ channel: "last", format: "json", token: false }, terminal);
    await terminal.type("Whose webhooks?", "\r");
    await terminal.type("at least one", "s", "t", "r", "i", "\t", "\r");
    expect(await asked).toMatchObject({ providers: ["stripe"] });
    expect(terminal.output).toMatchObject({ columns: 80, rows: 24 });
  });

  test("writes nothing if the questions are not answered", async () => {
    const terminal = createTerminal();
    const printed: unknown[] = [];
    const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed.push(text);
      return true;
    });
    onTestFinished(() => write.mockRestore());
    const asked = askMissing({}, terminal);
    asked.catch(() => undefined);
    await terminal.type("Whose webhooks?", "\u0003");
    await expect(asked).rejects.toMatchObject({ exitCode: 2 });
    expect(printed.join("")).toContain("Nothing was written.");
  });
});

function createTerminal(size: { readonly columns?: number; readonly rows?: number } = {}) {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), size)];
  let shown = "";
  output.setEncoding("utf8").on("data", (text) => {
    shown += text;
  });
  const type = async (question: string, ...keys: readonly string[]): Promise<void> => {
    await expect.poll(() => shown).toContain(question);
    for (const key of keys) {
      const before = shown.length;
      input.write(key);
      // What is shown changes with each key.
      await expect.poll(() => shown.length).toBeGreaterThan(before);
    }
  };
  return { input, output, type };
}

describe("init()", () => {
  test.each([
    ["json5", "github,gmail"],
    ["yaml", "linear,stripe"],
    ["json", "pagerduty"],
  ])("makes a folder with %s whose check and tests pass at once", async (format, providers) => {
    const folder = createTempDir({});
    const made = await initIn(folder, [providers, "--format", format]);
    expect(made).toMatchObject({ exitCode: 0, stderr: "" });
    const config = join(folder, `hooks.${format}`);
    expect(await hookwright(["check", "--strict", config])).toMatchObject({ exitCode: 0 });
    const tested = await hookwright(["test", folder, "--json"]);
    expect(tested.exitCode).toBe(0);
    expect(await hookwright(["check", "--secrets", config])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe(".env\nnode_modules/\n");
  });

  test("names each case so that its snapshot is a file of the same name", async () => {
    const folder = createTempDir({});
    await initIn(folder, ["github,uptime"]);
    const written = readdirSync(join(folder, "__snapshots__", "hooks.test.yaml"));
    expect(written).toContain("GitHub push.md");
    expect(written).toContain("Uptime monitors kuma down.md");
    const tests = readFileSync(join(folder, "hooks.test.yaml"), "utf8");
    for (const name of written) expect(tests).toContain(`- name: ${name.replace(/\.md$/, "")}\n`);
  });

  test("writes a random token and random secrets into a file that others cannot read", async () => {
    const folder = createTempDir({});
    await initIn(folder, ["slack"]);
    const file = join(folder, ".env");
    const written = readFileSync(file, "utf8");
    expect(written).toMatch(/^HOOK_TOKEN=[0-9a-f]{64}\nSLACK_SECRET=[0-9a-f]{48}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = createTempDir({});
    await initIn(other, ["slack", "--no-token"]);
    expect(existsSync(join(other, ".env"))).toBe(false);
  });

  test("adds only the variables that .env lacks, and keeps the rest", async () => {
    const before = "# mine\nexport SLACK_SECRET=of-mine # until May\nOTHER=1";
    const folder = createTempDir({ ".env": before });
    for (const providers of ["slack", "slack,github"]) {
      const made = await initIn(folder, [providers, "--force"]);
      expect(made.exitCode).toBe(0);
    }
    expect(readFileSync(join(folder, ".env"), "utf8")).toMatch(
      /^# mine\nexport SLACK_SECRET=of-mine # until May\nOTHER=1\nHOOK_TOKEN=[0-9a-f]{64}\nGITHUB_SECRET=[0-9a-f]{48}\n$/,
    );
  });

  test("overwrites nothing: it shows the difference, and --force replaces", async () => {
    const folder = createTempDir({
      "hooks.yaml": "mine\ntoken: a-token-of-mine\n",
      ".gitignore": "logs/",
      ".env": "HOOK_TOKEN=secret-of-mine\n",
    });
    const args = ["init", folder, "--providers", "gmail", "--format", "yaml"] as const;
    const refused = await hookwright(args);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain("-mine\n");
    expect(refused.stdout).toContain("-token: ***\n");
    expect(refused.stdout).not.toMatch(/(?:secret|token)-of-mine/);
    expect(readdirSync(folder).toSorted()).toEqual([".env", ".gitignore", "hooks.yaml"]);
    expect((await hookwright([...args, "--force"])).exitCode).toBe(0);
    expect(readFileSync(join(folder, "hooks.yaml"), "utf8")).toContain("id: mail");
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("logs/\n.env\nnode_modules/\n");
  });

  test("accepts a folder that it made before", async () => {
    const folder = createTempDir({});
    await initIn(folder, ["gmail"]);
    const again = await initIn(folder, ["gmail"]);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain("All files exist already.");
  });

  test("--channel is written where runs answer, and nowhere else", async () => {
    for (const format of ["json5", "yaml", "json"] as const) {
      const recipes = listRecipes().map(recipe);
      const choices = { recipes, format, channel: "telegram", namesSchema: true };
      const text = composeConfig(choices);
      const { config } = await parseConfigText(text, { filename: `hooks.${format}` });
      const { mappings } = (config as { hooks: { mappings: Record<string, unknown>[] } }).hooks;
      expect(mappings.length).toBe(recipes.flatMap((one) => one.mappings).length);
      for (const { action, skip, deliver, channel } of mappings) {
        const isSilent = action === "wake" || skip === true || deliver === false;
        // The recipe of Slack answers in Slack.
        expect(isSilent ? [undefined] : ["telegram", "slack"]).toContain(channel);
      }
    }
  });

  test("--channel says what answers on that channel still need", async () => {
    const { stdout } = await initIn(createTempDir({}), ["uptime", "--channel", "telegram"]);
    expect(stdout).toMatch(/To telegram\n {2}So far, serve only prints/);
    expect(stdout).toContain("docs/channels.md#telegram");
    const { stdout: last } = await initIn(createTempDir({}), ["uptime"]);
    expect(last).not.toContain("only prints");
  });

  test("--vscode prints the address of the schema", async () => {
    const folder = createTempDir({});
    await initIn(folder, ["gmail", "--vscode"]);
    expect(readFileSync(join(folder, "hooks.yaml"), "utf8")).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/@hookwright\/core\//,
    );
    expect(readFileSync(join(folder, ".vscode/extensions.json"), "utf8")).toContain(
      "redhat.vscode-yaml",
    );
    const other = createTempDir({});
    const json5 = await initIn(other, ["gmail", "--vscode", "--format", "json5"]);
    expect(json5.stdout).toContain("VS Code has no schemas for JSON5");
  });

  test("refuses an unknown channel before it writes", async () => {
    const folder = createTempDir({});
    const { exitCode, stderr } = await initIn(folder, ["github", "--channel", "telegraph"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("telegram");
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("init() ends with the steps at the provider, and with commands that work", async () => {
  const folder = createTempDir({});
  const io = createTestIo();
  await init(folder, { providers: ["linear"] }, { io });
  const text = io.stdout.text();
  expect(text).toContain("At Linear");
  expect(text).toMatch(/https:\/\/<host>\/hooks\/linear/);
  const [, event = ""] = /hookwright explain hooks\.yaml --event (\S+)/.exec(text) ?? [];
  const explained = await hookwright([
    "explain",
    join(folder, "hooks.yaml"),
    "--event",
    join(folder, event),
  ]);
  expect(explained.exitCode).toBe(0);
});

test("init() writes commands in the way that it was started, and counts the files it wrote", async () => {
  const folder = createTempDir({});
  const io = createTestIo({ env: { npm_command: "exec" } });
  await init(folder, { providers: ["linear"] }, { io });
  const text = io.stdout.text();
  expect(text).toContain("\n  npx hookwright test\n");
  const snapshots = readdirSync(join(folder, "__snapshots__/hooks.test.yaml")).length;
  expect(text).toContain(`, ${snapshots} snapshots.\n`);
  expect(text).not.toMatch(/(?<!npx )hookwright (?:test|explain|serve)/);
});

test.each([
  [{}, {}, "hookwright"],
  [{ npm_command: "exec" }, {}, "npx hookwright"],
  [{ npm_command: "exec" }, { bun: "1.4.5" }, "bunx hookwright"],
  [{}, { deno: "2.9.5" }, "deno run -A npm:hookwright"],
])("commandOf() of %j and %j is %s", (env, versions, command) => {
  expect(commandOf(env, versions)).toBe(command);
});

test("init() wraps sentences to the terminal, but not text that is to be copied", async () => {
  const folder = createTempDir({});
  const io = createTestIo({ isTTY: true, env: { NO_COLOR: "1" } });
  Object.assign(io.stdout, { columns: 50 });
  await init(folder, { providers: ["uptime", "forms"] }, { io });
  const long = io.stdout
    .text()
    .replace(/^In a second terminal:.*$/m, "")
    .split("\n")
    .filter((line) => line.length > 50 && /\S\s+\S/.test(line.trim()));
  // Code of a recipe, values to paste, and commands.
  const isCopied =
    /^ +(?:\{|const |Url|content|headers|question|answer|form|id|email|at|hookwright |cd )/;
  expect(long.filter((line) => !isCopied.test(line))).toEqual([]);
  expect(io.stdout.text()).toContain('{"monitor":"*monitorFriendlyName*"');
});

test("init() --json prints what it wrote and the next steps, asks nothing, and names files in the way", async () => {
  const folder = createTempDir({});
  const io = createTestIo({ isTTY: true });
  const ask = () => Promise.reject(new Error("asked"));
  expect(await init(folder, { providers: ["gmail"], json: true }, { io, ask })).toBe(0);
  const report = JSON.parse(io.stdout.text());
  expect(report).toMatchObject({ schema: "hookwright.init/1", ok: true, config: "hooks.yaml" });
  for (const path of report.written) expect(existsSync(join(folder, path)), path).toBe(true);
  expect(report.written).toEqual(expect.arrayContaining(["hooks.yaml", "hooks.test.yaml", ".env"]));
  expect(report.tests).toMatchObject({ failed: 0, passed: expect.any(Number) });
  expect(report.secrets[0]).toMatchObject({ name: "HOOK_TOKEN", isSet: true });
  expect(report.next.at(-1)).toMatch(/^hookwright send .* --to http:/);
  expect(io.stdout.text()).not.toMatch(/[0-9a-f]{32}/);

  writeFileSync(join(folder, "hooks.yaml"), "mine");
  const again = createTestIo();
  expect(await init(folder, { providers: ["gmail"], json: true }, { io: again })).toBe(1);
  expect(JSON.parse(again.stdout.text())).toEqual({
    schema: "hookwright.init/1",
    ok: false,
    conflicts: ["hooks.yaml"],
  });
});
