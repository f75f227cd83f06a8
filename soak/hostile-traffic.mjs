// node soak/hostile-traffic.mjs [rounds]: bursts of 1,000 requests at a server, with hostile
// modules and without them, in turn. Prints latencies and their ratio. Build first.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startHostileServer } from "./shared/hostile-server.mjs";

const ROUNDS = Number(process.argv[2] ?? 15);
const KINDS = ["plain", "ordinary"];

const { port, token, loader } = await startHostileServer();
const bursts = await startPeer("burst-peer.mjs");
const hostile = await startPeer("hostile-peer.mjs");

for (const kind of KINDS) await bursts.ask({ port, token, kind });
const table = [];
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of KINDS) {
    const quiet = await bursts.ask({ port, token, kind });
    await hostile.ask({ port, token, run: true });
    // Waits until the hostile modules hang, fill memory and are replaced.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const busy = await bursts.ask({ port, token, kind });
    const events = await hostile.ask({ port, token, run: false });
    table.push({ kind, quiet, busy, events: events.count });
  }
}
for (const kind of KINDS) report(kind);
bursts.end();
hostile.end();
await loader.close(0);
process.exit();

/** @param {string} kind */
function report(kind) {
  const rows = table.filter((row) => row.kind === kind);
  const of = (/** @type {(row: any) => number} */ pick) => median(rows.map(pick)).toFixed(1);
  const ratios = rows.map(({ quiet, busy }) => busy.p99 / quiet.p99).sort((a, b) => a - b);
  const good = ratios.filter((ratio) => ratio <= 2).length;
  const wrong = rows.reduce((sum, { quiet, busy }) => sum + quiet.wrong + busy.wrong, 0);
  console.log(`
${kind === "plain" ? "mapping with a template" : "mapping with a transform of its own"}, ${rows.length} bursts of 1,000
  p50 quiet ${of((row) => row.quiet.p50)} ms, busy ${of((row) => row.busy.p50)} ms
  p99 quiet ${of((row) => row.quiet.p99)} ms, busy ${of((row) => row.busy.p99)} ms
  p99 ratio: median ${median(ratios).toFixed(2)}, from ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}; ${good} of ${ratios.length} at most 2
  wrong or missing answers: ${wrong}; hostile events meanwhile: ${of((row) => row.events)} a burst`);
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Clients have processes of their own, as in production.
 *
 * @param {string} script
 */
async function startPeer(script) {
  const child = fork(fileURLToPath(new URL(`shared/${script}`, import.meta.url)));
  /** @param {object} question @returns {Promise<any>} */
  const ask = (question) =>
    new Promise((resolve) => {
      child.once("message", resolve);
      child.send(question);
    });
  return { ask, end: () => child.kill() };
}
