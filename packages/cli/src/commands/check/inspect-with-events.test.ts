// A config and event files on the disk → what check --events reports, and what --fix makes of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileDocument, parseConfigText } from "@hookwright/config";
import { sample } from "@hookwright/samples";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { hookwright } from "../../../test/support/hookwright.ts";
import { createTestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";

const CONFIG = `# my hooks
hooks:
  enabled: true
  token: "\${HOOK_TOKEN}"
  mappings:
    - match: { path: ci }
      messageTemplate: |
        {{body.ref}} is red.
        Labels: {{labels.name}}
`;

const EVENT = { path: "ci", payload: { ref: "main", labels: [{ name: "bug" }] } };

const files = {
  "hooks.yaml": CONFIG,
  "events/ci/red.event.json": JSON.stringify(EVENT),
  "events/notes.txt": "not an event",
};

const env = { HOOK_TOKEN: "kT9-wq3-Zr7-Lm2-Vx8-Np4-Qb6" };
const check = (args: readonly string[]) => hookwright(["check", ...args], { env });

test("check --events reports what the events show, with ranges, docs and fixes", async () => {
  const dir = createTempDir(files);
  const args = [join(dir, "hooks.yaml"), "--events", join(dir, "events"), "--json"];
  const { exitCode, stdout } = await check(args);
  expect(exitCode).toBe(0);
  const { problems } = JSON.parse(stdout);
  expect(problems).toMatchObject([
    {
      code: "template_root_missing",
      severity: "warning",
      hint: "Write {{ref}} instead of {{body.ref}}.",
      docs: expect.stringContaining("error-codes.md#template_root_missing"),
      range: { start: { line: 8, column: 11 }, end: { line: 8, column: 19 } },
      fixes: [{ safe: false, edits: [{ text: "ref" }] }],
    },
    {
      code: "template_list_field",
      range: { start: { line: 9, column: 19 } },
      fixes: [{ safe: false, edits: [{ text: 'join (pluck labels "name")' }] }],
    },
  ]);
  expect((await check(args)).stdout).toBe(stdout);
  expect((await check([...args, "--strict"])).exitCode).toBe(1);
  expect((await check(args.slice(0, 1))).stdout).toContain("0 errors, 0 warnings");
});

test("check --events --fix=all writes the suggestions, and --fix does not", async () => {
  const dir = createTempDir(files);
  const file = join(dir, "hooks.yaml");
  await check([file, "--events", join(dir, "events"), "--fix"]);
  expect(readFileSync(file, "utf8")).toBe(CONFIG);
  const { exitCode, stdout } = await check([file, "--events", join(dir, "events"), "--fix=all"]);
  expect(stdout).toContain("0 errors, 0 warnings");
  expect(exitCode).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(
    CONFIG.replace("body.ref", "ref").replace("labels.name", 'join (pluck labels "name")'),
  );
});

test("check --events reads one file, and exits with 2 if there is no event", async () => {
  const dir = createTempDir({ ...files, "all.ndjson": "{\n", "empty/a.txt": "", "raw.json": "{}" });
  const file = join(dir, "hooks.yaml");
  const one = await check([file, "--events", join(dir, "events/ci/red.event.json")]);
  expect(one.stdout).toContain("0 errors, 2 warnings");
  expect(await check([file, "--events", join(dir, "all.ndjson")])).toMatchObject({
    exitCode: 2,
    stdout: "",
    stderr: expect.stringContaining("all.ndjson"),
  });
  const json = await check([file, "--json", "--events", join(dir, "all.ndjson")]);
  expect(JSON.parse(json.stderr).ok).toBe(false);
  const nothing = await check([file, "--events", join(dir, "empty")]);
  expect(nothing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("There are no") });
  const raw = await check([file, "--events", join(dir, "raw.json")]);
  expect(raw.exitCode).toBe(2);
  expect(raw.stderr).toContain(`hookwright event ${join(dir, "raw.json")} --name HOOK`);
});

test("check --events skips a config with errors", async () => {
  const dir = createTempDir({ ...files, "hooks.yaml": CONFIG.replace("{{body", "{{#body") });
  const args = [join(dir, "hooks.yaml"), "--events", join(dir, "events")];
  const { exitCode, stdout } = await check(args);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("1 error, 0 warnings");
});

const writeMapping = (mapping: string) =>
  createTempDir({
    "hooks.yaml": `hooks:\n  enabled: true\n  token: "\${HOOK_TOKEN}"\n  mappings:\n    - ${mapping}\n`,
  });

async function checkWith(dir: string, ...args: readonly string[]) {
  const io = createTestIo({
    env: { HOOK_TOKEN: "kT9-wq3-Zr7-Lm2-Vx8-Np4-Qb6", SECRET: "qW3-eR5-tY7-uI9-oP2-aS4" },
  });
  const exitCode = await run(["check", join(dir, "hooks.yaml"), ...args], io);
  return { exitCode, stdout: io.stdout.text() };
}

async function find(mapping: string) {
  const { stdout } = await checkWith(writeMapping(mapping), "--json");
  const { problems } = JSON.parse(stdout) as { problems: readonly Record<string, unknown>[] };
  return problems.filter(({ code }) => /root_missing|block_field/.test(String(code)));
}

test.each([
  [
    'match: { path: github }\n      messageTemplate: "{{body.repository.full_name}}"',
    "repository.full_name",
  ],
  [
    'match: { path: github }\n      messageTemplate: "{{event.repository.full_name}}"',
    "repository.full_name",
  ],
  [
    'match: { path: "/stripe/" }\n      action: wake\n      textTemplate: "{{event.type}}: {{json.data.object.id}}"',
    "type",
  ],
  [
    'match: { path: code }\n      auth: { provider: github, secret: { env: SECRET } }\n      messageTemplate: "{{data.repository.full_name}}"',
    "repository.full_name",
  ],
  [
    'match: { path: alertmanager }\n      messageTemplate: "{{#each alerts}}{{commonLabels.alertname}}{{/each}}"',
    "@root.commonLabels.alertname",
  ],
])("check uses the built-in samples by default: %s", async (mapping, field) => {
  const [problem] = await find(mapping);
  expect(problem).toMatchObject({
    severity: "hint",
    message: expect.stringMatching(/ in the built-in samples\.$/),
  });
  expect(problem?.["hint"]).toContain(`{{${field}}}`);
});

test.each([
  'match: { path: github }\n      messageTemplate: "{{repository.full_name}} {{repository.nothing}}"',
  'match: { path: own }\n      messageTemplate: "{{body.repository.full_name}}"',
  'match: { path: github }\n      messageTemplate: "{{ref}}"',
  'match: { source: github }\n      messageTemplate: "{{body.ref}}"',
  'match: { path: ../github }\n      messageTemplate: "{{body.ref}}"',
])("check reports nothing that no sample proves: %s", async (mapping) => {
  expect(await find(mapping)).toEqual([]);
});

test("check --strict ignores hints from samples, and --fix=all fixes them", async () => {
  const dir = writeMapping(
    'match: { path: github }\n      messageTemplate: "In {{body.repository.full_name}}"',
  );
  const strict = await checkWith(dir, "--strict");
  expect(strict).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("hint") });
  await checkWith(dir, "--fix=all");
  const text = readFileSync(join(dir, "hooks.yaml"), "utf8");
  const document = await parseConfigText(text, { format: "yaml" });
  const loaded = await compileDocument(document, {
    env: { HOOK_TOKEN: "kT9-wq3-Zr7-Lm2-Vx8-Np4-Qb6" },
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const push = sample("github/push");
  expect(await loaded.hooks.resolve(push)).toMatchObject({
    action: { untrustedText: "In Codertocat/Hello-World" },
  });
  await loaded.close();
});
