// The operator's way into a host from another process, and the health of a host.
import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { healthOf } from "../src/operate/health.ts";
import { openOperate } from "../src/operate/open-operate.ts";
import { serveOperate } from "../src/operate/serve-operate.ts";
import { socketPathOf } from "../src/operate/socket-path.ts";
import { agentAction } from "./support/actions.ts";
import { embedded } from "./support/embedded.ts";
import { createScriptedChannel } from "./support/scripted-channel.ts";
import { createScriptedRunner, failure } from "./support/scripted-runner.ts";
import { settingsOf } from "./support/settings.ts";
import { createFolder, createTestHost, type TestHost } from "./support/test-host.ts";

async function createServedHost(options: Parameters<typeof createTestHost>[1] = {}) {
  const host = await createTestHost(embedded, options);
  const { folder: stateFolder, warnings } = host;
  const warn = (message: string): void => void warnings.push(message);
  const served = await serveOperate(host.engine, { stateFolder, warn });
  onTestFinished(() => served.close());
  return host;
}

function open(stateFolder: string) {
  const channel = createScriptedChannel();
  const channels = new Map([[channel.id, channel]]);
  return openOperate({ stateFolder, settings: settingsOf(), channels, warn: () => undefined });
}

async function opened(stateFolder: string) {
  const result = await open(stateFolder);
  if (!result.ok) throw new Error(result.problem.message);
  onTestFinished(() => result.close());
  return result;
}

test("OPS-1 openOperate() speaks to the running host through a socket of mode 0600", async () => {
  const host = await createServedHost();
  const { runId = "" } = await host.accept(agentAction());
  const { operate, isLive } = await opened(host.folder);
  expect(isLive).toBe(true);
  expect(statSync(socketPathOf(host.folder) ?? "").mode & 0o777).toBe(0o600);
  expect(await operate.runs.list({ state: "done" })).toEqual(host.engine.runs.list());
  expect(await operate.runs.show(runId)).toMatchObject({ answer: "Done." });
  expect(await operate.runs.show("unknown")).toBeUndefined();
  expect(await operate.runs.retry(runId)).toMatchObject({ ok: true });
  await host.time.settle();
  expect(host.engine.runs.list()).toHaveLength(2);
  await operate.heartbeat.now();
  await host.time.advance(1_000);
  expect(await operate.heartbeat.last()).toMatchObject({ reason: "manual" });
});

test("OPS-1 openOperate() opens the store where no host runs, also beside the socket of a dead one", async () => {
  const host = await createTestHost(embedded, {
    runner: createScriptedRunner({ otherwise: "wait" }),
  });
  await host.accept(agentAction());
  const { runId = "" } = await host.accept(agentAction());
  host.breakStore("dead");
  await host.ledger.close();
  writeFileSync(socketPathOf(host.folder) ?? "", "");
  const { operate, isLive, close } = await opened(host.folder);
  expect(isLive).toBe(false);
  expect(await operate.runs.list({ state: "queued" })).toMatchObject([{ id: runId }]);
  expect(await operate.runs.cancel(runId)).toEqual({ ok: true });
  expect(await operate.runs.show(runId)).toMatchObject({ state: "cancelled" });
  await close();
  const again = await opened(host.folder);
  expect(await again.operate.runs.list({ state: "cancelled" })).toHaveLength(1);
});

test("OPS-5 openOperate() says what to do where there is no store, and makes none", async () => {
  const folder = join(createFolder(), "state");
  expect(await open(folder)).toMatchObject({
    ok: false,
    problem: { code: "no_store", hint: expect.stringContaining("serve --dispatch host") },
  });
  expect(existsSync(folder)).toBe(false);
});

test("OPS-5 openOperate() names the process that has the store and no socket", async () => {
  const host = await createTestHost(embedded);
  expect(await open(host.folder)).toMatchObject({
    ok: false,
    problem: { code: "store_in_use", message: expect.stringContaining(`process ${process.pid}`) },
  });
});

test("serveOperate() answers calls of its table alone, and says what is wrong with others", async () => {
  const host = await createServedHost();
  const ask = (path: string, body: string, method = "POST") => call(host, { path, body, method });
  expect(await ask("/runs/list", "[]")).toEqual({ status: 200, body: { value: [] } });
  expect(await ask("/runs/list", "[]", "PUT")).toMatchObject({ status: 404 });
  expect(await ask("/runs/constructor", "[]")).toMatchObject({ status: 404 });
  expect(await ask("/constructor/list", "[]")).toMatchObject({ status: 404 });
  expect(await ask("/runs/list", "{}")).toMatchObject({ status: 400 });
  expect(await ask("/runs/list", "[")).toMatchObject({ status: 400 });
  expect(await ask("/runs/list", `["${"x".repeat(70_000)}"]`)).toMatchObject({ status: 400 });
  const failed = await ask("/runs/show", '[{"no": "id"}]');
  expect(failed).toMatchObject({ status: 500, body: { error: expect.any(String) } });
});

test("openOperate() throws what the host answers", async () => {
  const host = await createServedHost();
  const { operate } = await opened(host.folder);
  const wrong = {} as unknown as string;
  await expect(operate.runs.show(wrong)).rejects.toThrow();
});

test("serveOperate() warns where the folder's path is too long for a socket", async () => {
  const host = await createTestHost(embedded);
  const stateFolder = join(host.folder, "x".repeat(120));
  const warn = (message: string): void => void host.warnings.push(message);
  const served = await serveOperate(host.engine, { stateFolder, warn });
  await served.close();
  expect(host.warnings).toEqual([expect.stringContaining("--state-folder")]);
});

test("OPS-4 healthOf() is ok, or degraded with the reasons", async () => {
  const channel = createScriptedChannel();
  const host = await createTestHost(embedded, {
    channels: [channel],
    settings: { heartbeat: { target: "none" } },
  });
  const health = () => healthOf(host.engine, host.time.clock());
  expect(health()).toEqual({ status: "ok", reasons: [] });
  host.runner.script(failure({ retryable: false }));
  await host.accept(agentAction());
  expect(health()).toEqual({
    status: "degraded",
    reasons: ["1 run has died in the last hour. `hookwright runs --state dead` lists them."],
  });
  await host.time.advance(3_700_000);
  expect(health().status).toBe("ok");

  host.runner.script(failure({ retryable: false }));
  await host.engine.heartbeat.now();
  await host.time.advance(1_000);
  expect(health().reasons).toEqual([expect.stringContaining("heartbeat of agent main failed: ")]);
  await host.engine.heartbeat.now();
  await host.time.advance(1_000);
  channel.script({ kind: "refused", code: "unauthorized", message: "No.", scope: "credential" });
  await host.accept(agentAction({ deliver: true, channel: channel.id, to: "42" }));
  await host.time.advance(1_000);
  expect(health().reasons).toEqual([
    `The channel ${channel.id} is paused: its credential was refused. Correct it, and reload.`,
  ]);
  host.runner.script(failure({ code: "unauthorized", scope: "runner" }));
  await host.accept(agentAction({ model: "openai/gpt" }));
  expect(health().reasons[1]).toBe(
    'The runner "scripted" is paused for models of "openai": unauthorized. Correct the cause; a reload goes on at once.',
  );
  const stopped = host.engine.stop();
  expect(health().status).toBe("stopping");
  await host.time.advance(60_000);
  await stopped;
});

test("OPS-4 healthOf() counts what died in the last hour", async () => {
  const host = await createTestHost(embedded);
  for (const to of ["41", "42"]) {
    await host.accept(agentAction({ deliver: true, channel: "signal", to }));
  }
  await host.time.advance(1_000);
  expect(healthOf(host.engine, host.time.clock()).reasons).toEqual([
    "2 deliveries have died in the last hour. `hookwright deliveries --state dead` lists them.",
  ]);
});

interface Request {
  readonly path: string;
  readonly body: string;
  readonly method: string;
}

function call({ folder }: TestHost, { path, body, method }: Request): Promise<object> {
  const socketPath = socketPathOf(folder);
  if (socketPath === undefined) throw new Error("No socket.");
  chmodSync(socketPath, 0o600);
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method }, async (response) => {
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      resolve({ status: response.statusCode, body: JSON.parse(text) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
