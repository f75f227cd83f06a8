// Configs with mistakes on the disk → what check --fix makes of the files.
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "../../../test/support/hookwright.ts";
import type { TestInput } from "../../../test/support/test-io.ts";
import { replaceFiles } from "./fix-config.ts";

const WRONG = `# my hooks
hooks:
  enabled: yes   # switched on
  token: "\${HOOK_TOKEN}"
  mappings:
    - match: ci
      prompt: |
        Build {{ number | default(0) }}  
        ends
      deliver:   'false'
`;

const FIXED = `# my hooks
hooks:
  enabled: true   # switched on
  token: "\${HOOK_TOKEN}"
  mappings:
    - match: { path: ci }
      messageTemplate: |
        Build {{default number 0}}  
        ends
      deliver:   false
`;

const input = { env: { HOOK_TOKEN: "kT9-wq3-Zr7-Lm2-Vx8-Np4-Qb6" } };

const fix = (args: readonly string[], more: TestInput = {}) =>
  hookwright(["check", ...args], { ...input, ...more });

test("check --fix fixes a file in place, and keeps comments, layout and mode", async () => {
  const file = join(createTempDir({ "hooks.yaml": WRONG }), "hooks.yaml");
  chmodSync(file, 0o640);
  const { exitCode, stdout, stderr } = await fix(["--fix", file]);
  expect(stdout).toContain("0 errors, 0 warnings");
  expect(exitCode).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(FIXED);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(stderr).toContain(`${file}: Rename it to "messageTemplate".\n`);
  await fix(["--fix", file]);
  expect(readFileSync(file, "utf8")).toBe(FIXED);
});

test("check --fix --dry-run prints the diff and writes nothing", async () => {
  const dir = createTempDir({ "hooks.yaml": WRONG });
  const file = join(dir, "hooks.yaml");
  const { exitCode, stdout, stderr } = await fix([file, "--fix", "--dry-run"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`--- ${file}\n+++ ${file}\n@@`);
  expect(stdout).toContain("\n-  enabled: yes   # switched on\n+  enabled: true   # switched on\n");
  expect(stderr).toContain("0 errors, 0 warnings");
  expect(readFileSync(file, "utf8")).toBe(WRONG);
  expect(readdirSync(dir)).toEqual(["hooks.yaml"]);
  const colored = await fix([file, "--fix", "--dry-run"], { isTTY: true });
  expect(colored.stdout).toContain("\u001B[32m+  enabled: true");
});

test("check --fix --dry-run hides the values of secrets", async () => {
  const text = WRONG.replace(/token: .*/, "token: a-token-that-nobody-may-read");
  const file = join(createTempDir({ "hooks.yaml": text }), "hooks.yaml");
  const { stdout } = await fix([file, "--fix", "--dry-run"]);
  expect(stdout).toContain("\n   token: ***\n");
  expect(stdout).not.toContain("nobody-may-read");
});

test("check --dry-run requires --fix", async () => {
  const file = join(createTempDir({ "hooks.yaml": WRONG }), "hooks.yaml");
  expect(await fix([file, "--dry-run"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--dry-run requires --fix"),
  });
  expect((await fix([file, "--fix=some"])).exitCode).toBe(2);
});

test("check --fix - prints the fixed text of standard input", async () => {
  const { exitCode, stdout, stderr } = await fix(["--fix", "-"], { stdin: WRONG });
  expect(exitCode).toBe(0);
  expect(stdout).toBe(FIXED);
  expect(stderr).toContain("<stdin>: 0 errors");
  const json = await fix(["--fix", "-", "--json"], { stdin: WRONG });
  expect(JSON.parse(json.stdout).fixed).toMatchObject([{ file: "<stdin>", text: FIXED }]);
});

test("check --fix fixes included files, and leaves files without problems", async () => {
  const dir = createTempDir({
    "hooks.yaml": "hooks:\n  enabled: true\n  token: ${HOOK_TOKEN}\n  include: [more/*]\n",
    "more/a.yaml": "- match: a\n  messageTemplate: a # one\n",
    "more/b.json": '[{ "match": { "path": "b" }, "message": "b" }]',
    "more/c.yaml": "- match: { path: c }\n  messageTemplate: Title: {{a}}\n",
    "more/d.yaml": "- match: { path: d }\n  messageTemplate: d\n",
  });
  const file = join(dir, "hooks.yaml");
  const { stdout } = await fix(["--fix", file, "--json"]);
  const { ok, problems, fixed } = JSON.parse(stdout);
  expect({ ok, problems }).toEqual({ ok: true, problems: [] });
  expect(fixed).toEqual([
    { file: join(dir, "more/a.yaml"), fixes: ['Put it into { "path": … }'] },
    { file: join(dir, "more/b.json"), fixes: ['Rename it to "messageTemplate"'] },
    { file: join(dir, "more/c.yaml"), fixes: ["Put quotes around the whole value"] },
  ]);
  const read = (name: string): string => readFileSync(join(dir, "more", name), "utf8");
  expect(read("a.yaml")).toBe("- match: { path: a }\n  messageTemplate: a # one\n");
  expect(read("b.json")).toBe('[{ "match": { "path": "b" }, "messageTemplate": "b" }]');
  expect(read("c.yaml")).toBe('- match: { path: c }\n  messageTemplate: "Title: {{a}}"\n');
});

test("check --fix leaves changes of the meaning to --fix=all", async () => {
  const text =
    "{ hooks: { enabled: true, token: '${HOOK_TOKEN}', mappings: [{ match: { when: { ref: 'x' } }, messageTemplate: 'a' }] } }\r\n";
  const file = join(createTempDir({ "hooks.json5": text }), "hooks.json5");
  expect((await fix(["--fix", file])).exitCode).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(text);
  expect((await fix(["--fix=all", file])).exitCode).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(
    text.replace("{ ref: 'x' }", '{ "==": [{ "var": "payload.ref" }, "x"] }'),
  );
});

test("check --fix keeps a byte order mark and a symbolic link", async () => {
  const dir = createTempDir({ "real.yaml": `\uFEFF${WRONG}` });
  symlinkSync(join(dir, "real.yaml"), join(dir, "hooks.yaml"));
  await fix(["--fix", join(dir, "hooks.yaml")]);
  expect(readFileSync(join(dir, "real.yaml"), "utf8")).toBe(`\uFEFF${FIXED}`);
  expect(lstatSync(join(dir, "hooks.yaml")).isSymbolicLink()).toBe(true);
});

test("check --fix reports a missing file", async () => {
  expect(await fix(["--fix", join(createTempDir({}), "none.yaml")])).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining("cannot be read"),
  });
});

test("replaceFiles() writes none of several files if one was changed or removed", async () => {
  const dir = createTempDir({ a: "1", b: "changed" });
  const [a, b, c] = ["a", "b", "c"].map((name) => join(dir, name)) as [string, string, string];
  const file = (filename: string, before: string) => ({ filename, before, after: "2", fixes: [] });
  await expect(replaceFiles([file(a, "1"), file(b, "1")])).rejects.toThrow("in the meantime");
  await expect(replaceFiles([file(a, "1"), file(c, "1")])).rejects.toThrow("says ENOENT");
  expect(readFileSync(a, "utf8")).toBe("1");
  expect(readdirSync(dir).toSorted()).toEqual(["a", "b"]);
  writeFileSync(b, "1");
  await replaceFiles([file(a, "1"), file(b, "1")]);
  expect([readFileSync(a, "utf8"), readFileSync(b, "utf8")]).toEqual(["2", "2"]);
});

test("check --json lists the fixes of each problem", async () => {
  const file = join(createTempDir({ "hooks.yaml": WRONG }), "hooks.yaml");
  const { problems } = JSON.parse((await fix(["--json", file])).stdout);
  expect(problems[0]).toMatchObject({
    code: "wrong_type",
    fixes: [
      {
        title: "Write true",
        safe: true,
        edits: [{ range: { start: { line: 3, column: 12, offset: 29 } }, text: "true" }],
      },
    ],
  });
  expect(problems[0]).not.toHaveProperty("change");
  expect(readFileSync(file, "utf8")).toBe(WRONG);
});
