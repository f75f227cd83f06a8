// node bench/soak/runner-kills.mjs [kills] [seed]: a host with a command runner is killed with SIGKILL while its agents work, and is
// started again at once. Prints how often two agents of one session were alive at the same time, and
// exits with 1 where it happened.
//
// In turn: the host is killed; it hangs (SIGSTOP) and is killed; it is killed after its reaper, which is
// the shell that ends the programs of a host that died.
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRandom } from "./shared/random.mjs";

const KILLS = Number(process.argv[2] ?? 24);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const KEYS = ["hook:a", "hook:b"];
const TURN_MS = 3_000;
const WAYS = ["killed", "hung and killed", "killed after its reaper"];

const random = createRandom(seed);
const folder = mkdtempSync(join(tmpdir(), "hookwright-runner-kills-"));
const ticks = join(folder, "ticks");
const script = fileURLToPath(new URL("shared/runner-host.mjs", import.meta.url));

let number = 0;
let kills = 0;
let slowest = 0;
const startedAt = Date.now();
let host = await startHost();
while (kills < KILLS) {
  for (const key of KEYS) await send(host, key);
  const since = Date.now();
  await until(() =>
    KEYS.every((key) => readTicks().some((one) => one.key === key && one.at > since)),
  );
  await pause(random() * 500);
  await kill(host, WAYS[kills % WAYS.length] ?? "");
  kills += 1;
  const restart = Date.now();
  host = await startHost();
  slowest = Math.max(slowest, Date.now() - restart);
}
await until(() => Date.now() - Math.max(...readTicks().map(({ at }) => at)) > 1_000);
host.kill("SIGKILL");
const found = findOverlaps(readTicks());
rmSync(folder, { recursive: true });

const rows = {
  seed,
  "kills of the host": kills,
  seconds: ((Date.now() - startedAt) / 1_000).toFixed(0),
  "programs that worked": found.programs,
  "pairs of turns of one session that were alive at the same time": found.overlaps.length,
  "longest overlap in milliseconds": Math.max(0, ...found.overlaps),
  "slowest start in milliseconds": slowest,
};
for (const [name, value] of Object.entries(rows)) console.log(`${name}: ${value}`);
process.exitCode = found.overlaps.length === 0 ? 0 : 1;

async function startHost() {
  const child = fork(script, [join(folder, "state"), ticks, String(TURN_MS)]);
  const [message] = await once(child, "message");
  if (message.kind !== "started") throw new Error("The host did not start.");
  return child;
}

/** @param {import("node:child_process").ChildProcess} child @param {string} key */
async function send(child, key) {
  number += 1;
  const text = `Action ${number}.`;
  const action = {
    ...{ kind: "agent", message: text, parts: [{ kind: "trusted", text }], untrustedText: "" },
    ...{ name: "Soak", sessionKey: key, wakeMode: "next-heartbeat", deliver: false },
    channel: "last",
  };
  const context = { runId: `run-${number}`, name: "soak", mappingId: "soak", taintedFields: [] };
  child.send({ action, context });
  await once(child, "message");
}

/** @param {import("node:child_process").ChildProcess} child @param {string} way */
async function kill(child, way) {
  const ended = once(child, "exit");
  if (way === "hung and killed") {
    child.kill("SIGSTOP");
    await pause(100);
  }
  if (way === "killed after its reaper") {
    for (const pid of shellsOf(child.pid ?? 0)) process.kill(pid, "SIGKILL");
  }
  child.kill("SIGKILL");
  await ended;
}

/** Shells are what a host starts beside its agents. Only Linux tells. @param {number} parent */
function shellsOf(parent) {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = readText(`/proc/${name}/stat`);
      const [, program, rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
      return program === "sh" && Number(rest.split(" ")[1]) === parent;
    })
    .map(Number);
}

function readTicks() {
  return readText(ticks)
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/**
 * A turn lasts from the first tick of its programs to the last: the agent, and what it started.
 *
 * @param {readonly { readonly key: string, readonly pid: number, readonly turn: string, readonly at: number }[]} all
 */
function findOverlaps(all) {
  /** @type {Map<string, { key: string, from: number, to: number }>} */
  const turns = new Map();
  const programs = new Set();
  for (const { key, pid, turn, at } of all) {
    programs.add(pid);
    const span = turns.get(turn) ?? { key, from: at, to: at };
    turns.set(turn, { key, from: Math.min(span.from, at), to: Math.max(span.to, at) });
  }
  const spans = [...turns.values()];
  const overlaps = spans.flatMap((one, index) =>
    spans
      .slice(index + 1)
      .filter((other) => other.key === one.key)
      .map((other) => Math.min(one.to, other.to) - Math.max(one.from, other.from))
      .filter((overlap) => overlap > 0),
  );
  return { programs: programs.size, overlaps };
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** @param {() => boolean} isReached */
async function until(isReached) {
  const giveUpAt = Date.now() + 60_000;
  while (!isReached()) {
    if (Date.now() > giveUpAt) throw new Error("What was waited for did not come within 60 s.");
    await pause(20);
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
