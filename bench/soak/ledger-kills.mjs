// node bench/soak/ledger-kills.mjs [kills]: a process that accepts and ends runs is killed with SIGKILL at
// moments that nobody chooses, again and again on one store. Then the store is compared with what the
// process had confirmed. The exit code is 1 where anything is missing, made twice, or out of order.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openLedger } from "../../packages/host/build/ledger/open-ledger.js";

const KILLS = Number(process.argv[2] ?? 100);
const MAX_UPTIME_MS = 400;
const ALL = 10_000_000;
const WORKER = fileURLToPath(new URL("shared/ledger-worker.mjs", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
/** Ids of runs that were reported to a caller. @type {Set<string>} */
const accepted = new Set();
/** @type {Set<string>} */
const ended = new Set();

let starts = 0;
const startedAt = Date.now();
while (starts < KILLS) await startAndKill(String(starts++));
const problems = await compare();
rmSync(folder, { recursive: true });
process.exitCode = problems === 0 ? 0 : 1;

/** @param {string} start */
async function startAndKill(start) {
  const child = spawn(process.execPath, [WORKER, folder, start], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  const lines = createInterface({ input: child.stdout });
  // With the first line the store is open: from now on it works.
  lines.once("line", () => {
    setTimeout(() => child.kill("SIGKILL"), Math.random() * MAX_UPTIME_MS);
  });
  for await (const line of lines) {
    const [kind, id = ""] = line.split(" ");
    (kind === "accepted" ? accepted : ended).add(id);
  }
  const code = await exited;
  if (code !== null) throw new Error(`process ${start} ended by itself: code ${code}`);
}

async function compare() {
  const limits = { maxRuns: 0, maxRunsPerKey: 0, maxWaitingEvents: 0, minFreeBytes: 0 };
  const opened = await openLedger({ folder, limits, clock: Date.now, warn: console.error });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { ledger } = opened;
  const runs = new Map(
    (await ledger.runs({ limit: ALL })).items.toReversed().map((run) => [run.id, run]),
  );
  const done = new Set(
    [...runs.values()].filter(({ state }) => state === "done").map(({ id }) => id),
  );
  const sessions = (await ledger.sessions({ limit: ALL })).items;
  const turns = await Promise.all(sessions.map(({ agentId, key }) => ledger.history(agentId, key)));
  const order = [...runs.keys()];
  const places = new Map(order.map((id, place) => [id, place]));
  const results = {
    "accepted runs that are not in the store": missing(accepted, runs),
    "ended runs that are not done": missing(ended, done),
    "turns of the history": difference(
      turns.flat().map(({ turnId }) => turnId),
      done,
    ),
    summaries: difference(
      (await ledger.events({ limit: ALL })).items.map(({ runId }) => runId),
      done,
    ),
    deliveries: difference(
      (await ledger.deliveries({ limit: ALL })).items.map(({ id }) => id.split(" ")[1]),
      done,
    ),
    "turns out of the order of their key": turns.flatMap((list) => unordered(list, places)).length,
    "runner's states that are not of the newest turn": sessions.filter(
      ({ runnerState }, index) => runnerState !== turns[index]?.at(-1)?.turnId,
    ).length,
    "states of runs that are counted wrong": wrongCounts((await ledger.counts()).runs, [
      ...runs.values(),
    ]),
  };
  await ledger.close();
  console.log(`Kills: ${KILLS}, in ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`);
  console.log(`Confirmed: ${accepted.size} accepted, ${ended.size} ended`);
  console.log(`In the store: ${runs.size} runs, of which ${done.size} are done`);
  console.log("Missing, too many, or wrong:");
  for (const [name, count] of Object.entries(results)) console.log(`  ${name}: ${count}`);
  return Object.values(results).reduce((sum, count) => sum + count, 0);
}

/** @param {ReadonlySet<string>} wanted @param {{ has(id: string): boolean }} found */
function missing(wanted, found) {
  return [...wanted].filter((id) => !found.has(id)).length;
}

/** How many of the wanted ids are not there exactly once, and how many others are. @param {string[]} found @param {ReadonlySet<string>} wanted */
function difference(found, wanted) {
  const once = new Set(found);
  return found.length - once.size + missing(wanted, once) + missing(once, wanted);
}

/** @param {{ turnId: string }[]} turns @param {ReadonlyMap<string, number>} places */
function unordered(turns, places) {
  const order = turns.map(({ turnId }) => places.get(turnId) ?? -1);
  return order.filter((place, index) => index > 0 && place <= order[index - 1]);
}

/** @param {Record<string, number>} counts @param {{ state: string }[]} runs */
function wrongCounts(counts, runs) {
  return Object.entries(counts).filter(
    ([state, count]) => runs.filter((run) => run.state === state).length !== count,
  ).length;
}
