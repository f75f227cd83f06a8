// A config whose paths or auths name providers, without events → what the built-in samples show of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileDocument, parseConfigText } from "@hookwright/config";
import { sample } from "@hookwright/samples";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../../test/support/test-io.ts";
import { run } from "../../run.ts";

const write = (mapping: string) =>
  createTempDir({
    "hooks.yaml": `hooks:\n  enabled: true\n  token: "\${HOOK_TOKEN}"\n  mappings:\n    - ${mapping}\n`,
  });

async function check(dir: string, ...args: readonly string[]) {
  const io = createTestIo({
    env: { HOOK_TOKEN: "kT9-wq3-Zr7-Lm2-Vx8-Np4-Qb6", SECRET: "qW3-eR5-tY7-uI9-oP2-aS4" },
  });
  const exitCode = await run(["check", join(dir, "hooks.yaml"), ...args], io);
  return { exitCode, stdout: io.stdout.text() };
}

async function find(mapping: string) {
  const { stdout } = await check(write(mapping), "--json");
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
])("check looks at the built-in samples by itself: %s", async (mapping, field) => {
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
])("check says nothing where no sample proves it: %s", async (mapping) => {
  expect(await find(mapping)).toEqual([]);
});

test("check --strict counts no hint of a sample, and --fix=all mends it", async () => {
  const dir = write(
    'match: { path: github }\n      messageTemplate: "In {{body.repository.full_name}}"',
  );
  const strict = await check(dir, "--strict");
  expect(strict).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("hint") });
  await check(dir, "--fix=all");
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
