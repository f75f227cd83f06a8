// node soak/signed-requests.mjs [requests] [entries]: signed requests at full speed, with repeats and 5 %
// hostile ones among them, at a server whose memory store has room for so many entries. Prints a row for
// each tenth, and exits with 1 where a well-formed request was not answered right. Build first.
import { fork } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

const [requests = "100000", entries = "20000"] = process.argv.slice(2);
const COUNT = Number(requests);
const SENDERS = 32;
/** Every twentieth request is hostile: 5 %; every tenth of the others repeats one of before. */
const HOSTILE_EVERY = 20;
const REPEAT_EVERY = 10;
const SECRET = randomUUID();

const child = fork(
  fileURLToPath(new URL("shared/signed-peer.mjs", import.meta.url)),
  [SECRET, entries],
  { execArgv: ["--expose-gc"] },
);
/** @returns {Promise<any>} */
const next = () => new Promise((resolve) => child.once("message", resolve));
const { hostname, port } = new URL(await next());
const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });

let turn = 0;
let right = 0;
let replayed = 0;
let hostile = 0;
let refused = 0;
/** @type {string[]} */
const wrong = [];
const startedAt = performance.now();
console.log("requests | heap MB | RSS MB | event loop p99 ms | dispatched");
for (let tenth = 1; tenth <= 10; tenth++) {
  const until = (COUNT * tenth) / 10;
  await Promise.all(Array.from({ length: SENDERS }, () => sendUntil(until)));
  child.send("report");
  const { heapMb, rssMb, p99, dispatched } = await next();
  console.log(`${turn} | ${heapMb} | ${rssMb} | ${p99} | ${dispatched}`);
}
const perSecond = Math.round((COUNT / (performance.now() - startedAt)) * 1_000);
const asked = COUNT - hostile;
console.log(
  `${right} of ${asked} well-formed requests answered right (${replayed} as repeats), ${refused} of ${hostile} hostile ones refused; ${perSecond} requests a second`,
);
for (const line of wrong.slice(0, 10)) console.log(`wrong: ${line}`);
child.kill("SIGKILL");
agent.destroy();
process.exitCode = right === asked ? 0 : 1;

/** @param {number} until */
async function sendUntil(until) {
  while (turn < until) {
    const own = turn++;
    if (own % HOSTILE_EVERY === 7) await attack(own);
    else if (own > 1_000 && own % REPEAT_EVERY === 3) await sendRepeat(own);
    else await sendFirst(own);
  }
}

/** @param {number} n */
async function sendFirst(n) {
  judge(n, await post(wellFormed(n)), false);
}

/** Of what was answered long enough ago to be done. @param {number} own */
async function sendRepeat(own) {
  // Numbers that end in 4 are neither hostile nor repeats.
  const n = own - 499;
  judge(n, await post(wellFormed(n)), true);
}

/** @param {number} n @param {{ status: number, body: string, isReplayed: boolean }} answer @param {boolean} isRepeat */
function judge(n, { status, body, isReplayed }, isRepeat) {
  if (isReplayed) replayed += 1;
  if (status === 202 && body === `{"ok":true,"runId":"${n}"}` && isReplayed === isRepeat)
    right += 1;
  else wrong.push(`${n}${isRepeat ? " again" : ""}: ${status} ${isReplayed} ${body}`);
}

/** @param {number} n */
function wellFormed(n) {
  return n % 2 ? github(n) : stripe(n);
}

/** @param {number} n */
function bodyOf(n) {
  return JSON.stringify({ id: `evt_${n}`, n, note: "x".repeat((n * 37) % 3_000) });
}

/** @param {string} text */
function hmac(text) {
  return createHmac("sha256", SECRET).update(text).digest("hex");
}

/** @param {number} n @param {string} [body] */
function github(n, body = bodyOf(n)) {
  const headers = { "x-hub-signature-256": `sha256=${hmac(body)}`, "x-github-delivery": `d-${n}` };
  return { path: "/hooks/github", headers, body };
}

/** @param {number} n @param {number} [ageSeconds] */
function stripe(n, ageSeconds = 0) {
  const body = bodyOf(n);
  const time = Math.floor(Date.now() / 1_000) - ageSeconds;
  const headers = { "stripe-signature": `t=${time},v1=${hmac(`${time}.${body}`)}` };
  return { path: "/hooks/stripe", headers, body };
}

/** @param {number} n */
async function attack(n) {
  hostile += 1;
  const good = github(n);
  const bodies = ["{", "[".repeat(50_000), `{"n":${n},"note":"\\ud800"`, "\u0000"];
  const kind = n % 11;
  if (kind >= 8) {
    await cut(good, kind);
    refused += 1;
    return;
  }
  const attempts = [
    { ...good, body: `${good.body} ` },
    { ...good, headers: {} },
    { ...good, headers: { ...good.headers, "x-hub-signature-256": `sha256=${"0".repeat(64)}` } },
    stripe(n, 3_600),
    { ...stripe(n), headers: { "stripe-signature": `t=1,t=2,v1=${"0".repeat(64)}` } },
    { ...github(n, "x".repeat(70_000)) },
    { ...github(n, bodies[n % bodies.length]) },
    { ...good, headers: { ...good.headers, "x-hub-signature-256": "sha256=zz".repeat(400) } },
  ];
  const { status } = await post(/** @type {typeof good} */ (attempts[kind]));
  if (status >= 400 && status < 500) refused += 1;
  else wrong.push(`hostile ${kind}: ${status}`);
}

/**
 * A connection that ends within its body.
 *
 * @param {{ path: string, body: string }} sent
 * @param {number} kind
 * @returns {Promise<void>}
 */
function cut({ path, body }, kind) {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const length = kind === 8 ? 900_000 : body.length + 10;
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`);
      setTimeout(() => socket.destroy(), 5);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.resume();
  });
}

/**
 * @param {{ path: string, headers: Record<string, string>, body: string }} sent
 * @returns {Promise<{ status: number, body: string, isReplayed: boolean }>}
 */
function post({ path, headers, body }) {
  return new Promise((resolve) => {
    const options = { hostname, port, path, method: "POST", agent, headers: { ...headers } };
    const sending = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const isReplayed = response.headers["idempotent-replayed"] === "true";
        resolve({ status: response.statusCode ?? 0, body: text, isReplayed });
      });
    });
    sending.on("error", (error) => resolve({ status: 0, body: String(error), isReplayed: false }));
    sending.end(body);
  });
}
