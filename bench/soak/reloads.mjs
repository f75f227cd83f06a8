// node bench/soak/reloads.mjs [count]: reloads a module many times, and prints its memory.
// Build first. Worker mode should stay flat; inline mode grows, because Node never unloads a module.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransformLoader } from "@hookwright/transforms";

const RELOADS = Number(process.argv[2] ?? 500);
const dir = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
const folder = join(dir, "hooks/transforms");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "steady.js"), moduleText("steady"));

for (const isolation of ["worker", "inline"]) await soak(isolation);
rmSync(dir, { recursive: true });
// Background work of inline modules cannot be stopped.
process.exit();

/** @param {string} isolation */
async function soak(isolation) {
  console.log(
    `\n${isolation}: reloads, heap and RSS of the server in MB, processes, their RSS in MB`,
  );
  const mappings = ["changing.js", "steady.js"].map((module) => ({ transform: { module } }));
  const config = { hooks: { mappings, transforms: { isolation } } };
  const loader = createTransformLoader({ configFile: join(dir, "hooks.json5") });
  let loaded;
  for (let round = 0; round <= RELOADS; round++) {
    writeFileSync(join(folder, "changing.js"), moduleText(`${isolation} ${round}`));
    const next = await loader.load(config, { secrets: () => undefined });
    const { message } = await next.transforms["changing.js"].default({ payload: {} });
    if (message !== `${isolation} ${round}`) throw new Error(`old answer: ${message}`);
    // As in a server, the close of the old load is not awaited.
    void loaded?.close();
    loaded = next;
    if (round % (RELOADS / 10) === 0) report(round);
  }
  await loader.close(0);
  report("closed");
}

/**
 * The text has the size of a module with a small library, and leaves a timer running.
 *
 * @param {string} text
 */
function moduleText(text) {
  return `
    const table = ${JSON.stringify(Array.from({ length: 2_000 }, (_, index) => `entry ${index}`))};
    setInterval(() => table.length, 1_000);
    export default () => ({ message: ${JSON.stringify(text)} });`;
}

/** @param {number | string} round */
function report(round) {
  global.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const workers = workerSizes();
  const mb = (/** @type {number} */ bytes) => (bytes / 1024 / 1024).toFixed(0).padStart(5);
  const sum = workers.reduce((total, size) => total + size, 0);
  console.log(
    `${String(round).padStart(7)} ${mb(heapUsed)} ${mb(rss)} ${String(workers.length).padStart(5)} ${mb(sum)}`,
  );
}

/** Resident bytes of each worker of this process. */
function workerSizes() {
  const table = execFileSync("ps", ["-o", "rss=,args=", "--ppid", String(process.pid)]).toString();
  const workers = table.split("\n").filter((line) => line.includes("worker-"));
  return workers.map((line) => Number.parseInt(line, 10) * 1024);
}
