import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestRecord } from "@hookwright/core/ingress";
import { expect, onTestFinished, test } from "vitest";
import { createTempFile } from "../../../../tools/test-support/temp-dir.ts";
import { type Gateway, startGateway } from "../../test/support/gateway.ts";
import { expectRun } from "../../test/support/hookwright.ts";
import { startServe } from "../../test/support/start-serve.ts";
import { isLoopback } from "./is-loopback.ts";
import { createEmptyTextWarning } from "./serve/serve-hooks.ts";
import { untilSignal } from "./until-signal.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const CONFIG = JSON.stringify({
  hooks: {
    enabled: true,
    token: TOKEN,
    mappings: [{ id: "ci", match: { path: "ci" }, messageTemplate: "Job {{job}}" }],
  },
});

test("serve() prints each action as one line of JSON, and logs one line for each request", async () => {
  const { url, io, stop } = await startServe(["--config", configFile()]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks$/);
  const accepted = await post(`${url}/ci`, { job: "lint\nred" });
  expect(accepted.status).toBe(202);
  const { runId } = (await accepted.json()) as { runId: string };
  expect((await post(`${url}/wake`, { text: "Hello" })).status).toBe(200);
  expect((await post(`${url}/nothing`, {})).status).toBe(404);

  const lines = io.stdout.text().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { runId, mappingId: "ci", action: expect.objectContaining({ kind: "agent" }) },
    { runId: expect.any(String), action: expect.objectContaining({ kind: "wake", mode: "now" }) },
  ]);
  expect(io.stderr.text()).toContain(`202 POST ci → agent, mapping "ci", run ${runId} (`);
  expect(io.stderr.text()).toMatch(/200 POST wake → wake, run [\w-]+ \(/);
  expect(io.stderr.text()).toContain("404 POST nothing → not_found, from 127.0.0.1 (");
  expect(io.stdout.text() + io.stderr.text()).not.toContain(TOKEN);
  expect(await stop()).toBe(0);
  expect(io.stderr.text()).toContain("Stopping; requests in progress are answered first.");
});

test("serve() warns at start that it joins no events without a host, and prints what the mapping asks for", async () => {
  const config = CONFIG.replace(
    '"messageTemplate"',
    '"coalesce":{"key":"{{job}}","seconds":30},"messageTemplate"',
  );
  const { url, io, stop } = await startServe(["--config", configFile(config)]);
  await io.stderr.find(/Events of mapping "ci" are not joined/);
  expect((await post(`${url}/ci`, { job: "lint" })).status).toBe(202);
  expect(JSON.parse(io.stdout.text())).toMatchObject({
    action: { coalesce: { key: "lint", seconds: 30, maxSeconds: 300, limit: 50, keep: "all" } },
  });
  expect(await stop()).toBe(0);
});

test("serve() writes only JSON lines with --json", async () => {
  const config = CONFIG.replace(TOKEN, "short");
  const { url, io, stop } = await startServe(["--config", configFile(config), "--json"]);
  expect((await fetch(`${url}/ci?token=short`, { method: "POST", body: "{}" })).status).toBe(202);
  expect(await stop()).toBe(0);
  const lines = io.stderr
    .text()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { type: "config", ok: true, problems: [{ code: "token_short" }] },
    { type: "listening", url },
    { type: "warning", message: expect.stringContaining("deprecated") },
    { type: "request", status: 202, name: "ci", mappingId: "ci", credential: "query" },
    { type: "warning", message: expect.stringContaining('text of mapping "ci" was empty') },
    { type: "stopping" },
  ]);
});

/** No machine has this address: serve ends when it has reported what it found before. */
const NOWHERE = ["--host", "192.0.2.1", "--port", "0"];

test.each([
  ["{}", [], "error hooks_missing "],
  [CONFIG.replace(TOKEN, "${HOOK_TOKEN}"), [], "error secret_missing "],
  [CONFIG.replace(TOKEN, "short"), NOWHERE, "warning token_weak_public hooks.token"],
  [
    CONFIG,
    NOWHERE,
    "error Cannot listen on port 0 of 192.0.2.1: the system says EADDRNOTAVAIL.\n  Check --host and --port.\n",
  ],
])("serve() returns 1 for the config %s with %j", async (config, options, words) => {
  await expectRun(["serve", "--config", configFile(config), ...options], [1, words]);
});

test("serve() reports that hooks are not enabled, and returns 1", async () => {
  const file = configFile('{ "hooks": { "enabled": false } }');
  const { stderr } = await expectRun(["serve", "--config", file], [1]);
  expect(stderr).toBe(
    `error hooks.enabled is not true in ${file}, so there is nothing to serve.\n  Write "enabled": true into the block "hooks".\n`,
  );
});

test("serve() does not start with a config that has errors", async () => {
  const args = ["serve", "--config", configFile('{ "hooks": { "enabled": true, "pathh": "/x" } }')];
  const errors = ["error unknown_key hooks.pathh", "error token_missing hooks.token"];
  await expectRun(args, [1, ...errors]);
  const json = await expectRun([...args, "--json"], [1]);
  expect(JSON.parse(json.stderr)).toMatchObject({
    type: "config",
    ok: false,
    problems: [{ severity: "error" }, { severity: "error" }],
  });
});

test("serve() reports that the port is in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const args = ["serve", "--config", configFile(), "--port", String(port)];
  const { stderr } = await expectRun(args, [1]);
  expect(stderr).toBe(
    `error Port ${port} of 127.0.0.1 is in use by another program.\n  Choose another port with --port, or any free port with --port 0.\n`,
  );
});

test("serve() answers the requests in progress before it stops", async () => {
  const gateway = await startGateway([{ status: 503 }, { status: 200, body: "{}" }]);
  const { url, stop } = await startForwarding(gateway);
  const answer = post(`${url}/wake`, { text: "Hello" });
  while (gateway.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await stop()).toBe(0);
  expect((await answer).status).toBe(200);
  expect(gateway.calls).toHaveLength(2);
});

test("serve() limits its stop to ten seconds, and its last output to one second", async () => {
  const { io, stop } = await startServe(["--config", configFile()]);
  expect(io.exits).toEqual([]);
  expect(await stop()).toBe(0);
  expect(io.exits).toEqual([10_000, 1_000]);
});

test("serve() forwards to another gateway and passes on its run id", async () => {
  const gateway = await startGateway([{ status: 202, body: '{"ok":true,"runId":"run-7"}' }]);
  const { url, io } = await startForwarding(gateway);
  const answer = await post(`${url}/ci`, { job: "lint" });
  expect([answer.status, await answer.json()]).toEqual([202, { ok: true, runId: "run-7" }]);
  expect(gateway.calls[0]).toMatchObject({
    path: "/hooks/agent",
    headers: { authorization: "Bearer secret-of-the-gateway" },
    body: { message: expect.stringContaining("Job lint"), channel: "last" },
  });
  expect(io.stdout.text()).toBe("");
  expect(io.stderr.text()).toContain("run run-7");
});

test("serve() answers 503 when forwarding fails, and logs the reason", async () => {
  const gateway = await startGateway([{ status: 401, body: '{"code":"unauthorized"}' }]);
  const { url, io } = await startForwarding(gateway);
  const answer = await post(`${url}/ci`, { job: "lint" });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ ok: false, code: "dispatch_failed" });
  expect(io.stderr.text()).toContain(
    `503 POST ci → dispatch_failed, mapping "ci", from 127.0.0.1, ForwardError: ${gateway.url}/agent failed after 1 try: status 401 (unauthorized)`,
  );
});

test("serve() forwards to a second hookwright server", async () => {
  const downstream = await startServe(["--config", configFile(), "--json"]);
  const { url } = await startServe(
    ["--config", configFile(), "--dispatch", `forward:${downstream.url}/`],
    { env: { HOOKWRIGHT_FORWARD_TOKEN: TOKEN } },
  );
  const answer = await post(`${url}/ci`, { job: "lint" });
  const { runId } = (await answer.json()) as { runId: string };
  const action = JSON.parse(downstream.io.stdout.text());
  expect(action).toMatchObject({ runId, action: { kind: "agent", name: "Hook" } });
  expect(action.action.message).toContain("Job lint");
});

function startForwarding(gateway: Gateway) {
  const options = ["--dispatch", `forward:${gateway.url}`, "--forward-token-env", "GATEWAY_TOKEN"];
  return startServe(["--config", configFile(), ...options], {
    env: { GATEWAY_TOKEN: " secret-of-the-gateway\n" },
  });
}

function configFile(text: string = CONFIG): string {
  return createTempFile("hooks.json5", text);
}

function post(url: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

test.each(["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]", "0:0:0:0:0:0:0:1"])(
  "isLoopback() knows %s",
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each([
  "0.0.0.0",
  "::",
  "192.168.1.7",
  "example.com",
  "127.example.com",
  "localhost.example.com",
  "::11",
  "fe80::1",
  "",
])("isLoopback() returns false for %j", (host) => expect(isLoopback(host)).toBe(false));

test.each(["SIGINT", "SIGTERM"])("untilSignal() resolves on %s", async (name) => {
  const signals = new EventEmitter();
  const ended = untilSignal(signals);
  expect(await Promise.race([ended.then(() => "ended"), sleep(20, "waiting")])).toBe("waiting");
  signals.emit(name);
  await ended;
});

test("untilSignal() counts signals in quick succession as one, then leaves them to Node", async () => {
  const signals = new EventEmitter();
  const ended = untilSignal(signals);
  signals.emit("SIGINT");
  signals.emit("SIGINT");
  await ended;
  expect(signals.listenerCount("SIGINT")).toBe(1);
  await expect.poll(() => signals.listenerCount("SIGINT")).toBe(0);
  expect(signals.listenerCount("SIGTERM")).toBe(0);
});

const RECORD: RequestRecord = {
  receivedAt: 0,
  requestId: "request-1",
  durationMs: 1,
  route: "other",
  answerBytes: 2,
  method: "POST",
  name: "ci",
  status: 202,
};

test("createEmptyTextWarning() warns once per mapping whose expressions were all empty", () => {
  const warnings: string[] = [];
  const observe = createEmptyTextWarning((message) => warnings.push(message));
  observe({ ...RECORD, mappingId: "a" });
  observe({ ...RECORD, emptyExpressions: 1 });
  observe({ ...RECORD, mappingId: "a", emptyExpressions: 2 });
  observe({ ...RECORD, mappingId: "a", emptyExpressions: 2 });
  observe({ ...RECORD, mappingId: "b", emptyExpressions: 1 });
  expect(warnings.map((warning) => /mapping "(\w)"/.exec(warning)?.[1])).toEqual(["a", "b"]);
});
