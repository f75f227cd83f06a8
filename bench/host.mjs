// The host with a runner that answers at once: runs per second, the time from an answer to the start of its turn,
// and 10,000 waiting runs of one key beside 1,000 other keys. The store is on a disk: BENCH_FOLDER names
// another folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost } from "@hookwright/host";
import { printTable } from "./shared/interleave.mjs";

const PARENT = process.env["BENCH_FOLDER"] ?? tmpdir();
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const TEXT = "A line of an ordinary message. ".repeat(32);

export async function run() {
  await measureThroughput();
  await measureLatency();
  await measureBacklog();
}

/** @param {{ maxConcurrent: number, deliver?: boolean }} options */
async function open({ maxConcurrent }) {
  const stateFolder = mkdtempSync(join(PARENT, "hookwright-bench-"));
  /** @type {((turn: { id: string, sessionKey: string }) => Promise<void> | void)} */
  let onTurn = () => undefined;
  const heartbeat = { everyMs: 0, minGapMs: 5_000, target: "none", ackMaxChars: 300 };
  const agentDefaults = { timeoutSeconds: 600, heartbeat };
  const created = await createHost({
    stateFolder,
    settings: {
      defaultAgent: "main",
      agents: new Map(),
      agentDefaults,
      maxConcurrent,
      timeZone: "UTC",
      mainKey: "main",
      modelAliases: new Map(),
      onInterrupted: "rerun",
      unknownDelivery: "resend",
      stopGraceMs: 30_000,
      retainMs: 30 * 86_400_000,
      defaultTo: new Map(),
      channels: new Map(),
    },
    limits: { maxRuns: 1e9, maxRunsPerKey: 1e9, maxWaitingEvents: 1e9, minFreeBytes: 0 },
    runner: {
      id: "bench",
      keepsHistory: false,
      async run(turn) {
        await onTurn(turn);
        return { ok: true, text: "Done." };
      },
    },
    channels: new Map([
      [
        "bench",
        {
          id: "bench",
          limit: 4_000,
          keyWindowMs: 0,
          parseRecipient: (to) => ({ ok: true, to }),
          send: async ({ key }) => ({ kind: "sent", id: key }),
        },
      ],
    ]),
  });
  if (!created.ok) throw new Error(created.problem.message);
  const { host } = created;
  let made = 0;
  return {
    host,
    /** @param {typeof onTurn} next */
    onTurn(next) {
      onTurn = next;
    },
    /** @param {string} sessionKey @param {boolean} [deliver] */
    accept(sessionKey, deliver = false) {
      const action = {
        kind: "agent",
        message: TEXT,
        parts: [{ kind: "untrusted", text: TEXT, source: "hook bench" }],
        untrustedText: TEXT,
        name: "Bench",
        sessionKey,
        wakeMode: "next-heartbeat",
        deliver,
        channel: "bench",
        to: sessionKey,
      };
      const number = made++;
      const context = {
        runId: `4f1f7f0e-5f0a-4d3c-9d4e-${String(number).padStart(12, "0")}`,
        name: "bench",
        mappingId: "bench",
        idempotencyKey: `key-${number}`,
        idempotencyTtlSeconds: 3_600,
        taintedFields: [],
        headers: {},
      };
      return host.dispatch(action, context);
    },
    async close() {
      await host.stop();
      rmSync(stateFolder, { recursive: true });
    },
  };
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
      const bench = await open({ maxConcurrent });
      await bench.host.start();
      const start = performance.now();
      for (let done = 0; done < RUNS; done += 100) {
        await Promise.all(
          Array.from({ length: 100 }, (_, index) => bench.accept(`key ${done + index}`, deliver)),
        );
      }
      await until(() => {
        const { runs, deliveries } = bench.host.status();
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
  const bench = await open({ maxConcurrent: 4 });
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
    await until(() => startedAt.has(runId));
    waits.push(startedAt.get(runId) - answered);
    await until(() => bench.host.status().runs.done === round + 1);
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
      const bench = await open({ maxConcurrent: 5 });
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
      await until(() => bench.host.status().runs.done === KEYS);
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

/** @param {() => boolean} isReached */
async function until(isReached) {
  while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
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
