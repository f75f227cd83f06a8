// A repository with two commits → what hookwright diff git:REF reads of it.
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { noProgram, skipTitle } from "../../../../../tools/shared/skip-title.mjs";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";

const MAIN = "hooks: { enabled: true, token: '${T}', include: [hooks.d/*.yaml], mappings: [] }\n";
const part = (text: string) =>
  `mappings: [{ id: ci, match: { path: ci }, messageTemplate: "${text}" }]\n`;

function createRepository(): string {
  const folder = createTempDir({
    "config/hooks.yaml": MAIN,
    "config/hooks.d/ci.yaml": part("{{job}}"),
    "config/hooks.d/notes.txt": "notes",
    "ci.event.json": '{ "path": "ci", "payload": { "job": "lint" } }',
    "elsewhere.yaml": part("outside"),
  });
  symlinkSync(join(folder, "elsewhere.yaml"), join(folder, "config/hooks.d/link.yaml"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("tag", "v1");
  rmSync(join(folder, "config/hooks.d/link.yaml"));
  writeFileSync(join(folder, "config/hooks.d/ci.yaml"), part("{{job}}!"));
  return folder;
}

async function diff(...args: readonly string[]) {
  const io = createTestIo();
  const exitCode = await run(["diff", ...args], io);
  return { exitCode, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

const noGit = noProgram("git");

test.skipIf(noGit !== undefined)(
  skipTitle("D1 diff compares with a commit, included files of that commit too", noGit),
  async () => {
    const folder = createRepository();
    const file = join(folder, "config/hooks.yaml");
    // Other tests have folders of their own there.
    const temporary = createTempDir({});
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const old of ["git:v1", `git:HEAD:${file}`]) {
      const { stdout, stderr } = await diff(old, file, "--events", join(folder, "ci.event.json"));
      expect(stderr).toBe("");
      expect(stdout.replaceAll(folder, "")).toContain(
        '/config/hooks.d/ci.yaml:1  messageTemplate "{{job}}" → "{{job}}!"',
      );
    }
    const both = await diff(
      "git:v1",
      `git:HEAD:${file}`,
      "--events",
      join(folder, "ci.event.json"),
    );
    expect(both.stderr).toContain("git:v1");
    expect(readdirSync(temporary)).toEqual([]);
  },
);

test.skipIf(noGit !== undefined)(
  skipTitle("D1 diff reads a config of a commit whose folder is gone", noGit),
  async () => {
    const folder = createRepository();
    rmSync(join(folder, "config"), { recursive: true });
    writeFileSync(join(folder, "hooks.yaml"), MAIN.replace("include: [hooks.d/*.yaml], ", ""));
    const old = `git:HEAD:${join(folder, "config/hooks.yaml")}`;
    const { stdout } = await diff(old, join(folder, "hooks.yaml"));
    expect(stdout).toContain("Mappings removed: ci");
  },
);

test.skipIf(noGit !== undefined)(
  skipTitle("S1 diff exits with 2 where git knows no such commit or file", noGit),
  async () => {
    const folder = createRepository();
    const file = join(folder, "config/hooks.yaml");
    for (const old of ["git:", "git:nothing", "git:--output=x", `git:HEAD:${folder}/none.yaml`]) {
      const { exitCode, stderr } = await diff(old, file);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/^error (?:Git knows no commit|There is no file|".*" does not name)/);
    }
  },
);
