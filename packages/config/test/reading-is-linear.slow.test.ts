// Costly configs of two sizes → the time until their problems are reported grows linearly with the size.
//
// The sizes are 10 and 160 kB; 4 and 64 kB for shapes that take half a second at 150 kB even in linear time.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, onTestFinished, test, vi } from "vitest";
import { expectLinearTime, startWorker } from "../../../tools/test-support/growth.ts";
import { costlyConfigs } from "./support/costly-configs.mjs";

// Only a config that is not read in linear time needs so long.
vi.setConfig({ testTimeout: 180_000 });
afterAll(() => vi.resetConfig());

const SIZE = 10_000;
const SIZE_OF_SLOW = 4_000;

/** In microseconds at the small size, for what takes half a second at 150 kB. */
const SLOW = 33_000;

const folder = mkdtempSync(join(tmpdir(), "hookwright-"));
const bundle = join(folder, "config.cjs");
const worker = startWorker(new URL("support/measure-reading.mjs", import.meta.url), [
  pathToFileURL(bundle).href,
]);

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../../tsconfig.test.json", import.meta.url)),
    bundle: true,
    platform: "node",
    outfile: bundle,
    logLevel: "error",
  });
});
afterAll(() => {
  worker.end();
  rmSync(folder, { recursive: true, force: true });
});

test.each(costlyConfigs().map(({ format, name }, index) => [format, name, index] as const))(
  "loadHooks() and formatProblems() take linear time for %s: %s",
  async (_format, _name, index) => {
    let isDone = false;
    onTestFinished(() => {
      // It may be at work for minutes still.
      if (!isDone) worker.end();
    });
    // The first one is slower than the others, as nothing is compiled to machine code yet.
    await worker.measure(index, SIZE_OF_SLOW);
    const times = Object.values(await worker.measure(index, SIZE));
    const isSlow = times.reduce((sum, time) => sum + time, 0) > SLOW;
    await expectLinearTime((size) => worker.measure(index, size), isSlow ? SIZE_OF_SLOW : SIZE);
    isDone = true;
  },
);
