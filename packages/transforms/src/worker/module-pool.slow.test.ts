// A pool of real workers: how it grows, shrinks, refuses and ends.
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { skipTitle } from "../../../../tools/test-support/skip-title.mjs";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { WRITES_DEEP_JSON } from "../../../../tools/test-support/writes-deep-json.ts";
import { createStarter } from "../../test/support/real-workers.ts";
import type { ModuleRunner } from "../load/module-runner.ts";
import {
  createCallQueue,
  createModulePool,
  MAX_WAITING_BYTES,
  MAX_WAITING_CALLS,
} from "./module-pool.ts";
import type { TransformWorker } from "./start-worker.ts";
import type { WaitingCall } from "./waiting-call.ts";
import { createWorkerRegistry, residentMb } from "./worker-registry.ts";

const MODULE = `
  export default async ({ payload }) => {
    if (payload.ms) await new Promise((resolve) => setTimeout(resolve, payload.ms));
    if (payload.exit) process.exit(payload.exit);
    return process.pid;
  };`;

const callWith = (payload: object, timeoutMs = 10_000) => ({
  path: ["default"],
  context: { payload },
  timeoutMs,
});

async function createPool({ code = MODULE, workers = 2, idleMs = 60_000 } = {}): Promise<{
  readonly pool: ModuleRunner;
  readonly alive: Set<TransformWorker>;
}> {
  const start = await createStarter(code);
  const alive = new Set<TransformWorker>();
  const pool = createModulePool({
    start: () => {
      const worker = start();
      alive.add(worker);
      void worker.gone.then(() => alive.delete(worker));
      return worker;
    },
    retire: (worker) => worker.retire(),
    workers,
    idleMs,
  });
  return { pool, alive };
}

async function pidsOf(pool: ModuleRunner, calls: readonly object[]): Promise<ReadonlySet<unknown>> {
  const outcomes = await Promise.all(calls.map((payload) => pool.call(callWith(payload))));
  return new Set(outcomes.map((outcome) => outcome.kind === "result" && outcome.result));
}

test("createModulePool() serves quick calls with one worker", async () => {
  const { pool, alive } = await createPool({ workers: 3 });
  // Calls that are served before the pool may grow are quick, however busy the machine is.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { size } = await pidsOf(pool, Array(20).fill({}));
  vi.advanceTimersByTime(1_000);
  expect([size, alive.size]).toEqual([1, 1]);
});

test("createModulePool() serves slow calls with as many workers as allowed", async () => {
  const { pool } = await createPool({ workers: 3 });
  const seen = new Set<unknown>();
  const serveSlow = async (): Promise<number> => {
    for (const pid of await pidsOf(pool, Array(9).fill({ ms: 150 }))) seen.add(pid);
    return seen.size;
  };
  // The start of a worker takes a different time on each machine.
  await expect.poll(serveSlow).toBe(3);
  expect(await serveSlow()).toBe(3);
});

test("createModulePool() retires idle workers except the first", async () => {
  const { pool, alive } = await createPool({ idleMs: 100 });
  const serving = pidsOf(pool, Array(4).fill({ ms: 150 }));
  await expect.poll(() => alive.size, { interval: 10 }).toBe(2);
  const pids = await serving;
  await expect.poll(() => alive.size).toBe(1);
  const [first] = pids;
  expect(await pidsOf(pool, [{}])).toEqual(new Set([first]));
});

test("createModulePool() keeps the first worker, however long it is idle", async () => {
  const { pool, alive } = await createPool({ idleMs: 1 });
  await pool.load();
  const first = await pidsOf(pool, [{}]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await pidsOf(pool, [{}])).toEqual(first);
  expect(alive.size).toBe(1);
});

test("createModulePool() replaces a worker that ends, between calls and within one", async () => {
  const { pool, alive } = await createPool({ workers: 1 });
  await pool.load();
  for (const worker of alive) worker.kill("by the test");
  expect(await pool.call(callWith({}))).toMatchObject({ kind: "result" });
  const calls = [{ exit: 7 }, {}, {}].map((payload) => pool.call(callWith(payload)));
  expect(await Promise.all(calls)).toMatchObject([
    { kind: "failed", reason: "ended its worker with exit code 7" },
    { kind: "result" },
    { kind: "result" },
  ]);
});

test("createModulePool() fails one call for each start that fails, and then starts no further worker", async () => {
  const { pool } = await createPool({ code: "throw new Error('not today');", workers: 1 });
  const calls = [1, 2, 3].map(() => pool.call(callWith({})));
  for (const outcome of await Promise.all(calls)) {
    expect(outcome).toMatchObject({ kind: "threw", thrown: { message: "not today" } });
  }
});

test("createModulePool() continues with its workers if no further one can be started", async () => {
  const marker = join(createTempDir(), "started");
  const code = `
    import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(marker)}, "", { flag: "wx" });
    ${MODULE}`;
  const { pool, alive } = await createPool({ code });
  await pool.load();
  const calls = Array.from({ length: 3 }, () => pool.call(callWith({ ms: 200 })));
  await expect.poll(() => alive.size, { interval: 5 }).toBe(2);
  const outcomes = await Promise.all(calls);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["result"]));
});

test("createModulePool() includes waiting in the time limit, and reports it", async () => {
  const { pool } = await createPool({ workers: 1 });
  await pool.load();
  const slow = pool.call(callWith({ ms: 600 }));
  expect(await pool.call(callWith({}, 200))).toEqual({
    kind: "overloaded",
    reason: "waited 200 ms for a worker",
  });
  expect(await slow).toMatchObject({ kind: "result" });
});

test("createModulePool() starts no worker after all waiting calls have expired", async () => {
  const { pool, alive } = await createPool();
  await pool.load();
  const slow = pool.call(callWith({ ms: 200 }));
  // Both limits end before the time after which a pool grows.
  const late = [1, 2].map((timeoutMs) => pool.call(callWith({}, timeoutMs)));
  expect(await Promise.all(late)).toMatchObject([
    { reason: "waited 1 ms for a worker" },
    { reason: "waited 2 ms for a worker" },
  ]);
  await slow;
  expect(alive.size).toBe(1);
});

test("createModulePool() refuses calls when too many wait", async () => {
  const { pool } = await createPool({ workers: 1 });
  await pool.load();
  const slow = pool.call(callWith({ ms: 300 }, 10_000));
  const waiting = Array.from({ length: 10_000 }, () => pool.call(callWith({}, 50)));
  expect(await pool.call(callWith({}))).toEqual({
    kind: "overloaded",
    reason: "has 10000 events waiting",
  });
  await Promise.all(waiting);
  expect(await slow).toMatchObject({ kind: "result" });
});

test("createModulePool() fails a call whose payload is nested too deeply", async () => {
  const { pool, alive } = await createPool();
  const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  const call = { ...callWith({}), context: { payload: deep } };
  const answer = await pool.call(call);
  if (WRITES_DEEP_JSON) {
    expect(answer).toMatchObject({ kind: "result" });
    return;
  }
  expect(answer).toMatchObject({
    kind: "failed",
    reason: expect.stringMatching(/nested too deeply/),
  });
  expect(alive.size).toBe(0);
});

test("createModulePool() refuses calls when too many bytes wait, and takes calls again after that", async () => {
  const { pool } = await createPool({ workers: 1 });
  await pool.load();
  const slow = pool.call(callWith({ ms: 300 }));
  const large = callWith({ text: "x".repeat(9 * 1024 * 1024) }, 20_000);
  const waiting = [1, 2, 3].map(() => pool.call(large));
  expect(await pool.call(large)).toMatchObject({
    kind: "overloaded",
    reason: expect.stringMatching(/^has 2831\d{4} bytes of events waiting$/),
  });
  expect(await Promise.all([slow, ...waiting])).toMatchObject(Array(4).fill({ kind: "result" }));
  expect(await pool.call(large)).toMatchObject({ kind: "result" });
});

test("createModulePool() answers waiting and later calls when it is closed", async () => {
  const { pool, alive } = await createPool({ workers: 1 });
  const calls = [{ ms: 200 }, {}].map((payload) => pool.call(callWith(payload)));
  const closed = pool.close(1_000);
  expect(await Promise.all(calls)).toMatchObject([{ kind: "result" }, { kind: "result" }]);
  await closed;
  expect(alive.size).toBe(0);
  expect(await pool.call(callWith({}))).toMatchObject({ kind: "result" });
  await expect.poll(() => alive.size).toBe(0);
});

test("createModulePool() fails running calls when it is stopped, and begins none after that", async () => {
  const { pool, alive } = await createPool({ workers: 1 });
  await pool.load();
  const calls = [{ ms: 60_000 }, {}].map((payload) => pool.call(callWith(payload, 60_000)));
  const closed = pool.close(60_000);
  pool.stop();
  const ended = { kind: "failed", reason: "was ended with the server" };
  expect(await Promise.all([...calls, pool.call(callWith({}))])).toEqual([ended, ended, ended]);
  await closed;
  expect(alive.size).toBe(0);
});

test("createModulePool() ends retired workers when it is stopped", async () => {
  const { pool, alive } = await createPool({
    code: "setInterval(() => undefined, 10); export default () => 1;",
  });
  await pool.load();
  const closed = pool.close(60_000);
  pool.stop();
  await closed;
  expect(alive.size).toBe(0);
});

test("createModulePool() does not retry a call that was not begun when it was stopped", async () => {
  const { pool, alive } = await createPool({
    code: "export default () => setTimeout(() => { while (true); }, 0) && 1;",
    workers: 1,
  });
  await pool.load();
  // The worker no longer reads when the second event comes.
  expect(await pool.call(callWith({}))).toMatchObject({ kind: "result" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const call = pool.call(callWith({}));
  pool.stop();
  expect(await call).toEqual({ kind: "failed", reason: "was ended with the server" });
  await pool.close(0);
  expect(alive.size).toBe(0);
});

const callOf = (bytes: number): WaitingCall<object> => ({
  call: { path: [], context: "", timeoutMs: 1 },
  bytes,
  settle: () => undefined,
  isSettled: () => false,
});

test("createCallQueue() gives calls in their order, and those that were put back first", () => {
  const queue = createCallQueue<object>();
  const [first, second, third] = [callOf(1), callOf(1), callOf(1)];
  for (const call of [first, second, third]) expect(queue.add(call)).toBe(undefined);
  expect(queue.takeFirst()).toBe(first);
  queue.putBack(first);
  queue.remove(second);
  queue.remove(second);
  expect([queue.takeFirst(), queue.takeFirst(), queue.takeFirst()]).toEqual([
    first,
    third,
    undefined,
  ]);
});

test("createCallQueue() refuses a call beyond the limit of calls", () => {
  const queue = createCallQueue<object>();
  for (let count = 0; count < MAX_WAITING_CALLS; count++) queue.add(callOf(1));
  expect(queue.add(callOf(1))).toBe("has 10000 events waiting");
  queue.takeFirst();
  expect(queue.add(callOf(1))).toBe(undefined);
});

test("createCallQueue() refuses a call beyond the limit of bytes, and takes one that is alone", () => {
  const queue = createCallQueue<object>();
  const [half, large] = [callOf(MAX_WAITING_BYTES / 2), callOf(2 * MAX_WAITING_BYTES)];
  expect([queue.add(half), queue.add(half)]).toEqual([undefined, undefined]);
  expect(queue.add(callOf(1))).toBe("has 33554432 bytes of events waiting");
  queue.remove(half);
  expect(queue.add(callOf(1))).toBe(undefined);
  queue.takeFirst();
  queue.takeFirst();
  expect(queue.add(large)).toBe(undefined);
  queue.takeFirst();
  queue.putBack(large);
  expect(queue.add(callOf(1))).toBe("has 67108864 bytes of events waiting");
  expect(queue.length()).toBe(1);
});

test("createWorkerRegistry() ends all workers with the process, and listens only while workers exist", async () => {
  const listeners = process.listenerCount("exit");
  const start = await createStarter("export default () => 1;");
  const registry = createWorkerRegistry();
  const workers = [start(), start()];
  for (const worker of workers) registry.add(worker, 64);
  expect(registry.count()).toBe(2);
  const [atExit] = process.listeners("exit").slice(-1);
  expect(process.listenerCount("exit")).toBe(listeners + 2);
  atExit?.(0);
  expect(await Promise.all(workers.map(({ gone }) => gone))).toEqual([
    "was ended with the server",
    "was ended with the server",
  ]);
  await expect.poll(() => registry.count()).toBe(0);
  expect(process.listenerCount("exit")).toBe(listeners + 1);
});

test("createWorkerRegistry() kills a retired worker after its grace period", async () => {
  const start = await createStarter("setInterval(() => undefined, 10); export default () => 1;");
  const registry = createWorkerRegistry();
  const worker = start();
  registry.add(worker, 64);
  await worker.loaded;
  registry.retire(worker, { graceMs: 100, module: "a.js", maxRetiring: 4 });
  expect(await worker.gone).toBe("was ended after its grace period");
});

test("createWorkerRegistry() kills the oldest retiring workers of a module beyond the limit", async () => {
  const start = await createStarter("setInterval(() => undefined, 10); export default () => 1;");
  const registry = createWorkerRegistry();
  const workers = Array.from({ length: 5 }, start);
  for (const worker of workers) registry.add(worker, 64);
  await Promise.all(workers.map(({ loaded }) => loaded));
  for (const [index, worker] of workers.entries()) {
    const module = index === 0 ? "other.js" : "a.js";
    registry.retire(worker, { graceMs: 60_000, module, maxRetiring: 2 });
  }
  const ended = await Promise.all(workers.slice(1, 3).map(({ gone }) => gone));
  expect(ended).toEqual(["was replaced by a newer worker", "was replaced by a newer worker"]);
  await expect.poll(() => registry.count()).toBe(3);
});

const noLinux = process.platform === "linux" ? undefined : "this is not Linux";

test.skipIf(noLinux !== undefined)(
  skipTitle("residentMb() reads the memory of a process", noLinux),
  () => {
    const ours = process.memoryUsage.rss() / 1024 / 1024;
    expect(residentMb(process.pid) / ours).toBeCloseTo(1, 0);
  },
);

test("residentMb() returns 0 for a process that does not exist", () => {
  expect(residentMb(undefined)).toBe(0);
});
