// The built command with transform modules: check, explain, and serve with --watch.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { runBin, serveBin } from "./support/bin.ts";

const TOKEN = "a-token-of-more-than-24-characters";

const MODULES = {
  "hooks.yaml": `
hooks:
  mappings:
    - { match: { path: ci }, transform: { module: ci.ts } }
`,
  "hooks/transforms/ci.ts": `
setInterval(() => undefined, 1);
export default ({ payload }: { payload: { job: string } }) => ({ message: "Job " + payload.job });`,
};

test("hookwright check and explain run modules where they are told to, and end at once despite background work", async () => {
  const cwd = createTempDir(MODULES);
  const checked = await runBin(["check", "hooks.yaml", "--transforms", "run"], { cwd });
  expect(checked).toMatchObject({ exitCode: 0, stderr: "" });
  expect(checked.stdout).toContain("0 errors, 1 warning. Has 1 mapping");
  const args = ["explain", "hooks.yaml", "--name", "ci", "--payload", "-", "--transforms", "run"];
  const explained = await runBin(args, { cwd, stdin: '{"job":"lint"}' });
  expect(explained).toMatchObject({ exitCode: 0, stderr: "" });
  expect(explained.stdout).toContain("Job lint");
});

test("hookwright serve --watch reloads a module and stops on SIGTERM", async () => {
  const cwd = createTempDir({
    ...MODULES,
    "hooks.yaml": MODULES["hooks.yaml"].replace(
      "hooks:",
      `hooks:\n  enabled: true\n  token: ${TOKEN}`,
    ),
    "hooks/transforms/ci.ts": "export default () => null;",
  });
  const { child, stderr, stdout, ended, url } = await serveBin(
    ["--config", "hooks.yaml", "--watch"],
    { cwd },
  );
  expect((await post(`${url}/ci`, {})).status).toBe(204);
  writeFileSync(join(cwd, "hooks/transforms/ci.ts"), 'export default () => ({ message: "new" });');
  await stderr.find(/Reloaded hooks\.yaml/);
  expect((await post(`${url}/ci`, {})).status).toBe(202);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ exitCode: 0, signal: null });
  expect(stdout.text()).toContain("new");
});

function post(url: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
