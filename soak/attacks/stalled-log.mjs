// node soak/attacks/stalled-log.mjs [root]: a server whose log nobody reads gets requests with and
// without a token, a module that prints without end, and a module that hangs; then SIGTERM.
// At most 3,000 requests and a minute for each kind of log. `root` is the built clone to attack.
import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
const MAIN = join(ROOT, "packages/cli/dist/main.js");
const TOKEN = "a-token-of-at-least-24-letters";
const CONFIG = `
hooks:
  enabled: true
  token: ${TOKEN}
  mappings:
    - { match: { path: plain }, messageTemplate: "Job {{id}}" }
    - { match: { path: prints }, transform: { module: prints.js } }
    - { match: { path: hangs }, transform: { module: hangs.js, timeoutMs: 60000 } }
`;
const MODULES = {
  "prints.js": `
    let printing;
    export default ({ payload }) => {
      printing ??= setInterval(() => console.log("x".repeat(10_000)), 5);
      return { message: "Job " + payload.id };
    };`,
  "hangs.js": "export default () => { while (true); };",
};

const dir = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
mkdirSync(join(dir, "hooks/transforms"), { recursive: true });
writeFileSync(join(dir, "hooks.yaml"), CONFIG);
for (const [name, text] of Object.entries(MODULES)) {
  writeFileSync(join(dir, "hooks/transforms", name), text);
}
const agent = new Agent({ keepAlive: true, maxSockets: 10 });

for (const kind of ["pipe", "socket", "terminal"]) console.log(await attack(kind));
rmSync(dir, { recursive: true });
process.exit();

/** @param {string} kind */
async function attack(kind) {
  const port = await findPort();
  const { pid, ended, end } = start(kind, port);
  try {
    await untilListening(port);
    const strangers = await sendAll(port, 2_000, () => ({ path: "plain", token: "wrong" }));
    const senders = await sendAll(port, 998, (id) => ({ path: id % 10 ? "plain" : "prints", id }));
    const memory = Math.round(residentMb(pid()));
    const hanging = [1, 2].map(() => send(port, { path: "hangs" }));
    await sleep(500);
    const workers = workersOf(pid());
    const start = performance.now();
    process.kill(pid(), "SIGTERM");
    const code = await Promise.race([ended, sleep(30_000, "still running")]);
    const stopMs = Math.round(performance.now() - start);
    await sleep(200);
    const left = workers.filter(isAlive).length;
    end();
    await Promise.all(hanging);
    return `${kind}: answered ${strangers} of 2000 without a token, ${senders} of 998 with one; ${memory} MB; SIGTERM: ${code} after ${stopMs} ms, ${left} of ${workers.length} workers left`;
  } finally {
    end();
    agent.destroy();
  }
}

/** @param {string} kind @param {number} port */
function start(kind, port) {
  const args = [MAIN, "serve", "--config", join(dir, "hooks.yaml"), "--port", String(port)];
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd: dir, detached: true, stdio: ["ignore", "ignore", "pipe"] };
  let child;
  if (kind === "terminal") {
    // A pseudo-terminal that nobody reads. Node cannot open one, Python can.
    const script = `
import os, pty, subprocess, sys
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stderr=slave)
print(child.pid, flush=True)
sys.exit(child.wait())`;
    const all = ["-c", script, process.execPath, ...args];
    child = spawn("python3", all, { ...options, stdio: ["ignore", "pipe", "ignore"] });
  } else if (kind === "pipe") {
    const path = join(dir, `pipe-${port}`);
    execFileSync("mkfifo", [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "ignore", writer] });
    closeSync(writer);
    child.once("exit", () => closeSync(reader));
  } else {
    // Node creates a socket for the option "pipe".
    child = spawn(process.execPath, args, options);
    child.stderr?.pause();
  }
  let pid = child.pid ?? 0;
  if (kind === "terminal") child.stdout?.once("data", (text) => (pid = Number(text)));
  const ended = new Promise((done) => child.once("exit", (code, signal) => done(signal ?? code)));
  const end = () => {
    for (const each of [...workersOf(pid), pid, child.pid ?? 0]) kill(each);
  };
  return { pid: () => pid, ended, end };
}

/** Sends ten at a time, and stops after 50 without an answer. @returns {Promise<number>} the number of answers */
async function sendAll(port, count, eventOf) {
  let next = 0;
  let answered = 0;
  let lost = 0;
  const sendInTurn = async () => {
    while (next < count && lost < 50) {
      if (await send(port, eventOf(next++))) answered += 1;
      else lost += 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, sendInTurn));
  return answered;
}

/** @returns {Promise<boolean>} whether there was an answer within 3 s */
function send(port, { path, token = TOKEN, id = 0 }) {
  return new Promise((done) => {
    request({
      agent: path === "hangs" ? new Agent() : agent,
      host: "127.0.0.1",
      port,
      path: `/hooks/${path}`,
      method: "POST",
      timeout: path === "hangs" ? 0 : 3_000,
      headers: { authorization: `Bearer ${token}` },
    })
      .on("timeout", function () {
        this.destroy();
      })
      .on("error", () => done(false))
      .on("response", (response) => response.resume().on("end", () => done(true)))
      .end(JSON.stringify({ id }));
  });
}

async function untilListening(port) {
  for (let tries = 0; tries < 100; tries++) {
    if (await send(port, { path: "plain", token: "wrong" })) return;
    await sleep(100);
  }
  throw new Error("the server did not start");
}

function findPort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });
}

function workersOf(pid) {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="]).toString().split("\n");
  const rows = table.map((row) => row.trim().split(/\s+/));
  const own = rows.filter(
    ([, ppid, ...args]) => ppid === `${pid}` && /worker-/.test(args.join(" ")),
  );
  return own.map(([id]) => Number(id));
}

function residentMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function kill(pid) {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}
