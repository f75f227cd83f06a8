// The operator's way into a host from another process, and the health of a host.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { agentAction, wakeAction } from "../../test/support/actions.ts";
import { embedded, embeddedOn, openTestLedger } from "../../test/support/embedded.ts";
import { createScriptedChannel } from "../../test/support/scripted-channel.ts";
import { createScriptedRunner, failure } from "../../test/support/scripted-runner.ts";
import { settingsOf } from "../../test/support/settings.ts";
import { createFolder, createTestHost, type TestHost } from "../../test/support/test-host.ts";
import { healthOf } from "./health.ts";
import { openOperate } from "./open-operate.ts";
import { socketOf } from "./operations.ts";
import { serveOperate } from "./serve-operate.ts";

async function createServedHost(options: Parameters<typeof createTestHost>[1] = {}) {
  const host = await createTestHost(embedded, options);
  const { folder: stateFolder, warnings } = host;
  const warn = (message: string): void => void warnings.push(message);
  const served = await serveOperate(host.engine, { stateFolder, warn });
  onTestFinished(() => served.close());
  return host;
}

function open(stateFolder: string, options: { readonly timeoutMs?: number } = {}) {
  const channel = createScriptedChannel();
  const channels = new Map([[channel.id, channel]]);
  const parts = { stateFolder, settings: settingsOf(), channels, warn: () => undefined };
  return openOperate({ ...parts, ...options });
}

async function opened(stateFolder: string) {
  const result = await open(stateFolder);
  if (!result.ok) throw new Error(result.problem.message);
  onTestFinished(() => result.close());
  return result;
}

test("openOperate() speaks to the running host through a socket of mode 0600", {
  tags: "OPS-1",
}, async () => {
  const host = await createServedHost();
  const { runId = "" } = await host.accept(agentAction());
  const { operate, isLive } = await opened(host.folder);
  expect(isLive).toBe(true);
  expect(statSync(socketOf(host.folder)?.path ?? "").mode & 0o777).toBe(0o600);
  expect((await operate.runs.list({ state: "done" })).items).toEqual(
    (await host.engine.runs.list()).items,
  );
  expect(await operate.runs.show(runId)).toMatchObject({ answer: "Done." });
  expect(await operate.runs.show("unknown")).toBeUndefined();
  expect(await operate.runs.retry(runId)).toMatchObject({ ok: true });
  await host.time.idle();
  expect((await host.engine.runs.list()).items).toHaveLength(2);
  await operate.heartbeat.now();
  await host.time.wait(1_000);
  expect(await operate.heartbeat.last()).toMatchObject({ reason: "manual" });
});

test("openOperate() opens the store where no host runs, also beside the socket of a dead one", {
  tags: "OPS-1",
}, async () => {
  const host = await createTestHost(embedded, {
    runner: createScriptedRunner({ otherwise: "wait" }),
  });
  await host.accept(agentAction());
  const { runId = "" } = await host.accept(agentAction());
  host.breakStore("dead");
  await host.ledger.close();
  writeFileSync(socketOf(host.folder)?.path ?? "", "");
  const { operate, isLive, close } = await opened(host.folder);
  expect(isLive).toBe(false);
  expect((await operate.runs.list({ state: "queued" })).items).toMatchObject([{ id: runId }]);
  expect(await operate.runs.cancel(runId)).toEqual({ ok: true });
  expect(await operate.runs.show(runId)).toMatchObject({ state: "cancelled" });
  await close();
  const again = await opened(host.folder);
  expect((await again.operate.runs.list({ state: "cancelled" })).items).toHaveLength(1);
});

/** Mounted read-only, which binds root, too; undefined if this user may mount nothing. */
function mountReadOnly(folder: string): string | undefined {
  const mounted = createFolder();
  const mount = (...args: readonly string[]): boolean =>
    spawnSync("mount", [...args, mounted]).status === 0;
  if (!mount("--bind", folder) || !mount("-o", "remount,ro,bind")) return undefined;
  onTestFinished(() => void spawnSync("umount", [mounted]));
  return mounted;
}

test("openOperate() reads a store that is mounted read-only, of a host that was killed, and changes nothing", {
  tags: "OPS-1",
}, async ({ skip }) => {
  const host = await createTestHost(embedded);
  const { runId = "" } = await host.accept(agentAction());
  // The newest commits are in the write-ahead log: the store is still open.
  const folder = mountReadOnly(host.folder);
  if (folder === undefined) return skip("This user may mount nothing.");
  const before = readdirSync(folder);
  const { operate, isLive, close } = await opened(folder);
  expect(isLive).toBe(false);
  expect(await operate.runs.show(runId)).toMatchObject({ state: "done" });
  expect(await operate.timeline.show(runId)).toMatchObject({ kind: "run" });
  await expect(operate.runs.retry(runId)).rejects.toMatchObject({ code: "store_read_only" });
  await close();
  expect(readdirSync(folder)).toEqual(before);
});

/** A process that is stopped: the system takes connections for it, and nobody answers. */
async function silence(folder: string): Promise<void> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(socketOf(folder)?.path, resolve));
  onTestFinished(() => {
    server.close();
  });
}

test("openOperate() says which process does not answer, and opens nothing meanwhile", {
  tags: "OPS-1",
}, async () => {
  const host = await createTestHost(embedded);
  await silence(host.folder);
  expect(await open(host.folder, { timeoutMs: 50 })).toEqual({
    ok: false,
    problem: {
      code: "host_unresponsive",
      message: `The host (process ${process.pid}) does not answer`,
      hint: expect.stringContaining(`kill -CONT ${process.pid}`),
    },
  });
});

test("openOperate() says that a host does not answer, also where its process is not known", {
  tags: "OPS-1",
}, async () => {
  const folder = createFolder();
  await silence(folder);
  expect(await open(folder, { timeoutMs: 50 })).toMatchObject({
    problem: { message: "The host does not answer", hint: expect.stringContaining("start it") },
  });
});

test("openOperate() rejects a call of a host that falls silent", { tags: "OPS-1" }, async () => {
  const host = await createTestHost(embedded);
  const server = createHttpServer((request, response) => {
    if (request.url === "/heartbeat/list") response.end('{"value":[]}');
  });
  await new Promise<void>((resolve) => server.listen(socketOf(host.folder)?.path, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const result = await open(host.folder, { timeoutMs: 3_000 });
  if (!result.ok) throw new Error(result.problem.message);
  await expect(result.operate.runs.list()).rejects.toMatchObject({
    code: "host_unresponsive",
    message: `The host (process ${process.pid}) does not answer`,
  });
});

test("openOperate() says what to do if there is no store, and creates none", {
  tags: "OPS-5",
}, async () => {
  const folder = join(createFolder(), "state");
  expect(await open(folder)).toMatchObject({
    ok: false,
    problem: { code: "no_store", hint: expect.stringContaining("serve --dispatch host") },
  });
  expect(existsSync(folder)).toBe(false);
});

test("openOperate() names the process that has the store and no socket", {
  tags: "OPS-5",
}, async () => {
  const host = await createTestHost(embedded);
  expect(await open(host.folder)).toMatchObject({
    ok: false,
    problem: { code: "store_in_use", message: expect.stringContaining(`process ${process.pid}`) },
  });
});

test("serveOperate() answers calls of its table alone, and says what is wrong with others", async () => {
  const host = await createServedHost();
  const ask = (path: string, body: string, method = "POST") => call(host, { path, body, method });
  expect(await ask("/runs/list", "[]")).toEqual({ status: 200, body: { value: { items: [] } } });
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
  const wrong = { no: "id" } as unknown as string;
  await expect(operate.runs.show(wrong)).rejects.toThrow();
});

test("serveOperate() offers a reload where the program around the host has one", {
  tags: "OPS-1",
}, async () => {
  const without = await createServedHost();
  const refused = await opened(without.folder);
  await expect(refused.operate.server.reload()).rejects.toThrow("no function server/reload");

  const host = await createTestHost(embedded);
  const server = { reload: async () => ({ ok: false, lines: ["hooks.json5 has 1 error"] }) };
  const options = { stateFolder: host.folder, warn: () => undefined };
  const served = await serveOperate({ ...host.engine, server }, options);
  onTestFinished(() => served.close());
  const { operate } = await opened(host.folder);
  expect(await operate.server.reload()).toEqual({ ok: false, lines: ["hooks.json5 has 1 error"] });
});

test("serveOperate() gives signs of life while a call takes its time", async () => {
  const host = await createTestHost(embedded);
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const reload = async () => {
    await ended;
    return { ok: true, lines: [] };
  };
  const options = { stateFolder: host.folder, warn: () => undefined, aliveEveryMs: 10 };
  const served = await serveOperate({ ...host.engine, server: { reload } }, options);
  onTestFinished(() => served.close());
  const text = await new Promise<string>((resolve, reject) => {
    const socketPath = socketOf(host.folder)?.path ?? "";
    const call = request({ socketPath, path: "/server/reload", method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (text.length > 2) finish();
      });
      response.on("end", () => resolve(text));
    });
    call.on("error", reject);
    call.end("[]");
  });
  expect(text).toMatch(/^ {3,}\{/);
  expect(JSON.parse(text)).toEqual({ value: { ok: true, lines: [] } });
});

test("serveOperate() warns where the folder's path is too long for a socket", async () => {
  const host = await createTestHost(embedded);
  const stateFolder = join(host.folder, "x".repeat(120));
  const warn = (message: string): void => void host.warnings.push(message);
  const served = await serveOperate(host.engine, { stateFolder, warn });
  await served.close();
  expect(host.warnings).toEqual([expect.stringContaining("--state-folder")]);
});

test("healthOf() is ok, or degraded with the reasons", { tags: "OPS-4" }, async () => {
  const channel = createScriptedChannel();
  const host = await createTestHost(embedded, {
    channels: [channel],
    settings: { heartbeat: { target: "none" } },
  });
  const health = () => healthOf(host.engine, host.time.clock());
  expect(await health()).toEqual({ status: "ok", reasons: [] });
  host.runner.script(failure({ retryable: false }));
  await host.accept(agentAction());
  expect(await health()).toEqual({
    status: "degraded",
    reasons: ["dead: 1 run has died in the last hour. `hookwright runs --state dead` lists them."],
  });
  await host.time.wait(3_700_000);
  expect((await health()).status).toBe("ok");

  host.runner.script(failure({ retryable: false }));
  await host.engine.heartbeat.now();
  await host.time.wait(1_000);
  expect((await health()).reasons).toEqual([
    expect.stringContaining("heartbeat of agent main failed: "),
  ]);
  await host.engine.heartbeat.now();
  await host.time.wait(1_000);
  channel.script({ kind: "refused", code: "unauthorized", message: "No.", scope: "credential" });
  await host.accept(agentAction({ deliver: true, channel: channel.id, to: "42" }));
  await host.time.wait(1_000);
  expect((await health()).reasons).toEqual([
    `channel: The channel ${channel.id} is paused: its credential was refused. Correct it, and reload.`,
  ]);
  host.runner.script(failure({ code: "unauthorized", scope: "runner" }));
  await host.accept(agentAction({ model: "openai/gpt" }));
  expect((await health()).reasons[1]).toBe(
    'runner: The runner "scripted" is paused for models of "openai": unauthorized. Correct the cause; a reload goes on at once.',
  );
  const stopped = host.engine.stop();
  expect((await health()).status).toBe("stopping");
  await host.time.wait(60_000);
  await stopped;
});

test("healthOf() is ok after the first run of a host without a heartbeat target", {
  tags: ["HB-10", "OPS-4"],
}, async () => {
  const host = await createTestHost(embedded, {
    settings: { heartbeat: { target: undefined } },
    runner: createScriptedRunner({ otherwise: "The build is red!" }),
  });
  const delivered = { deliver: true, channel: "telegram", to: "42", wakeMode: "now" } as const;
  await host.accept(agentAction(delivered));
  await host.time.wait(1_000);
  // The answer reached its reader; what the model says of the summary has none.
  expect((await host.engine.heartbeat.list()).items).toMatchObject([
    { outcome: "no-route", events: 1 },
  ]);
  expect((await host.engine.deliveries.list()).items).toMatchObject([
    { state: "sent", channel: "telegram" },
  ]);
  expect(await healthOf(host.engine, host.time.clock())).toEqual({ status: "ok", reasons: [] });
});

test("healthOf() counts what died in the last hour", { tags: "OPS-4" }, async () => {
  const host = await createTestHost(embedded);
  for (const to of ["41", "42"]) {
    await host.accept(agentAction({ deliver: true, channel: "signal", to }));
  }
  await host.time.wait(1_000);
  expect((await healthOf(host.engine, host.time.clock())).reasons).toEqual([
    "dead: 2 deliveries have died in the last hour. `hookwright deliveries --state dead` lists them.",
  ]);
});

test("healthOf() says how many died, beyond what a list shows", { tags: "OPS-4" }, async () => {
  const host = await createTestHost(embedded);
  const ids = Array.from({ length: 150 }, (_, index) => `hook:${index}`);
  host.runner.script(...ids.map(() => failure({ retryable: false })));
  for (const sessionKey of ids) await host.accept(agentAction({ sessionKey }));
  await expect.poll(async () => (await host.engine.status()).runs.dead).toBe(150);
  expect((await healthOf(host.engine, host.time.clock())).reasons).toEqual([
    "dead: 150 runs have died in the last hour. `hookwright runs --state dead` lists them.",
  ]);
});

test("healthOf() is failing while the disk is full, as senders get 503 then", {
  tags: "OPS-4",
}, async () => {
  let freeBytes = 200 * 1_048_576;
  const host = await createTestHost(
    embeddedOn((options) => openTestLedger({ ...options, freeBytes: () => freeBytes })),
    { limits: { minFreeBytes: 100 * 1_048_576 } },
  );
  expect((await healthOf(host.engine, host.time.clock())).status).toBe("ok");
  freeBytes = 40 * 1_048_576;
  await expect(host.accept(agentAction())).rejects.toMatchObject({ code: "storage_full" });
  expect(await healthOf(host.engine, host.time.clock())).toEqual({
    status: "failing",
    reasons: [
      "store: The disk has 40 MiB free, and senders get 503 below 100 MiB. Free some space.",
    ],
  });
});

test("healthOf() is failing while a result cannot be stored, and until it is", {
  tags: "OPS-4",
}, async () => {
  const host = await createTestHost(embedded, {
    runner: createScriptedRunner({ otherwise: "wait" }),
  });
  await host.accept(agentAction());
  host.breakStore("full");
  host.runner.running[0]?.answer("Done.");
  await host.time.idle();
  expect(await healthOf(host.engine, host.time.clock())).toEqual({
    status: "failing",
    reasons: [expect.stringMatching(/^store: A result cannot be stored since 2026-\S+Z\. /)],
  });
  host.breakStore(undefined);
  await host.time.wait(1_000);
  expect(await healthOf(host.engine, host.time.clock())).toEqual({ status: "ok", reasons: [] });
});

/** A disk of 2 MiB in memory; undefined if this user may mount none. */
function mountDisk(): string | undefined {
  const folder = createFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return folder;
}

test("healthOf() is failing on a disk that is full, and ok when it has room again: nothing is lost", {
  tags: ["OPS-4", "LIM-4"],
}, async ({ skip }) => {
  const folder = mountDisk();
  if (folder === undefined) return skip("this user may mount no disk");
  const runner = createScriptedRunner({ otherwise: "wait" });
  const host = await createTestHost(embedded, { folder, runner });
  const { runId = "" } = await host.accept(agentAction());
  const health = () => healthOf(host.engine, host.time.clock());
  expect(await health()).toEqual({ status: "ok", reasons: [] });

  const filler = join(folder, "filler");
  expect(() => writeFileSync(filler, Buffer.alloc(4 * 1_048_576))).toThrow("ENOSPC");
  host.runner.running[0]?.answer("x".repeat(100_000));
  await host.time.idle();
  await expect(host.accept(agentAction({ message: "y".repeat(100_000) }))).rejects.toThrow();
  expect(await health()).toEqual({
    status: "failing",
    reasons: [
      expect.stringContaining("store: A result cannot be stored since"),
      "store: The last write failed: The disk of the store is full: free some space.",
    ],
  });
  rmSync(filler);
  await host.time.wait(1_000);
  expect(await health()).toEqual({ status: "ok", reasons: [] });
  expect(await host.engine.runs.show(runId)).toMatchObject({ state: "done" });
});

test("healthOf() is failing with a full queue, and degraded with the full queue of one key or agent", {
  tags: "OPS-4",
}, async () => {
  const limits = { maxRuns: 4, maxRunsPerKey: 2, maxWaitingEvents: 1 };
  const runner = createScriptedRunner({ otherwise: "wait" });
  const host = await createTestHost(embedded, { limits, runner });
  const health = () => healthOf(host.engine, host.time.clock());
  for (let index = 0; index < 3; index++) await host.accept(agentAction({ sessionKey: "hook:a" }));
  await expect(host.accept(agentAction({ sessionKey: "hook:a" }))).rejects.toThrow();
  await host.accept(wakeAction({ mode: "next-heartbeat" }));
  expect(await health()).toEqual({
    status: "degraded",
    reasons: [
      "queue: 1 session key has as many waiting runs as one may have; further ones get 503.",
      "queue: The main session of agent main has as many waiting events as it may have; its wakes get 503.",
    ],
  });
  await host.accept(agentAction({ sessionKey: "hook:b" }));
  await expect(host.accept(agentAction({ sessionKey: "hook:c" }))).rejects.toThrow();
  expect(await health()).toMatchObject({
    status: "failing",
    reasons: [
      "queue: 4 runs have not ended, and senders get 503. `hookwright runs --state queued` lists them.",
      expect.any(String),
      expect.any(String),
    ],
  });
});

test("healthOf() is failing where runs could begin and none has ended for three times the longest limit", {
  tags: "OPS-4",
}, async () => {
  const host = await createTestHost(embedded, { isStarted: false });
  await host.accept(agentAction());
  await host.time.wait(1_799_000);
  expect((await healthOf(host.engine, host.time.clock())).status).toBe("ok");
  await host.time.wait(1_000);
  expect(await healthOf(host.engine, host.time.clock())).toEqual({
    status: "failing",
    reasons: [
      "stalled: Runs wait, and none has ended for 30 minutes. Restart the host, and report it.",
    ],
  });
});

test("healthOf() is not failing while a long turn, a try that is due later, or a resting runner keeps runs waiting", {
  tags: "OPS-4",
}, async () => {
  const runner = createScriptedRunner({ otherwise: "wait" });
  const host = await createTestHost(embedded, { runner, settings: { maxConcurrent: 1 } });
  await host.accept(agentAction({ timeoutSeconds: 86_400 }));
  await host.accept(agentAction({ sessionKey: "hook:other" }));
  await host.time.wait(80_000_000);
  expect(await healthOf(host.engine, host.time.clock())).toEqual({ status: "ok", reasons: [] });

  const later = await createTestHost(embedded);
  later.runner.script(failure({ retryAfterMs: 5_000_000 }));
  await later.accept(agentAction());
  await later.accept(agentAction());
  await later.time.wait(4_000_000);
  expect((await healthOf(later.engine, later.time.clock())).status).not.toBe("failing");

  const resting = await createTestHost(embedded, { isStarted: false });
  await resting.accept(agentAction());
  await resting.time.wait(3_600_000);
  const paused = { runner: "http", provider: "openai", since: 0, code: "unauthorized" };
  const { engine } = resting;
  const status = async () => ({ ...(await engine.status()), pausedRunners: [paused] });
  expect(await healthOf({ ...engine, status }, resting.time.clock())).toEqual({
    status: "degraded",
    reasons: [
      'runner: The runner "http" is paused for models of "openai": unauthorized. Correct the cause; a reload goes on at once.',
    ],
  });
});

interface Request {
  readonly path: string;
  readonly body: string;
  readonly method: string;
}

function call({ folder }: TestHost, { path, body, method }: Request): Promise<object> {
  const socketPath = socketOf(folder)?.path;
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
