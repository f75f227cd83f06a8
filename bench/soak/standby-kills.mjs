// node bench/soak/standby-kills.mjs [kills] [stops] [seed]: two `serve --standby` on one store, of which the one that has
// it is killed with SIGKILL, or stopped with SIGSTOP for longer than its lease and then continued, while senders go on.
//
// Prints how long take-overs took, and what was lost, out of order, alive twice, or stored by a process that had lost
// its lease; exits with 1 where something was.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS, openLedger } from "@hookwright/host";
import { findFreePort } from "../shared/free-port.mjs";
import { createRandom } from "./shared/random.mjs";

const KILLS = Number(process.argv[2] ?? 30);
const STOPS = Number(process.argv[3] ?? 10);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);
const LEASE_SECONDS = 2;
const KEYS = ["a", "b", "c", "d"];
const TOKEN = "a-token-of-the-soak-run-0123456789";
const SEND_EVERY_MS = 150;

const random = createRandom(seed);
const folder = mkdtempSync(join(tmpdir(), "hookwright-standby-kills-"));
const stateFolder = join(folder, "state");
const programs = join(folder, "programs");
const config = join(folder, "hooks.json");
const cli = fileURLToPath(new URL("../../packages/cli/bin/hookwright.js", import.meta.url));

/** Writes a line each 50 ms, also while its host is stopped, and answers with its own id. */
const PROGRAM = `
cat >/dev/null
say() { echo "$1 $HOOKWRIGHT_SESSION_KEY $HOOKWRIGHT_TURN $$ $(date +%s%3N)" >>"$0"; }
say begin
for n in 1 2 3 4 5 6 7 8; do sleep 0.05; say alive; done
say end
echo "answer of $$"`;

writeFileSync(programs, "");
writeFileSync(
  config,
  JSON.stringify({
    hooks: {
      enabled: true,
      token: TOKEN,
      mappings: [
        {
          match: { path: "soak" },
          messageTemplate: "{{n}}",
          sessionKey: "hook:{{key}}",
          deliver: false,
          wakeMode: "next-heartbeat",
        },
      ],
    },
    agents: { defaults: { heartbeat: { every: "0m" } } },
    host: { runner: { command: { command: ["/bin/sh", "-c", PROGRAM, programs] } } },
  }),
);

/** @typedef {{ readonly port: number, readonly child: import("node:child_process").ChildProcess }} Server */

let probes = 0;
const log = createWriteStream(join(folder, "log"));
const ports = [await findFreePort(), await findFreePort()];
let active = await startServer(ports[0] ?? 0);
await untilAccepting(active.port);
let standby = await startServer(ports[1] ?? 0);

/** Run ids, by the key of the session, in the order of acceptance. @type {Map<string, string[]>} */
const accepted = new Map(KEYS.map((key) => [key, []]));
let isOver = false;
const startedAt = Date.now();
const senders = Promise.all(KEYS.map(sendAll));

/** @type {number[]} */
const takeOvers = [];
let wrongExits = 0;
const ways = [
  ...Array.from({ length: KILLS }, () => /** @type {const} */ ("SIGKILL")),
  ...Array.from({ length: STOPS }, () => /** @type {const} */ ("SIGSTOP")),
];
for (const way of shuffle(ways)) {
  await pause(1_000 + random() * 1_500);
  const since = performance.now();
  const ended = once(active.child, "exit");
  active.child.kill(way);
  await untilAccepting(standby.port);
  takeOvers.push(performance.now() - since);
  if (way === "SIGSTOP") {
    // Programs of both processes would be alive now, if the ones of the stopped process were left.
    await pause(random() * 1_000);
    active.child.kill("SIGCONT");
  }
  const [code, signal] = await ended;
  // Stopped in the middle of a commit, it was killed by the standby.
  if (code !== 1 && signal !== "SIGKILL") wrongExits += 1;
  const { port } = active;
  active = standby;
  standby = await startServer(port);
}
isOver = true;
await senders;
const runIds = [...accepted.values()].flat();
await untilDone();
for (const { child } of [standby, active]) {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
const found = await checkStore();
const rows = {
  seed,
  seconds: ((Date.now() - startedAt) / 1_000).toFixed(0),
  "kills and stops": `${KILLS} and ${STOPS}`,
  "lease in seconds": LEASE_SECONDS,
  "take-over in milliseconds: median, slowest": `${quantile(0.5)}, ${quantile(1)}`,
  "take-overs that took longer than the lease": takeOvers.filter(
    (took) => took > LEASE_SECONDS * 1_000,
  ).length,
  "accepted runs": runIds.length,
  ...found.numbers,
};
for (const [name, value] of Object.entries(rows)) console.log(`${name}: ${value}`);
const broken = {
  ...found.broken,
  "processes that did not end when they had lost the store": wrongExits,
};
for (const [name, value] of Object.entries(broken)) console.log(`  ${name}: ${value}`);
const isKept = Object.values(broken).every((value) => value === 0);
console.log(isKept ? "Every promise is kept." : "A promise is broken.");
if (isKept) rmSync(folder, { recursive: true });
else console.log(`See ${folder}`);
process.exitCode = isKept ? 0 : 1;

/** @param {number} port @returns {Promise<Server>} */
async function startServer(port) {
  const options = ["--dispatch", "host", "--state-folder", stateFolder, "--port", String(port)];
  const args = [cli, "serve", config, ...options, "--standby", "--lease", String(LEASE_SECONDS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await until(() =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    ),
  );
  return { port, child };
}

/** Undefined: nothing listens. @param {number} port @param {object} body @param {string} key */
async function post(port, body, key) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/hooks/soak`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "idempotency-key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(1_000),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Accepts an action of a key of its own. @param {number} port */
async function untilAccepting(port) {
  probes += 1;
  const key = `probe ${probes}`;
  await until(async () => (await post(port, { n: 0, key: "probe" }, key))?.status === 202);
}

/** Each action is sent to both processes in turn until one accepts it. @param {string} key */
async function sendAll(key) {
  for (let n = 1; !isOver; n++) {
    for (let tries = 0; ; tries++) {
      const port = ports[tries % 2] ?? 0;
      const answer = await post(port, { n, key }, `${key} ${n}`);
      if (answer?.status === 202) {
        accepted.get(key)?.push(answer.body.runId);
        break;
      }
      await pause(50);
    }
    await pause(SEND_EVERY_MS * (0.5 + random()) * KEYS.length);
  }
}

async function untilDone() {
  // The file of programs stays as it is once nothing runs.
  let size = -1;
  for (let quiet = 0; quiet < 20; quiet++) {
    await pause(100);
    const now = readFileSync(programs).length;
    if (now !== size) quiet = 0;
    size = now;
  }
}

async function checkStore() {
  const opened = await openLedger({
    ...{ folder: stateFolder, limits: { ...DEFAULT_LIMITS, minFreeBytes: 0 } },
    ...{ clock: Date.now, warn: console.error },
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { ledger } = opened;
  const runs = await Promise.all(runIds.map((id) => ledger.run(id)));
  const lines = readPrograms();
  const lastPid = new Map(
    lines.filter(({ kind }) => kind === "begin").map(({ run, pid }) => [run, pid]),
  );
  const turns = await Promise.all(KEYS.map((key) => ledger.history("main", `hook:${key}`)));
  const done = runs.filter((run) => run?.state === "done");
  const crashed = runs.filter((run) => run?.state === "dead" && run.code === "crashed");
  await ledger.close();
  const times = new Map(turns.flat().map(({ turnId }) => [turnId, 0]));
  for (const { turnId } of turns.flat()) times.set(turnId, (times.get(turnId) ?? 0) + 1);
  return {
    numbers: {
      "runs that were interrupted and ran again": done.filter((run) => (run?.attempt ?? 0) > 1)
        .length,
      "runs that were interrupted twice, and are dead by the rule": crashed.length,
      "programs that worked": new Set(lines.map(({ pid, run }) => `${pid} ${run}`)).size,
    },
    broken: {
      "accepted runs that are not in the store, or did not end":
        runs.length - done.length - crashed.length,
      "runs that stand in the history more or less than once": runIds.filter(
        (id) => times.get(id) !== 1,
      ).length,
      "answers that are not of the last program of their run": done.filter(
        (run) => run?.answer?.trim() !== `answer of ${lastPid.get(run?.id ?? "")}`,
      ).length,
      "keys whose turns are out of order": KEYS.filter((key, index) => {
        const order = (turns[index] ?? []).map(({ turnId }) => turnId);
        return accepted.get(key)?.join() !== order.join();
      }).length,
      "pairs of programs of one key that were alive at the same time": overlaps(lines),
    },
  };
}

function readPrograms() {
  return readFileSync(programs, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [kind = "", key = "", run = "", pid = "", at = ""] = line.split(" ");
      return { kind, key, run, pid, at: Number(at) };
    });
}

/** @param {ReturnType<typeof readPrograms>} lines */
function overlaps(lines) {
  /** @type {Map<string, { key: string, from: number, to: number }>} */
  const spans = new Map();
  for (const { key, run, pid, at } of lines) {
    const id = `${run} ${pid}`;
    const span = spans.get(id) ?? { key, from: at, to: at };
    spans.set(id, { key, from: Math.min(span.from, at), to: Math.max(span.to, at) });
  }
  const all = [...spans.values()];
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter(({ key, from, to }) => key === one.key && from < one.to && one.from < to),
  ).length;
}

/** @param {number} share */
function quantile(share) {
  const sorted = [...takeOvers].sort((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
}

/** @template T @param {readonly T[]} list @returns {T[]} */
function shuffle(list) {
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** @param {() => Promise<boolean>} isReached */
async function until(isReached) {
  const giveUpAt = Date.now() + 60_000;
  while (!(await isReached())) {
    if (Date.now() > giveUpAt) throw new Error("What was waited for did not come within 60 s.");
    await pause(20);
  }
}
