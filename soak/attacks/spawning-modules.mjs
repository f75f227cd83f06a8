// node soak/attacks/spawning-modules.mjs [root]: modules that start programs which keep their descriptors,
// hang, exit, answer for events to come, and get more events than they can take; then SIGTERM.
// Takes at most two minutes. `root` is the built clone to attack.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = resolve(process.argv[2] ?? ".");
const TOKEN = "a-token-of-at-least-24-letters";
/** The argument of the programs that modules start, by which this script finds them. */
const MARK = "86399.5";
const LIMIT_MS = 3_000;
const PATIENCE_MS = 20_000;

/** Holds the output and the pipe to the server, in the group of the worker or in one of its own. */
const START = `
  import { spawn } from "node:child_process";
  const start = (detached) =>
    spawn("sleep", ["${MARK}"], { stdio: ["inherit", "inherit", "inherit", 3], detached }).unref();`;
const MODULES = {
  "exits.js": `${START}
    export default ({ payload }) => {
      if (!payload.exit) return { message: "Job" };
      start(payload.detached);
      process.exit(1);
    };`,
  "hangs.js": `${START}
    export default () => { start(false); for (;;); };`,
  // 204 is the answer that the background work writes, 202 that of the event itself.
  "forges.js": `
    import { writeSync } from "node:fs";
    import { setTimeout as sleep } from "node:timers/promises";
    let calls = 0;
    let timer;
    export default async ({ payload }) => {
      calls += 1;
      timer ??= setInterval(() => {
        for (const number of [calls, calls + 1]) {
          const id = JSON.stringify(payload.text ? String(number) : number);
          try { writeSync(3, '{"kind":"answer","id":' + id + ',"outcome":{"kind":"result","result":null}}\\n'); } catch {}
        }
      }, 2);
      await sleep(20);
      return { message: "Job" };
    };`,
  "slow.js": `
    import { setTimeout as sleep } from "node:timers/promises";
    export default async () => { await sleep(1_000); return { message: "Job" }; };`,
};

const dir = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
mkdirSync(join(dir, "hooks/transforms"), { recursive: true });
for (const [name, text] of Object.entries(MODULES)) {
  writeFileSync(join(dir, "hooks/transforms", name), text);
}
const mappings = Object.keys(MODULES).map((module) => ({
  match: { path: module },
  transform: { module, timeoutMs: LIMIT_MS },
}));
const transforms = { workers: 2 };
const config = { hooks: { enabled: true, token: TOKEN, transforms, mappings } };
writeFileSync(join(dir, "hooks.json5"), JSON.stringify(config));

const attacks = { exits: attackByExit, hangs: attackByHanging, forges: attackByAnswers, queue };
for (const [name, attack] of Object.entries(attacks)) {
  const server = await startServer();
  try {
    console.log(`${name}: ${await attack(server)}; ${await stop(server)}`);
  } finally {
    server.child.kill("SIGKILL");
    for (const pid of findPrograms()) process.kill(pid, "SIGKILL");
  }
}
rmSync(dir, { recursive: true });
process.exit();

/** @param {{ url: string }} server */
async function attackByExit({ url }) {
  for (const detached of [false, true]) {
    await Promise.all([1, 2].map(() => send(url, "exits.js", { exit: true, detached })));
  }
  const answers = await inTurn(10, () => send(url, "exits.js", {}));
  return `10 events after 4 exits: ${count(answers)}`;
}

/** @param {{ url: string }} server */
async function attackByHanging({ url }) {
  const answers = await Promise.all([1, 2].map(() => send(url, "hangs.js", {})));
  await sleep(500);
  return `2 events that hang: ${count(answers)}, ${findPrograms().length} programs left`;
}

/** @param {{ url: string }} server */
async function attackByAnswers({ url }) {
  const numbers = await inTurn(50, () => send(url, "forges.js", {}));
  const texts = await inTurn(50, () => send(url, "forges.js", { text: true }));
  return `50 events, ids as numbers: ${count(numbers)}; as texts: ${count(texts)}`;
}

/** Two workers take 6 events in their time limit. @param {{ url: string, child: { pid?: number } }} server */
async function queue({ url, child }) {
  const body = { text: "x".repeat(250_000) };
  const answers = await Promise.all(Array.from({ length: 500 }, () => send(url, "slow.js", body)));
  const status = readFileSync(`/proc/${child.pid}/status`, "latin1");
  const peak = Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
  return `500 events of 250 KB at once: ${count(answers)}, at most ${peak} MB`;
}

async function startServer() {
  const main = join(ROOT, "packages/cli/dist/main.js");
  const child = spawn(
    process.execPath,
    [main, "serve", "--port", "0", "--config", join(dir, "hooks.json5")],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    log = (log + text).slice(-10_000);
  });
  let url;
  while (url === undefined) {
    await sleep(20);
    [url] = /http:[\w:./]+/.exec(log) ?? [];
  }
  return { child, url };
}

/** @param {{ child: import("node:child_process").ChildProcess }} server */
async function stop({ child }) {
  const exited = new Promise((done) => child.once("exit", (code, signal) => done(signal ?? code)));
  const began = performance.now();
  child.kill("SIGTERM");
  const end = await Promise.race([exited, sleep(15_000, "not ended")]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  await sleep(500);
  return `SIGTERM: ${end} after ${seconds} s, ${findPrograms().length} programs left`;
}

/** @returns {Promise<string>} status, code and whether the answer says when to come again */
async function send(url, name, body) {
  try {
    const answer = await fetch(`${url}/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { code } = JSON.parse((await answer.text()) || "{}");
    const again = answer.headers.has("retry-after") ? " with Retry-After" : "";
    return [answer.status, code].filter(Boolean).join(" ") + again;
  } catch {
    return "no answer";
  }
}

async function inTurn(times, run) {
  const results = [];
  for (let turn = 0; turn < times; turn++) results.push(await run());
  return results;
}

function count(answers) {
  const counts = new Map();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, times]) => `${times} × ${answer}`).join(", ");
}

function findPrograms() {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,stat=,args="]).toString().split("\n");
  const own = rows.filter((row) => row.endsWith(`sleep ${MARK}`) && !/^\s*\d+\s+Z/.test(row));
  return own.map((row) => Number.parseInt(row, 10));
}
