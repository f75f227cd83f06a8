// The host's store: what a commit costs alone and in groups, what a claim costs behind many waiting runs,
// and how much room runs take. The folder is on a disk: BENCH_FOLDER names another one.
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { interleave, printTable } from "./shared/interleave.mjs";
import { accept, end, NOON, openEmpty, RUN } from "./shared/ledger-store.mjs";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 9);
export async function run() {
  await measureAccepts();
  await measureRuns();
  await measureClaims();
  await measureSize();
}

async function measureAccepts() {
  const { ledger, folder, close } = await openEmpty();
  const file = openSync(join(folder, "plain"), "w");
  const page = Buffer.alloc(8_192, "x");
  /** @param {number} parallel @param {number} count */
  const accepts = async (parallel, count) => {
    for (let done = 0; done < count; done += parallel) {
      await Promise.all(
        Array.from({ length: parallel }, (_, index) => accept(ledger, `key ${index}`)),
      );
    }
  };
  const measures = new Map([
    [
      "a file: write 8 KB, fsync",
      () =>
        perSecond(200, () => {
          for (let index = 0; index < 200; index++) {
            writeSync(file, page);
            fsyncSync(file);
          }
        }),
    ],
    ["accept(), one after the other", () => perSecond(200, () => accepts(1, 200))],
    ["accept(), 8 at once", () => perSecond(800, () => accepts(8, 800))],
    ["accept(), 64 at once", () => perSecond(3_200, () => accepts(64, 3_200))],
  ]);
  await printRates("Commits per second", measures);
  closeSync(file);
  await close();
}

async function measureRuns() {
  const { ledger, close } = await openEmpty();
  /** @param {number} parallel */
  const runs = async (parallel) => {
    for (let done = 0; done < 200; done += parallel) {
      const keys = Array.from({ length: parallel }, (_, index) => `key ${index}`);
      await Promise.all(keys.map((key) => accept(ledger, key)));
      const claimed = await ledger.claimRuns({ now: NOON, limit: parallel });
      await Promise.all(claimed.map((one) => end(ledger, one.run)));
    }
  };
  await printRates(
    "Runs per second: accepted, claimed, and ended with history, summary and delivery",
    new Map([1, 4, 16].map((n) => [`${n} at once`, () => perSecond(200, () => runs(n))])),
  );
  await close();
}

async function measureClaims() {
  const names = ["1,000 keys", "1,000 keys beside 10,000 waiting runs of one key"];
  const stores = new Map();
  for (const name of names) {
    const { ledger, close } = await openEmpty();
    const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    const crowd = name === names[0] ? [] : Array.from({ length: 10_000 }, () => "crowd");
    await Promise.all([...crowd, ...keys, ...keys].map((key) => accept(ledger, key)));
    stores.set(name, { ledger, close });
  }
  // Processor time: the disk takes the same for both.
  const times = await interleave(
    names,
    async (name) => {
      const { ledger } = stores.get(name);
      const before = process.cpuUsage();
      const claims = Array.from({ length: 50 }, () => ledger.claimRuns({ now: NOON, limit: 1 }));
      const claimed = (await Promise.all(claims)).flat();
      const { user, system } = process.cpuUsage(before);
      const back = { kind: "run", state: "queued", at: NOON, countAttempt: false };
      await ledger.commit(claimed.map((one) => ({ ...back, runId: one.run.id })));
      return (user + system) / claimed.length;
    },
    { rounds: ROUNDS },
  );
  const rows = [...times].map(([name, { value, ratio, low, high }]) => [
    name,
    `${value.toFixed(0)} µs`,
    `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  ]);
  printTable("One claim, 50 in a transaction", ["waiting", "processor time", "ratio"], rows);
  for (const { close } of stores.values()) await close();
}

async function measureSize() {
  const { ledger, close } = await openEmpty();
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index % 1_000}`);
  await Promise.all(keys.map((key) => accept(ledger, key)));
  const waiting = (await ledger.counts()).bytes;
  for (;;) {
    const claimed = await ledger.claimRuns({ now: NOON, limit: 500 });
    if (claimed.length === 0) break;
    await Promise.all(claimed.map((one) => end(ledger, one.run)));
  }
  const ended = (await ledger.counts()).bytes;
  const own = keys.length * JSON.stringify(RUN.action).length;
  await close();
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  printTable(
    "Room of 10,000 runs, the log of writes included",
    ["state", "size"],
    [
      ["their actions as JSON", megabytes(own)],
      ["waiting", megabytes(waiting)],
      ["ended, with history, summary and delivery", megabytes(ended)],
    ],
  );
}

/** @param {number} count @param {() => Promise<void> | void} work */
async function perSecond(count, work) {
  const start = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - start);
}

/** @param {string} title @param {ReadonlyMap<string, () => Promise<number>>} measures */
async function printRates(title, measures) {
  const rates = await interleave([...measures.keys()], (name) => measures.get(name)?.() ?? 0, {
    rounds: ROUNDS,
  });
  const rows = [...rates].map(([name, { value, ratio, low, high }]) => [
    name,
    Math.round(value).toLocaleString("en"),
    `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  ]);
  printTable(title, ["what", "per second", "ratio"], rows);
}
