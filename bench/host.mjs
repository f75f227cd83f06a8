// The host with a runner that answers at once: runs per second, the time from an answer to the start of its turn,
// and 10,000 waiting runs of one key beside 1,000 other keys. The store is on a disk: BENCH_FOLDER names
// another folder.
import { printTable } from "./shared/interleave.mjs";
import { openHost } from "./shared/open-host.mjs";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);

export async function run() {
  await measureThroughput();
  await measureLatency();
  await measureBacklog();
}

const RUNS = 2_000;

async function measureThroughput() {
  const rows = [];
  for (const [name, maxConcurrent, deliver] of [
    ["4 in parallel", 4, false],
    ["32 in parallel", 32, false],
    ["32 in parallel, each answer delivered", 32, true],
  ]) {
    const perSecond = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bench = await openHost({ maxConcurrent });
      await bench.host.start();
      const start = performance.now();
      for (let done = 0; done < RUNS; done += 100) {
        await Promise.all(
          Array.from({ length: 100 }, (_, index) => bench.accept(`key ${done + index}`, deliver)),
        );
      }
      await until(async () => {
        const { runs, deliveries } = await bench.host.status();
        return runs.done === RUNS && deliveries.sent === (deliver ? RUNS : 0);
      });
      perSecond.push((RUNS / (performance.now() - start)) * 1_000);
      await bench.close();
    }
    rows.push([name, middle(perSecond).toFixed(0)]);
  }
  printTable("Runs: accepted, claimed, taken, stored", ["host", "runs/s"], rows);
}

async function measureLatency() {
  const bench = await openHost({ maxConcurrent: 4 });
  await bench.host.start();
  /** @type {Map<string, number>} */
  const startedAt = new Map();
  bench.onTurn(({ id }) => void startedAt.set(id, performance.now()));
  const accepts = [];
  const waits = [];
  for (let round = 0; round < 300; round++) {
    const before = performance.now();
    const { runId } = await bench.accept(`key ${round}`);
    const answered = performance.now();
    accepts.push(answered - before);
    await until(() => startedAt.has(runId), 0);
    waits.push(startedAt.get(runId) - answered);
    await until(async () => (await bench.host.status()).runs.done === round + 1, 1);
  }
  await bench.close();
  printTable(
    "One action at a time",
    ["ms", "median", "99 %"],
    [
      ["action → answer", ...quantiles(accepts)],
      ["answer → start of its turn", ...quantiles(waits)],
    ],
  );
}

const WAITING = 10_000;
const KEYS = 1_000;

/** The turn of the long key does not end, so its other runs wait the whole time. */
async function measureBacklog() {
  const rows = [];
  for (const waiting of [0, WAITING]) {
    const times = [];
    let memory = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const bench = await openHost({ maxConcurrent: 5 });
      let release = () => undefined;
      const held = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
      bench.onTurn(({ sessionKey }) => (sessionKey === "long" ? held : undefined));
      for (let done = 0; done <= waiting; done += 100) {
        const left = Math.min(100, waiting + 1 - done);
        await Promise.all(Array.from({ length: left }, () => bench.accept("long")));
      }
      for (let done = 0; done < KEYS; done += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, n) => bench.accept(`key ${done + n}`)));
      }
      globalThis.gc?.();
      memory = process.memoryUsage().heapUsed / 1e6;
      const start = performance.now();
      await bench.host.start();
      await until(async () => (await bench.host.status()).runs.done === KEYS);
      times.push(performance.now() - start);
      // The rest of the long key need not be carried out.
      const stopped = bench.host.stop();
      release();
      await stopped;
      await bench.close();
    }
    const ms = middle(times);
    rows.push([String(waiting), (KEYS / (ms / 1_000)).toFixed(0), memory.toFixed(0)]);
  }
  printTable(
    `${KEYS} runs of ${KEYS} keys, beside waiting runs of one key; 4 in parallel`,
    ["waiting", "runs/s", "heap, MB"],
    rows,
  );
}

/** Asking costs the host time, so long waits ask seldom. @param {() => boolean | Promise<boolean>} isReached */
async function until(isReached, everyMs = 10) {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}

/** @param {readonly number[]} values */
function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param {readonly number[]} values */
function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return [0.5, 0.99].map((share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
}
