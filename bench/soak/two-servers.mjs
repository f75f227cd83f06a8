// node bench/soak/two-servers.mjs [events] [requestTimeoutMs] [kill|calm]: two servers on one Redis, and each event
// three times, in random order, to either of them. With `kill`, one server is killed with SIGKILL in the
// middle, and Redis is killed and restarted. Prints one line of JSON, and exits with 1 where an event was
// lost, or more were dispatched twice than the killed server had requests in progress. Build first.
import { fork } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRedisServer } from "../../tools/test-support/redis-server.mjs";

const [events = "1000", timeoutMs = "2000", mode = "kill"] = process.argv.slice(2);
const COUNT = Number(events);
const DELIVERIES = 3;
const SENDERS = 24;
const SECRET = randomUUID();
const PEER = fileURLToPath(new URL("shared/redis-peer.mjs", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "hookwright-two-servers-"));
const file = join(folder, "dispatched");
writeFileSync(file, "");
const redis = await startRedisServer();
const servers = [await startServer(), await startServer()];
const answers = { first: 0, replayed: 0, busy: 0, unavailable: 0, unreachable: 0, other: 0 };
let done = 0;
let inProgressAtKill = 0;
/** @type {Promise<void> | undefined} */
let disturbed;

const startedAt = Date.now();
const queue = shuffle(Array.from({ length: COUNT * DELIVERIES }, (_, at) => at % COUNT));
await Promise.all(Array.from({ length: SENDERS }, sendAll));
await disturbed;
const result = countResults();
for (const server of servers) server.child.kill("SIGKILL");
await redis.stop();
rmSync(folder, { recursive: true });
console.log(JSON.stringify(result));
process.exitCode = result.lost > 0 || result.twice > inProgressAtKill ? 1 : 0;

async function sendAll() {
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    await deliver(id);
    done += 1;
    if (mode === "kill" && disturbed === undefined && done > (COUNT * DELIVERIES) / 2) {
      disturbed = disturb();
    }
  }
}

/** As senders do: until an answer of 2xx, each time to whichever server is chosen. @param {number} id */
async function deliver(id) {
  const body = JSON.stringify({ id: `event-${id}` });
  const hmac = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${hmac}`, "x-github-delivery": `d-${id}` };
  for (;;) {
    const server = servers[Math.random() < 0.5 ? 0 : 1];
    server.inProgress += 1;
    const answer = await fetch(`${server.url}/hooks/e`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    server.inProgress -= 1;
    await answer?.arrayBuffer().catch(() => undefined);
    count(answer);
    if (answer?.ok) return;
    await sleep(200);
  }
}

/** @param {Response | undefined} answer */
function count(answer) {
  if (answer === undefined) answers.unreachable += 1;
  else if (answer.ok)
    answers[answer.headers.has("idempotent-replayed") ? "replayed" : "first"] += 1;
  else if (answer.status === 409) answers.busy += 1;
  else answers[answer.status === 503 ? "unavailable" : "other"] += 1;
}

async function disturb() {
  const [victim] = servers;
  inProgressAtKill = victim.inProgress;
  victim.child.kill("SIGKILL");
  await sleep(300);
  await redis.restart();
  servers[0] = await startServer();
}

function countResults() {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const distinct = new Set(lines);
  return {
    events: COUNT,
    deliveries: COUNT * DELIVERIES,
    dispatched: lines.length,
    lost: COUNT - distinct.size,
    twice: lines.length - distinct.size,
    inProgressAtKill,
    answers,
    seconds: Math.round((Date.now() - startedAt) / 100) / 10,
  };
}

async function startServer() {
  const child = fork(PEER, [redis.url, randomUUID(), SECRET, file, timeoutMs]);
  const url = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`a server ended with ${code}`)));
  });
  return { child, url: String(url), inProgress: 0 };
}

/** @template T @param {T[]} list */
function shuffle(list) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [/** @type {T} */ (list[other]), /** @type {T} */ (list[at])];
  }
  return list;
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
