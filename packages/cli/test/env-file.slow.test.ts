// A .env file beside a config → secrets for the commands that read the config, and for nothing else.
import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { system } from "@hookwright/node-kit/system";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { runBin, serveBin } from "./support/bin.ts";
import { createTestIo } from "./support/test-io.ts";

const TOKEN = "a-token-of-the-file-9f2c4b7d";
const SECRET = "a-secret-of-the-file-71cc0e55";

const CONFIG = `
hooks:
  enabled: true
  token: { env: HOOK_TOKEN }
  mappings:
    - id: push
      match: { path: github }
      auth: { provider: github, secret: "\${GITHUB_SECRET}" }
      messageTemplate: "{{repository.full_name}}"
    - id: seen
      match: { path: seen }
      transform: { module: seen.mjs }
      messageTemplate: x
`;

const SEEN = `
export default () => ({ message: JSON.stringify([process.env.HOOK_TOKEN, process.env.NODE_OPTIONS, process.env.GITHUB_SECRET]) });
`;

function createFolder(env = `HOOK_TOKEN=${TOKEN}\nGITHUB_SECRET=${SECRET}\n`): string {
  const dir = createTempDir({
    "hooks.yaml": CONFIG,
    ".env": env,
    "hooks/transforms/seen.mjs": SEEN,
  });
  chmodSync(join(dir, ".env"), 0o600);
  return dir;
}

async function hookwright(args: readonly string[], env = {}, stdin = "") {
  const io = createTestIo({ env, stdin });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout.text() + io.stderr.text() };
}

test("check --secrets reads .env beside the config, whatever the working directory", async () => {
  const dir = createFolder();
  const file = join(dir, "hooks.yaml");
  expect(await hookwright(["check", "--secrets", "--strict", file])).toMatchObject({ exitCode: 0 });
  const without = await hookwright(["check", "--secrets", "--no-env-file", file]);
  expect(without.exitCode).toBe(1);
  expect(without.out).toContain("Set the environment variable HOOK_TOKEN.");
  renameSync(join(dir, ".env"), join(dir, "prod.env"));
  const missing = await hookwright(["check", "--secrets", file]);
  expect(missing.exitCode).toBe(1);
  expect(missing.out).toContain("or write HOOK_TOKEN=… into .env beside the config.");
  const named = ["check", "--secrets", "--strict", "--env-file", join(dir, "prod.env"), file];
  expect(await hookwright(named)).toMatchObject({ exitCode: 0 });
});

test("check --env-file requires a readable file, even if no secret is missing", async () => {
  const dir = createFolder();
  const env = { HOOK_TOKEN: TOKEN, GITHUB_SECRET: SECRET };
  for (const name of ["none.env", "hooks"]) {
    const path = join(dir, name);
    const checked = await hookwright(["check", "--env-file", path, join(dir, "hooks.yaml")], env);
    expect(checked.exitCode).toBe(1);
    expect(checked.out).toContain("error env_file_unreadable");
  }
});

test("check --secrets reads the .env of the main config for an include in another folder", async () => {
  const dir = createFolder();
  const own = `HOOK_TOKEN=${TOKEN}\n`;
  mkdirSync(join(dir, "parts"));
  writeFileSync(join(dir, "parts/.env"), "GITHUB_SECRET=of-the-other-folder-000000000000\n");
  writeFileSync(join(dir, ".env"), own);
  writeFileSync(
    join(dir, "parts/github.yaml"),
    "- { id: a, match: { path: github }, auth: { provider: github, secret: { env: GITHUB_SECRET } }, messageTemplate: x }\n",
  );
  const file = join(dir, "main.yaml");
  writeFileSync(
    file,
    "hooks: { enabled: true, token: { env: HOOK_TOKEN }, include: [parts/github.yaml] }\n",
  );
  const without = await hookwright(["check", "--secrets", file]);
  expect(without.out).toContain("GITHUB_SECRET=… into .env beside the config, which does not have");
  writeFileSync(join(dir, ".env"), `${own}GITHUB_SECRET=${SECRET}\n`);
  expect(await hookwright(["check", "--secrets", file])).toMatchObject({ exitCode: 0 });
});

test.runIf(system.hasModes)("check warns if others can read the secrets of .env", async () => {
  const dir = createFolder();
  chmodSync(join(dir, ".env"), 0o644);
  const { exitCode, out } = await hookwright(["check", join(dir, "hooks.yaml")]);
  expect(exitCode).toBe(0);
  expect(out).toContain("warning env_file_exposed");
  expect(out).toContain("chmod 600");
  expect(out).not.toContain(TOKEN);
});

test("check reads the channels' secrets of a host from .env", async () => {
  const host = `
host: { runner: { http: { baseUrl: "http://127.0.0.1:9/v1", apiKey: { env: MODEL_KEY } } } }
agents: { defaults: { model: a } }
channels: { telegram: { botToken: { env: TELEGRAM_TOKEN }, defaultTo: "123456" } }
`;
  const dir = createFolder(
    `HOOK_TOKEN=${TOKEN}\nGITHUB_SECRET=${SECRET}\nMODEL_KEY=key-of-model\n`,
  );
  const file = join(dir, "hooks.yaml");
  writeFileSync(file, CONFIG + host);
  const without = await hookwright(["check", "--secrets", file]);
  expect(without.out).toContain("TELEGRAM_TOKEN=… into .env beside the config");
  expect(without.out).not.toContain("variable MODEL_KEY");
  writeFileSync(join(dir, ".env"), "TELEGRAM_TOKEN=123456:abcdefghijklmnopqrstuvwxyz0123456789\n", {
    flag: "a",
  });
  expect((await hookwright(["check", "--secrets", file])).out).not.toContain("secret_missing");
});

test("serve, send and verify use .env, which reaches neither transforms nor the process, and is read again", async () => {
  const dir = createFolder(
    `HOOK_TOKEN=${TOKEN}\nGITHUB_SECRET=${SECRET}\nNODE_OPTIONS=--require=./none.cjs\n`,
  );
  const file = join(dir, "hooks.yaml");
  const server = await serveBin([file, "--watch"]);
  const origin = new URL(server.url).origin;
  const sent = await runBin(["send", "github", "--to", origin, "--config", file]);
  expect([sent.exitCode, sent.stdout]).toEqual([0, expect.stringContaining("202 in")]);
  const own = ["send", "github", "--to", origin, "--secret-env", "GITHUB_SECRET"];
  expect(await runBin(own, { cwd: dir })).toMatchObject({ exitCode: 0 });
  const captured = join(dir, "captured.http");
  await runBin([...own, "--http", captured], { cwd: dir });
  const verified = await runBin(["verify", file, "--name", "github", "--http", captured]);
  expect([verified.exitCode, verified.stderr]).toEqual([0, ""]);

  const post = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/seen`, { method: "POST", headers, body: "{}" })).status;
  };
  expect(await post(TOKEN)).toBe(202);
  await server.stdout.find(/\[null,null,null\]/);

  const next = "another-token-of-the-file-5d01";
  writeFileSync(join(dir, ".env"), `HOOK_TOKEN=${next}\nGITHUB_SECRET=${SECRET}\n`);
  await server.stderr.find(/Reloaded .*\n/);
  expect([await post(TOKEN), await post(next)]).toEqual([401, 202]);
  writeFileSync(join(dir, ".env"), "HOOK_TOKEN=\n");
  await server.stderr.find(/Not reloaded.*\n.*\n/);
  expect(await post(next)).toBe(202);
  expect(server.stderr.text()).not.toContain(next);
});

test("serve reads .env of the working directory for a config from standard input", async () => {
  const dir = createFolder();
  const plain = CONFIG.slice(0, CONFIG.indexOf("    - id: seen"));
  const server = await serveBin(["-"], { cwd: dir, stdin: plain });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(`${server.url}/wake`, {
    method: "POST",
    headers,
    body: '{"text":"a"}',
  });
  expect(answer.status).toBe(200);
});
