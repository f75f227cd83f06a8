// The built command with real processes, pipes, signals and sockets.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTempDir, createTempFile } from "../../../tools/test-support/temp-dir.ts";
import { runBin, serveBin, startBin } from "./support/bin.ts";
import { startGateway } from "./support/gateway.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const CONFIG = `
hooks:
  enabled: true
  token: { env: HOOK_TOKEN }
  mappings:
    - { id: ci, match: { path: ci }, messageTemplate: "Job {{job}}" }
`;
const env = { HOOK_TOKEN: TOKEN };

test("hookwright --version and --help exit with 0, a wrong command line with 2", async () => {
  expect(await runBin(["--version"])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await runBin(["--help"])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await runBin(["sevre"])).toMatchObject({
    exitCode: 2,
    stdout: "",
    stderr: expect.stringContaining('Did you mean "serve"?'),
  });
});

test("hookwright --help loads no module that only commands need", async () => {
  const folder = createTempDir();
  await runBin(["--help"], { env: { NODE_V8_COVERAGE: folder } });
  const [report = ""] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, report), "utf8")) as {
    readonly result: readonly { readonly url: string }[];
  };
  const loaded = result.map(({ url }) => /\/packages\/([^/]+)/.exec(url)?.[1]);
  expect(loaded).toContain("cli");
  // Parsers of configs and the core take as long to load as all the rest.
  expect(loaded).not.toContain("config");
  expect(loaded).not.toContain("core");
});

test("hookwright explain reads a payload from a pipe", async () => {
  const args = ["explain", createTempFile("h.yaml", CONFIG), "--name", "ci", "--payload", "-"];
  const result = await runBin([...args, "--json"], { stdin: '{"job":"lint"}', env });
  expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(result.stdout)).toMatchObject({ resolution: { outcome: "action" } });
});

test("hookwright explain prints no error when its reader is gone", async () => {
  const args = ["explain", createTempFile("h.yaml", CONFIG), "--name", "ci", "--payload", "-"];
  const { child, stderr, ended } = startBin(args, { stdin: '{"job":"lint"}', env });
  child.stdout.destroy();
  expect(await ended).toEqual({ exitCode: 0, signal: null });
  expect(stderr.text()).toBe("");
});

test.each([
  ["a missing config", "check missing.json5"],
  ["a folder as the config", "check ."],
  ["a config without its secret", "check h.yaml --secrets"],
  ["a missing payload", "explain off.yaml --name ci --payload missing.json"],
  ["a broken payload", "explain off.yaml --name ci --payload h.yaml"],
  ["a config that is not enabled", "serve --config off.yaml"],
  [
    "a missing token to forward with",
    "serve --config off.yaml --dispatch forward:http://127.0.0.1:1/hooks",
  ],
])("hookwright reports %s without a stack", async (_name, args) => {
  const off = CONFIG.replace("true", "false");
  const cwd = createTempDir({ "h.yaml": CONFIG, "off.yaml": off });
  const { exitCode, stdout, stderr } = await runBin(args.split(" "), { cwd });
  expect(exitCode).toBe(1);
  expect(stdout + stderr).toMatch(/^error /);
  expect(stdout + stderr).not.toMatch(/^\s+at |node:internal|file:\/\//m);
});

test("hookwright serve receives a webhook, prints the action, and stops on SIGTERM", async () => {
  const { child, stdout, stderr, ended, url } = await serveBin(["--config", configFile()], { env });
  const answer = await post(`${url}/ci`, { job: "lint" });
  const { runId } = (await answer.json()) as { runId: string };
  const [line] = await stdout.find(/^.*\n/);
  expect(JSON.parse(line)).toMatchObject({ runId, mappingId: "ci", action: { kind: "agent" } });
  child.kill("SIGTERM");
  expect(await ended).toEqual({ exitCode: 0, signal: null });
  expect(stderr.text()).toMatch(
    /^Listening on .*\n {2}\/hooks\/ci +hook token\n[\s\S]*Actions are only printed.*\n.* 202 POST ci → agent, .*\nStopping.*\n$/,
  );
});

test("hookwright serve counts a doubled Ctrl-C as one, and answers requests in progress", async () => {
  const gateway = await startGateway([{ status: 503 }, { status: 200, body: "{}" }]);
  const { child, ended, url } = await serveBin(forwardArgs(gateway.url), {
    env: { ...env, HOOKWRIGHT_FORWARD_TOKEN: "t" },
  });
  const answer = post(`${url}/wake`, { text: "Hello" });
  while (gateway.calls.length === 0) await sleep(5);
  child.kill("SIGINT");
  child.kill("SIGINT");
  expect((await answer).status).toBe(200);
  expect(await ended).toEqual({ exitCode: 0, signal: null });
});

test("hookwright serve ends at once on a second signal", async () => {
  const gateway = await startGateway([{ status: "hang" }]);
  const { child, ended, stderr, url } = await serveBin(forwardArgs(gateway.url), {
    env: { ...env, HOOKWRIGHT_FORWARD_TOKEN: "t" },
  });
  const answer = post(`${url}/wake`, { text: "Hello" }).catch(() => "cut");
  while (gateway.calls.length === 0) await sleep(5);
  child.kill("SIGINT");
  await stderr.find(/Stopping/);
  await sleep(400);
  child.kill("SIGINT");
  expect(await ended).toEqual({ exitCode: null, signal: "SIGINT" });
  expect(await answer).toBe("cut");
});

test("hookwright serve answers 503 when the reader of its output is gone", async () => {
  const { child, stderr, url } = await serveBin(["--config", configFile()], { env });
  child.stdout.destroy();
  // Only then is its end of the pipe closed.
  await new Promise((resolve) => child.stdout.once("close", resolve));
  expect((await post(`${url}/ci`, { job: "lint" })).status).toBe(503);
  expect((await post(`${url}/ci`, { job: "lint" })).status).toBe(503);
  expect((await post(`${url}/nothing`, {})).status).toBe(404);
  expect(stderr.text()).toContain("503 POST ci → dispatch_failed");
});

test("hookwright serve answers 503 while its output is full, and stops on SIGTERM", async () => {
  const { child, ended, url } = await serveBin(["--config", configFile()], { env });
  child.stdout.pause();
  // More than the pipe and the read buffer of this process can take.
  const large = { job: "x".repeat(30_000) };
  const filling = Array.from({ length: 30 }, () => post(`${url}/ci`, large));
  const waited = Promise.all(filling);
  const refused = await firstRefused(filling);
  expect(await refused.json()).toMatchObject({ code: "dispatch_failed" });
  const further = Array.from({ length: 50 }, () => post(`${url}/ci`, { job: "lint" }));
  const statuses = (await Promise.all(further)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect((await post(`${url}/nothing`, {})).status).toBe(404);
  child.kill("SIGTERM");
  // Waits for `exit`, because `close` waits until the output has been read.
  await new Promise((resolve) => child.on("exit", resolve));
  expect(new Set((await waited).map(({ status }) => status))).toEqual(new Set([202, 503]));
  child.stdout.resume();
  expect(await ended).toEqual({ exitCode: 0, signal: null });
});

function firstRefused(answers: readonly Promise<Response>[]): Promise<Response> {
  return Promise.any(
    answers.map(async (answer) => {
      const response = await answer;
      if (response.status !== 503) throw new Error("The line was printed.");
      return response;
    }),
  );
}

function forwardArgs(url: string): readonly string[] {
  return ["--config", configFile(), "--dispatch", `forward:${url}`];
}

function configFile(): string {
  return createTempFile("hooks.yaml", CONFIG);
}

function post(url: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
