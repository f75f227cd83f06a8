// Payloads of two sizes in shapes that are much work → the time of their redaction grows with their size.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { expectLinearTime, startWorker } from "../../../tools/test-support/growth.ts";
import { costlyPayloads } from "./costly-payloads.mjs";

// Only what is not redacted in linear time needs so long.
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

const SIZE = 6_000;

const folder = mkdtempSync(join(tmpdir(), "hookwright-"));
const bundle = join(folder, "record.cjs");
const worker = startWorker(new URL("measure-redaction.mjs", import.meta.url), [
  pathToFileURL(bundle).href,
]);

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL("../src/record/redact.ts", import.meta.url))],
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

test.each(costlyPayloads().map(([name], index) => [name, index] as const))(
  "createRedactor() takes linear time for %s",
  async (_name, index) => {
    let isDone = false;
    onTestFinished(() => {
      // It may be at work for minutes still.
      if (!isDone) worker.end();
    });
    await expectLinearTime((size) => worker.measure(index, size), SIZE);
    isDone = true;
  },
);

test("expectLinearTime() notices work whose time is quadratic", async () => {
  const quadratic = async (size: number) => ({ work: size ** 2 / 10_000 });
  await expect(expectLinearTime(quadratic, SIZE)).rejects.toThrow("grows faster than the size");
});

test("expectLinearTime() accepts work that is slower by a factor where it no longer fits a cache", async () => {
  const jump = async (size: number) => ({ work: size === SIZE ? 2_000 : size * 2 });
  await expectLinearTime(jump, SIZE);
});
