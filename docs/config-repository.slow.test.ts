// examples/config-repository as its operator uses it: a copy in a repository of its own, and the commands of its workflow.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { noProgram, skipTitle } from "../tools/test-support/skip-title.mjs";
import { createTempDir } from "../tools/test-support/temp-dir.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const example = join(root, "examples/config-repository");

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** The commands of the jobs, in order, without the installs from npm. */
function readCommands(folder: string): readonly string[] {
  const file = join(folder, ".github/workflows/hooks.yaml");
  const { jobs } = parse(readFileSync(file, "utf8")) as Workflow;
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map((step) => step.run ?? ""));
  return commands.filter((command) => command !== "" && command !== "npm install");
}

/** A clone whose `origin/main` is its own state. */
function createRepository(): string {
  const folder = createTempDir({});
  cpSync(example, folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "pipe" });
  git("init", "-q");
  git("add", "hooks.yaml", "events");
  git("commit", "-q", "-m", "all");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  return folder;
}

/** As on a build server, where no snapshot is written. */
function run(command: string, cwd: string) {
  const env = { ...process.env, CI: "true", NO_COLOR: "1", FORCE_COLOR: "" };
  // Without npx, which is slow: docs/first-pages.slow.test.ts shows that npx finds the command.
  const script = command.replace(/^npx /, "node_modules/.bin/");
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { command, exitCode: status, output: `${stdout}${stderr}` };
}

const noGit = noProgram("git");

test.skipIf(noGit !== undefined)(
  skipTitle("examples/config-repository: every command of the workflow passes", noGit),
  () => {
    const folder = createRepository();
    const results = readCommands(folder).map((command) => run(command, folder));
    expect(results.map(({ exitCode, output }) => [exitCode, output])).toEqual([
      [0, expect.stringContaining("0 errors")],
      [0, expect.stringMatching(/12 cases passed[\s\S]*score 9[5-9] %/)],
      [0, expect.stringMatching(/^4 events, 4 same$/m)],
    ]);
  },
);

test.skipIf(noGit !== undefined).each([
  ["a misspelt key", ["instructions:", "instruction:"], [1, 1, 2]],
  ["a condition that is gone", ["{ var: payload.livemode }", "{ var: payload.id }"], [0, 1, 0]],
  ["another session", ['"hook:uptime:{{monitor.name}}"', '"hook:uptime"'], [0, 1, 1]],
])(
  skipTitle("examples/config-repository: the workflow notices %s", noGit),
  (_, [before = "", after = ""], exitCodes) => {
    const folder = createRepository();
    const config = join(folder, "hooks.yaml");
    const text = readFileSync(config, "utf8");
    expect(text).toContain(before);
    writeFileSync(config, text.replace(before, after));
    const results = readCommands(folder).map((command) => run(command, folder));
    expect(
      results.map(({ exitCode }) => exitCode),
      JSON.stringify(results),
    ).toEqual(exitCodes);
  },
);
