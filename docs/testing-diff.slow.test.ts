// docs/testing-diff.md: its commands are run with the files that the page shows, and print what it says.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { noProgram, skipTitle } from "../tools/test-support/skip-title.mjs";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./tools/fences.ts";

const fences = readFences(await readFile(new URL("testing-diff.md", import.meta.url), "utf8"));
const config = (fences[0] as Fence).code;
const shell = fences.filter(({ language }) => language === "sh");

const FILES = {
  "hooks.json5": config,
  "next.json5": config.replace('"failure"', '"error"').replace(":{{customer}}", ""),
  "events/all.ndjson": [
    { path: "github", payload: { state: "failure", repository: "acme/site" } },
    { path: "stripe", payload: { customer: "cus_1", type: "charge.failed" } },
    { path: "stripe", payload: { customer: "cus_2", type: "charge.failed" } },
  ]
    .map((event) => JSON.stringify(event))
    .join("\n"),
};

function createFolder(): string {
  const folder = createTempDir(FILES);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "all");
  return folder;
}

const commands = shell.flatMap(({ code, output }) =>
  code
    .trimEnd()
    .split("\n")
    .map((line) => ({ line, output })),
);

const noGit = noProgram("git");

it.skipIf(noGit !== undefined).each(commands)(
  skipTitle("docs/testing-diff.md: $line", noGit),
  { timeout: 300_000 },
  async ({ line, output }) => {
    const folder = createFolder();
    const [, ...words] = line.split(" ");
    // A test cannot change the working directory.
    const isFile = (word: string) => /^(?:\w+\.json5|events)$/.test(word);
    const io = createTestIo();
    const exitCode = await run(
      words.map((word) => (isFile(word) ? join(folder, word) : word)),
      io,
    );
    expect(io.stderr.text()).toBe("");
    const stdout = io.stdout.text().replaceAll(`${folder}/`, "");
    if (output !== undefined) expect(stdout).toBe(output);
    const isFine = line.includes("git:") || line.includes("lost:ci");
    expect({ exitCode, stdout }).toMatchObject({ exitCode: isFine ? 0 : 1 });
  },
);
