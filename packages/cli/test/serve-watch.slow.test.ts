// serve() with transform modules that change.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { startServe } from "./support/start-serve.ts";
import { createTestIo } from "./support/test-io.ts";

const TOKEN = "a-token-of-more-than-24-characters";

const served = (path: string): string =>
  JSON.stringify({
    hooks: {
      ...{ enabled: true, token: TOKEN, path },
      mappings: [{ id: "m", match: { path: "m" }, transform: { module: "m.ts" } }],
    },
  });

const saying = (text: string): string =>
  `export default ({ payload }: { payload: { n: number } }) => ({ message: \`${text} \${payload.n}\` });`;

async function startWatching(options: readonly string[] = []) {
  const dir = createTempDir({
    "hooks.json5": served("/hooks"),
    "hooks/transforms/m.ts": saying("one"),
  });
  const file = join(dir, "hooks.json5");
  const serving = await startServe(["--config", file, "--watch", ...options]);
  const write = (name: string, text: string): void => writeFileSync(join(dir, name), text);
  const post = async (path = "/hooks"): Promise<number> => {
    const { origin } = new URL(serving.url);
    const headers = { authorization: `Bearer ${TOKEN}` };
    return (await fetch(`${origin}${path}/m`, { method: "POST", headers, body: '{"n":7}' })).status;
  };
  return { ...serving, file, write, post };
}

test("serve() runs transform modules", async () => {
  const dir = createTempDir({
    "hooks.json5": served("/hooks"),
    "hooks/transforms/m.ts": saying("one"),
  });
  const { url, io, stop } = await startServe(["--config", join(dir, "hooks.json5")]);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(`${url}/m`, { method: "POST", headers, body: '{"n":7}' });
  expect(answer.status).toBe(202);
  expect(io.stdout.text()).toContain("one 7");
  expect(await stop()).toBe(0);
});

test("serve() with --watch applies valid changes, ignores invalid ones, and reports both", async () => {
  const { io, file, write, post, stop } = await startWatching();
  expect(await post()).toBe(202);
  write("hooks/transforms/m.ts", saying("two"));
  await io.stderr.find(/Reloaded .*\n/);
  expect(await post()).toBe(202);
  write("hooks/transforms/m.ts", "export default (");
  await io.stderr.find(/Not reloaded.*\n.*\n/);
  expect(await post()).toBe(202);
  write("hooks.json5", served("/moved"));
  await io.stderr.find(/(?:Not reloaded.*?){2}\n.*\n/s);
  write("hooks/transforms/m.ts", "export default (push) => ({ message: push.n });");
  await io.stderr.find(/(?:Reloaded .*?){2}\n.*\n/s);
  expect([await post(), await post("/moved")]).toEqual([404, 400]);
  expect(await stop()).toBe(0);

  const lines = io.stderr.text().split("\n");
  expect(lines.filter((line) => /eloaded/.test(line))).toEqual([
    `Reloaded ${file}. Serves 1 mapping at /hooks.`,
    `Not reloaded: ${file} has 1 error; the previous hooks stay in use.`,
    `Not reloaded: ${file} has 1 error; the previous hooks stay in use.`,
    `Reloaded ${file}. Serves 1 mapping at /moved.`,
  ]);
  expect(lines.filter((line) => /^ {2}(?:error|warning)/.test(line))).toEqual([
    ...[1, 2].map(() =>
      expect.stringMatching(
        /^ {2}error transform_syntax hooks\.mappings\[0\]\.transform\.module \(.*:1:\d+\) .* m\.ts:1:17: Unexpected end of file\.$/,
      ),
    ),
    expect.stringMatching(/^ {2}warning transform_bare_payload .* Write \(\{ payload \}\)/),
  ]);
  const actions = io.stdout.text().trimEnd().split("\n");
  expect(actions.map((line) => /(one|two) 7/.exec(line)?.[1])).toEqual(["one", "two", "two"]);
});

test("serve() with --watch continues without its config file, and loads it when it is back", async () => {
  const { io, file, write, post, stop } = await startWatching();
  rmSync(file);
  await io.stderr.find(/Not reloaded.*\n.*\n/);
  expect(io.stderr.text()).toMatch(
    /\n {2}error config_unreadable config The config file cannot be read: there is no such file\.\n/,
  );
  expect(await post()).toBe(202);
  write("hooks.json5", served("/hooks"));
  await io.stderr.find(/\nReloaded .*\n/);
  expect(await stop()).toBe(0);
});

test("serve() with --watch and --json writes a line for each reload", async () => {
  const { io, file, write, stop } = await startWatching(["--json"]);
  write("hooks.json5", "{");
  await io.stderr.find(/"reload".*\n/);
  write("hooks.json5", served("/moved"));
  await io.stderr.find(/(?:"reload".*?){2}\n/s);
  expect(await stop()).toBe(0);
  const lines = io.stderr.text().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { type: "listening" },
    { type: "reload", ok: false, file, problems: [{ code: "config_syntax" }] },
    { type: "reload", ok: true, file, problems: [], path: "/moved" },
    { type: "stopping" },
  ]);
});

test("serve() with --watch does not start with a config that has errors, or from standard input", async () => {
  const dir = createTempDir({ "hooks.json5": served("/hooks") });
  const io = createTestIo();
  expect(await run(["serve", "--watch", "--config", join(dir, "hooks.json5")], io)).toBe(1);
  expect(io.stderr.text()).toContain("error transform_missing hooks.transformsDir");
  const stdin = createTestIo({ stdin: "{}" });
  expect(await run(["serve", "--watch", "--config", "-"], stdin)).toBe(2);
  expect(stdin.stderr.text()).toContain("Standard input cannot be watched.");
});

test("serve() reloads on SIGHUP, without --watch, and keeps the current config if the new one is wrong", async () => {
  const dir = createTempDir({
    "hooks.json5": served("/hooks"),
    "hooks/transforms/m.ts": saying("one"),
  });
  const file = join(dir, "hooks.json5");
  const { url, io, stop } = await startServe(["--config", file]);
  const post = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { origin } = new URL(url);
    return (await fetch(`${origin}${path}/m`, { method: "POST", headers, body: '{"n":7}' })).status;
  };
  writeFileSync(file, served("/moved"));
  io.signals.emit("SIGHUP");
  await io.stderr.find(/Reloaded .* at \/moved\.\n/);
  expect([await post("/hooks"), await post("/moved")]).toEqual([404, 202]);
  writeFileSync(file, "{");
  io.signals.emit("SIGHUP");
  await io.stderr.find(/Not reloaded: .*\n/);
  expect(await post("/moved")).toBe(202);
  expect(await stop()).toBe(0);
  expect(io.signals.listenerCount("SIGHUP")).toBe(0);
});

test("serve() reports on SIGHUP that standard input cannot be read again, and continues", async () => {
  const { io, stop } = await startServe(["--config", "-"], {
    stdin: JSON.stringify({ hooks: { enabled: true, token: TOKEN } }),
  });
  io.signals.emit("SIGHUP");
  await io.stderr.find(/Not reloaded: the config came from standard input/);
  expect(await stop()).toBe(0);
});

test("serve() with --watch uses a new secret after its file is replaced by rename", async () => {
  const config = { hooks: { enabled: true, token: { file: "token" } } };
  const dir = createTempDir({ "hooks.json5": JSON.stringify(config), token: TOKEN });
  const { url, io, stop } = await startServe(["--config", join(dir, "hooks.json5"), "--watch"]);
  const wake = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/wake`, { method: "POST", headers, body: '{"text":"Hi"}' })).status;
  };
  expect(await wake(TOKEN)).toBe(200);
  writeFileSync(join(dir, "token.new"), `${TOKEN}-2`);
  renameSync(join(dir, "token.new"), join(dir, "token"));
  await io.stderr.find(/Reloaded .*\n/);
  expect([await wake(TOKEN), await wake(`${TOKEN}-2`)]).toEqual([401, 200]);
  expect(await stop()).toBe(0);
});
