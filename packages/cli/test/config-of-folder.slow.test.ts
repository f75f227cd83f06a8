// `send` and the commands of the operator in a folder with a config: they find it by themselves.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { runBin, serveBin } from "./support/bin.ts";
import { hookwright } from "./support/hookwright.ts";

const env = { SECRET: "a-secret-of-more-than-16-bytes", HOOK: "the-hook-token-of-the-server" };

const CONFIG = `
hooks:
  enabled: true
  path: /in
  token: { env: HOOK }
  mappings:
    - match: { path: github }
      auth: { provider: github, secret: { env: SECRET } }
      messageTemplate: "{{action}}"
    - match: { path: slack }
      auth: { provider: slack, secret: { env: SECRET } }
      messageTemplate: m
`;

const OWN = JSON.stringify({
  path: "github",
  headers: { "x-github-event": "issues" },
  payload: { action: "opened" },
});

async function serveFolder(files: Readonly<Record<string, string>>) {
  const cwd = createTempDir(files);
  const server = await serveBin([], { env, cwd });
  return { cwd, server, to: ["--to", new URL(server.url).origin] };
}

test("send without --config finds the config of the folder", { timeout: 300_000 }, async () => {
  const { cwd, to } = await serveFolder({ "hooks.yaml": CONFIG, "own.event.json": OWN });
  const send = (...args: readonly string[]) => runBin(["send", ...args, ...to], { env, cwd });
  const own = await send("--event-file", "own.event.json");
  expect([own.exitCode, own.stderr]).toEqual([0, ""]);
  expect(own.stdout).toMatch(/^github own\.event\.json → http\S+\/in\/github .*\n202 in /);
  const sample = await send("github");
  expect([sample.exitCode, sample.stdout]).toEqual([0, expect.stringMatching(/\n20[24] in /)]);
  const handshake = await send("slack", "--handshake");
  expect([handshake.exitCode, handshake.stdout]).toEqual([
    0,
    expect.stringContaining("the handshake is answered"),
  ]);
  const other = await send("stripe");
  expect([other.exitCode, other.stderr]).toEqual([
    2,
    expect.stringContaining('The config has no hook "stripe".'),
  ]);
});

test("send does not read the config of the folder if the options are sufficient", {
  timeout: 300_000,
}, async () => {
  const secrets: (string | undefined)[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const hmac = createHmac("sha256", env.SECRET).update(Buffer.concat(chunks)).digest("hex");
      secrets.push(request.headers["x-hub-signature-256"] === `sha256=${hmac}` ? "SECRET" : "none");
      const { searchParams } = new URL(request.url ?? "", "http://x");
      response.end(searchParams.get("challenge") ?? "");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const toHook = (name: string) => ["--to", `http://127.0.0.1:${port}/elsewhere/${name}`];
  const to = toHook("github");
  // A config that cannot be read, and one that lacks the hook.
  const wrong = createTempDir({ "hooks.yaml": "hooks: [" });
  const named = ["github", "--secret-env", "SECRET", ...to];
  expect((await runBin(["send", ...named], { env, cwd: wrong })).exitCode).toBe(0);
  expect(secrets).toEqual(["SECRET"]);
  expect((await runBin(["send", "github", ...to], { env, cwd: wrong })).stderr).toMatch(
    /^error config_syntax/m,
  );
  const lacking = createTempDir({ "hooks.yaml": CONFIG });
  const dropbox = ["send", "dropbox", "--handshake", ...toHook("dropbox")];
  const asked = await runBin(dropbox, { env, cwd: lacking });
  expect([asked.exitCode, asked.stderr]).toEqual([0, ""]);
  const strict = await runBin([...dropbox, "--config", "hooks.yaml"], { env, cwd: lacking });
  expect(strict.stderr).toContain("The config has no hook");
  const none = await runBin(["send", "github", ...to], { env, cwd: createTempDir() });
  expect([none.exitCode, none.stderr]).toEqual([
    2,
    expect.stringContaining("Credentials of GitHub are missing."),
  ]);
});

const HOSTED = `${CONFIG}
host:
  runner: { http: { baseUrl: "http://127.0.0.1:1/v1", model: m } }
  channels: { webhook: { url: "http://127.0.0.1:1/in", defaultTo: me } }
`;

test("route set finds the channels in the config of the folder if no host is running", {
  timeout: 300_000,
}, async () => {
  const cwd = createTempDir({ "hooks.yaml": HOSTED });
  const state = ["--state-folder", join(cwd, "s")];
  // Makes the store.
  const server = await serveBin(["--dispatch", "host", ...state], { env, cwd });
  await server.stderr.find(/Listening on/);
  server.child.kill("SIGTERM");
  expect(await server.ended).toMatchObject({ exitCode: 0 });
  const set = (folder: string, ...args: readonly string[]) =>
    runBin(["route", "set", ...args, ...state], { env, cwd: folder });
  const there = await set(cwd, "webhook:ops");
  expect([there.exitCode, there.stderr]).toEqual([0, ""]);
  expect(there.stdout).toMatch(/webhook +ops/);
  expect((await set(cwd, "signal:1")).stderr).toContain("The channel signal is not configured");
  const retry = ["deliveries", "retry", "unknown", "--to", "other", ...state];
  expect((await runBin(retry, { env, cwd })).stderr).not.toContain("its channels are not known");
  const elsewhere = await set(createTempDir(), "webhook:ops");
  expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
    2,
    expect.stringContaining("Add --config FILE, or start the host first."),
  ]);
});

/** A plan holds no secret as text. */
const SENDER_ENV =
  "HOOK_TOKEN=a-token-of-more-than-24-characters\nGITHUB_SECRET=9bJ4kQw7xT2mV8pL3nR6\n";

const SENDER_CONFIG = `
hooks:
  enabled: true
  token: { env: HOOK_TOKEN }
  mappings:
    - match: { path: from-github }
      auth: { provider: github, secret: { env: GITHUB_SECRET } }
      messageTemplate: "{{ref}}"
`;

test.each(["hooks.yaml", "plan.json"])(
  "send finds the running serve of %s, the hook and the config's secret in this folder",
  async (served) => {
    const dir = createTempDir({
      "hooks.yaml": SENDER_CONFIG,
      ".env": SENDER_ENV,
    });
    const env = { HOME: dir };
    if (served === "plan.json") await runBin(["build", "--out", served], { cwd: dir, env });
    const { url } = await serveBin([served], { cwd: dir, env });
    const sent = await runBin(["send", "github"], { cwd: dir, env });
    expect([sent.stderr, sent.stdout]).toEqual([
      "",
      expect.stringContaining(`→ ${url}/from-github (`),
    ]);
    expect(sent.stdout).toContain("\n202 in ");
  },
);

test("send --fresh is never a repeat of the same file", async () => {
  const dir = createTempDir({
    "hooks.yaml": SENDER_CONFIG,
    ".env": SENDER_ENV,
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

async function runHere(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await hookwright(args);
  return { exitCode, out: stdout + stderr };
}

test("event makes an event file of a payload, keeps every digit, and overwrites nothing", async () => {
  const dir = createTempDir({ "push.json": '{ "id": 12345678901234567890 }\n' });
  const payload = join(dir, "push.json");
  const args = ["event", payload, "--name", "/github/", "--header", "X-GitHub-Event:push"];
  expect(await runHere(...args)).toMatchObject({ exitCode: 0 });
  const file = join(dir, "push.event.json");
  const text = readFileSync(file, "utf8");
  expect(text).toContain("12345678901234567890");
  expect(JSON.parse(text)).toMatchObject({ path: "github", headers: { "x-github-event": "push" } });
  expect((await runHere(...args)).out).toContain("already");
  const again = await runHere("event", file, "--name", "github", "--out", join(dir, "x.json"));
  expect([again.exitCode, again.out]).toEqual([2, expect.stringContaining("is an event file")]);
  expect((await runHere("event", "-", "--name", "github")).exitCode).toBe(2);
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
    "hooks.yaml": SENDER_CONFIG,
    "config.event.yaml": `path: a\n${SENDER_CONFIG}`,
    "push.event.json": '{"path":"from-github","headers":{},"payload":{}}',
    "named.event.json": '{"path":"from-github","payload":"push.json"}',
    "hooks.test.yaml": "config: hooks.yaml\ncases: []\n",
    "named.test.yaml":
      "config: hooks.yaml\ncases:\n  - { name: a, event: { path: from-github, payload: x.json }, expect: { becomes: agent } }\n",
  });
  const args = words.split(" ").map((word) => (/\.\w+$/.test(word) ? join(dir, word) : word));
  const { exitCode, out } = await runHere(command, ...args);
  expect([exitCode === 0, out]).toEqual([false, expect.stringContaining(said)]);
});
