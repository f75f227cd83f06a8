// The text of a module → real workers that run it, without a config around them.
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { bundleWorker } from "../../src/modules/bundle-worker.ts";
import { createModuleCache } from "../../src/modules/module-cache.ts";
import {
  startWorker,
  type TransformWorker,
  type WorkerOptions,
} from "../../src/worker/start-worker.ts";

export async function createStarter(
  code: string,
  options: Partial<WorkerOptions> = {},
): Promise<() => TransformWorker> {
  const cache = createModuleCache();
  const started: TransformWorker[] = [];
  const main = cache.add("worker", await bundleWorker());
  const module = cache.add("module", code);
  onTestFinished(async () => {
    for (const worker of started) worker.kill("the test has ended");
    await Promise.all(started.map(({ gone }) => gone));
    cache.remove();
  });
  return () => {
    const worker = startWorker({
      script: main.ensureFile(),
      url: pathToFileURL(module.ensureFile()).href,
      env: process.env,
      memoryMb: 64,
      priority: 0,
      relay: undefined,
      loadTimeoutMs: 10_000,
      onBackground: () => undefined,
      ...options,
    });
    started.push(worker);
    return worker;
  };
}
