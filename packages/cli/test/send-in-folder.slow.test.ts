// `send` in the folder of a config: address, hook and secret come from it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { runBin, serveBin } from "./support/bin.ts";
import { createTestIo } from "./support/test-io.ts";

const CONFIG = `
hooks:
  enabled: true
  token: a-token-of-more-than-24-characters
  mappings:
    - match: { path: from-github }
      auth: { provider: github, secret: { env: GITHUB_SECRET } }
      messageTemplate: "{{ref}}"
`;

test("send finds the running serve, the hook and the secret of the config in this folder", async () => {
  const dir = createTempDir({
    "hooks.yaml": CONFIG,
    ".env": "GITHUB_SECRET=9bJ4kQw7xT2mV8pL3nR6\n",
  });
  const env = { HOME: dir };
  const { url } = await serveBin(["hooks.yaml"], { cwd: dir, env });
  const sent = await runBin(["send", "github"], { cwd: dir, env });
  expect([sent.stderr, sent.stdout]).toEqual([
    "",
    expect.stringContaining(`→ ${url}/from-github (`),
  ]);
  expect(sent.stdout).toContain("\n202 in ");
});

test("send --fresh is never a repeat, though the file is the same", async () => {
  const dir = createTempDir({
    "hooks.yaml": CONFIG,
    ".env": "GITHUB_SECRET=9bJ4kQw7xT2mV8pL3nR6\n",
    "push.event.json": '{"path":"from-github","payload":{"ref":"a"}}',
  });
  const env = { HOME: dir };
  await serveBin(["hooks.yaml"], { cwd: dir, env });
  const send = async (...options: readonly string[]) => {
    const args = ["send", "--event-file", "push.event.json", "--json", ...options];
    const { stdout } = await runBin(args, { cwd: dir, env });
    return JSON.stringify(JSON.parse(stdout)).match(/\\"runId\\":\\"([^\\]+)/)?.[1] ?? stdout;
  };
  const [first, second, fresh] = [await send(), await send(), await send("--fresh")];
  expect(second).toBe(first);
  expect(fresh).not.toBe(first);
});

async function hookwright(...args: readonly string[]) {
  const io = createTestIo();
  return { exitCode: await run(args, io), out: io.stdout.text() + io.stderr.text() };
}

test("event makes an event file of a payload, digit by digit, and overwrites nothing", async () => {
  const dir = createTempDir({ "push.json": '{ "id": 12345678901234567890 }\n' });
  const payload = join(dir, "push.json");
  const args = ["event", payload, "--name", "/github/", "--header", "X-GitHub-Event:push"];
  expect(await hookwright(...args)).toMatchObject({ exitCode: 0 });
  const file = join(dir, "push.event.json");
  const text = readFileSync(file, "utf8");
  expect(text).toContain("12345678901234567890");
  expect(JSON.parse(text)).toMatchObject({ path: "github", headers: { "x-github-event": "push" } });
  expect((await hookwright(...args)).out).toContain("already");
  const again = await hookwright("event", file, "--name", "github", "--out", join(dir, "x.json"));
  expect([again.exitCode, again.out]).toEqual([2, expect.stringContaining("is an event file")]);
  expect((await hookwright("event", "-", "--name", "github")).exitCode).toBe(2);
});

test.each([
  ["check", "push.event.json", "This is an event file"],
  ["check", "hooks.test.yaml", "This is a test file"],
  ["explain", "hooks.yaml --name from-github --payload push.event.json", "is an event file"],
  ["explain", "hooks.yaml --event config.event.yaml", "This is a config"],
  ["explain", "hooks.yaml --event named.event.json", "is the name of a file"],
  ["test", "named.test.yaml", "is the name of a file"],
])("%s %s says what kind of file it is", async (command, words, said) => {
  const dir = createTempDir({
    "hooks.yaml": CONFIG,
    "config.event.yaml": `path: a\n${CONFIG}`,
    "push.event.json": '{"path":"from-github","headers":{},"payload":{}}',
    "named.event.json": '{"path":"from-github","payload":"push.json"}',
    "hooks.test.yaml": "config: hooks.yaml\ncases: []\n",
    "named.test.yaml":
      "config: hooks.yaml\ncases:\n  - { name: a, event: { path: from-github, payload: x.json }, expect: { becomes: agent } }\n",
  });
  const args = words.split(" ").map((word) => (/\.\w+$/.test(word) ? join(dir, word) : word));
  const { exitCode, out } = await hookwright(command, ...args);
  expect([exitCode === 0, out]).toEqual([false, expect.stringContaining(said)]);
});
