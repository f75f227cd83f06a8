// Real workers in a registry, and real processes.
import { expect, test } from "vitest";
import { skipTitle } from "../../../../tools/shared/skip-title.mjs";
import { createStarter } from "../../test/support/real-workers.ts";
import { createWorkerRegistry, residentMb } from "./worker-registry.ts";

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
