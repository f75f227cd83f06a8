// Real processes that are killed while their workers run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";

// On a busy machine, processes start slowly.
vi.setConfig({ testTimeout: 30_000 });
afterAll(() => vi.resetConfig());

/** Starts a process that spins, has it watched, prints its id, and waits. */
const SERVER = `
  import { spawn } from "node:child_process";
  import { createReaper } from "./reaper.mjs";
  const reaper = createReaper();
  const spinning = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  reaper.watch([spinning.pid]);
  console.log(spinning.pid);
  setInterval(() => undefined, 1_000);`;

test("createReaper() ends spinning workers of a process that is killed", async () => {
  const dir = createTempDir({ "server.mjs": SERVER });
  await build({
    entryPoints: [fileURLToPath(new URL("create-reaper.ts", import.meta.url))],
    outfile: join(dir, "reaper.mjs"),
    format: "esm",
  });
  const server = spawn(process.execPath, [join(dir, "server.mjs")]);
  onTestFinished(() => void server.kill("SIGKILL"));
  const [printed] = (await once(server.stdout, "data")) as [Buffer];
  const spinning = Number(printed.toString());
  expect(isAlive(spinning)).toBe(true);
  server.kill("SIGKILL");
  await expect.poll(() => isAlive(spinning), { timeout: 10_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
