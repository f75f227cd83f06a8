// node bench/soak/retention.mjs [runs]: a store is filled with runs that have ended, and a host starts on it a month later,
// while actions arrive. Prints the size of the files before and after, and what the deletion costs a sender; exits
// with 1 if the store keeps the space, or forgets a run that is not old.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createStateFolder, openHost } from "../shared/open-host.mjs";

const RUNS = Number(process.argv[2] ?? 5_000);
const AT_ONCE = 100;
const MONTH_MS = 31 * 86_400_000;
const PROBES = 200;
const MIB = 1_048_576;
/** An empty store, the runs of the probes, events that still wait, and pages that are not full. */
const KEPT_MIB = 4;
/** That of a host: events that wait are never forgotten. */
const maxWaitingEvents = 1_000;

const stateFolder = createStateFolder();
const first = await openHost({ maxConcurrent: 32, stateFolder, maxWaitingEvents });
await first.host.start();
for (let sent = 0; sent < RUNS; sent += AT_ONCE) {
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => first.accept(`key ${sent + index}`, true)),
  );
}
await untilDone(first, RUNS);
const usual = await probe(first);
const ended = RUNS + PROBES;
await untilDone(first, ended);
await first.host.stop();
const full = sizeOf();

const later = await openHost({
  maxConcurrent: 32,
  stateFolder,
  maxWaitingEvents,
  clock: () => Date.now() + MONTH_MS,
});
const startedAt = performance.now();
await later.host.start();
const during = await probe(later);
await until(async () => (await later.host.status()).runs.done === PROBES);
const deletedMs = performance.now() - startedAt;
await until(() => sizeOf() < KEPT_MIB * MIB, 60_000);
const smallMs = performance.now() - startedAt;
const small = sizeOf();
const { runs } = await later.host.status();
await later.host.stop();
rmSync(stateFolder, { recursive: true });

const rows = {
  "runs that ended, with a delivery each": ended,
  "files before, MiB": (full / MIB).toFixed(1),
  "files after, MiB": (small / MIB).toFixed(1),
  "old runs deleted and the new ones done after, seconds": (deletedMs / 1_000).toFixed(1),
  "given back after, seconds": (smallMs / 1_000).toFixed(1),
  "an action is accepted in, ms (median, 99 %)": usual,
  "the same while old runs are deleted": during,
};
for (const [name, value] of Object.entries(rows)) console.log(`${name}: ${value}`);
const broken = [
  ...(small < KEPT_MIB * MIB ? [] : ["the store keeps the space"]),
  ...(runs.done === PROBES ? [] : [`${runs.done} runs are in the store instead of ${PROBES}`]),
];
console.log(broken.length === 0 ? "every rule is kept" : `BROKEN: ${broken.join("; ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** Actions one after the other. @param {Awaited<ReturnType<typeof openHost>>} bench */
async function probe(bench) {
  const times = [];
  for (let index = 0; index < PROBES; index++) {
    const start = performance.now();
    await bench.accept(`probe ${index}`);
    times.push(performance.now() - start);
    await pause(5);
  }
  times.sort((a, b) => a - b);
  return [0.5, 0.99].map((share) => (times[Math.floor(PROBES * share)] ?? 0).toFixed(1)).join(", ");
}

/** The store with its log of writes. */
function sizeOf() {
  return readdirSync(stateFolder)
    .filter((name) => /^ledger\.sqlite(-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(stateFolder, name)).size, 0);
}

/** @param {Awaited<ReturnType<typeof openHost>>} bench @param {number} count */
function untilDone(bench, count) {
  return until(async () => {
    const { runs, deliveries } = await bench.host.status();
    return runs.done === count && deliveries.sent >= RUNS;
  });
}

/** @param {() => boolean | Promise<boolean>} isReached @param {number} [giveUpMs] */
async function until(isReached, giveUpMs = 600_000) {
  const giveUpAt = performance.now() + giveUpMs;
  while (!(await isReached()) && performance.now() < giveUpAt) await pause(50);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
