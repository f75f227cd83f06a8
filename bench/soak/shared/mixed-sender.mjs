// A process that sends requests for some seconds; every twentieth is hostile. Prints how many of the
// well-formed requests got the right answer.
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const [port = "", token = "", seconds = ""] = process.argv.slice(2);
const SENDERS = 20;
const PAUSE_MS = 10;
/** Every twentieth request: 5 %. */
const HOSTILE_EVERY = 20;
const MAX_TOLD = 10;

const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
const end = performance.now() + Number(seconds) * 1_000;
/** @type {number[]} */
const times = [];
/** @type {string[]} */
const wrong = [];
let sent = 0;
let right = 0;
let hostile = 0;
let turn = 0;

const post = (/** @type {string} */ path, /** @type {string} */ more = "") =>
  `POST /hooks/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;

/** Each opens its own connection, which the server must end. */
const HOSTILE = [
  // A body over the limit, with a declared length and without.
  () => attack(post("plain", "Content-Length: 900000\r\n") + "x".repeat(900_000)),
  () =>
    attack(
      `${post("plain", "Transfer-Encoding: chunked\r\n")}DBBA0\r\n${"x".repeat(900_000)}\r\n0\r\n\r\n`,
    ),
  // A body of single bytes, with a token and without.
  () => attackSlowly(post("plain", "Content-Length: 500\r\n")),
  () => attackSlowly("POST /hooks/plain HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n"),
  // Endless headers; requests that are cut in the headers, in the body, and before the answer.
  () => attackSlowly("POST /hooks/plain HTTP/1.1\r\nHost: x\r\nX-Slow: "),
  () => attack("POST /hooks/pl", 50),
  () => attack(`${post("plain", "Content-Length: 500\r\n")}{"id":`, 50),
  () => attack(`${post("ordinary", "Content-Length: 8\r\n")}{"id":1}`, 1),
  // Text that is not HTTP; two lengths; an invalid length; an invalid chunk size.
  () => attack("\u0000\u0001\u0002 garbage\r\n\r\n"),
  () => attack(post("plain", "Content-Length: 5\r\nContent-Length: 6\r\n")),
  () => attack(post("plain", "Content-Length: -1\r\n")),
  () => attack(`${post("plain", "Transfer-Encoding: chunked\r\n")}zz\r\n`),
  () => attack(`GET /hooks/${"x".repeat(50_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  // Wrong tokens, JSON that is nested too deeply, invalid JSON, bytes that are not UTF-8.
  () => attackWithBody("{}", `wrong-${token}`),
  () => attackWithBody("[".repeat(60_000)),
  () => attackWithBody(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  () => attackWithBody('{"id":'),
  () => attackWithBody("\u00ff\u00fe"),
  // Transforms that hang until their limit, exit, and start programs that keep the pipes of the worker.
  () => attackWithBody("{}", token, "hangs"),
  () => attackWithBody("{}", token, "exits"),
  () => attackWithBody('{"exit":true}', token, "spawns"),
  () => attackWithBody('{"hang":true}', token, "spawns"),
  () => attackWithBody("{}", token, "spawns"),
];

await Promise.all(Array.from({ length: SENDERS }, sendUntilEnd));
times.sort((a, b) => a - b);
const at = (/** @type {number} */ part) => Math.round(times[Math.floor(times.length * part)] ?? 0);
process.send?.({ sent, right, wrong, hostile, p50: at(0.5), p99: at(0.99) });

async function sendUntilEnd() {
  while (performance.now() < end) {
    turn += 1;
    if (turn % HOSTILE_EVERY === 0) void HOSTILE[hostile++ % HOSTILE.length]?.();
    else await sendWellFormed(turn);
    await sleep(PAUSE_MS);
  }
}

/** @param {number} id @returns {Promise<void>} */
async function sendWellFormed(id) {
  sent += 1;
  const start = performance.now();
  const answer = await send(
    id % 2 ? "plain" : "ordinary",
    JSON.stringify({ id, text: "x".repeat(id % 3_000) }),
  );
  times.push(performance.now() - start);
  if (answer === `202 {"ok":true,"runId":"${id}"}`) right += 1;
  else if (wrong.length < MAX_TOLD) wrong.push(answer);
}

/** @param {string} path @param {string} body @returns {Promise<string>} status and body, or the reason why there is none */
function send(path, body) {
  return new Promise((resolve) => {
    request({
      agent,
      host: "127.0.0.1",
      port,
      method: "POST",
      path: `/hooks/${path}`,
      timeout: 30_000,
      headers: { authorization: `Bearer ${token}`, "content-length": Buffer.byteLength(body) },
    })
      .on("timeout", function () {
        this.destroy(new Error("no answer within 30 s"));
      })
      .on("error", ({ message }) => resolve(message))
      .on("response", async (response) => {
        let text = "";
        for await (const piece of response.setEncoding("utf8")) text += piece;
        resolve(`${response.statusCode} ${text}`);
      })
      .end(body);
  });
}

/** Gives up after the time: a hostile client may get no answer. @param {string} text */
function attack(text, ms = 10_000) {
  const socket = connect({ host: "127.0.0.1", port: Number(port) }).on("error", () => undefined);
  socket.resume().write(text);
  setTimeout(() => socket.destroy(), ms);
  return socket;
}

/** A byte every 20 ms. @param {string} text */
async function attackSlowly(text) {
  const socket = attack(text);
  while (!socket.destroyed) {
    socket.write("1");
    await sleep(20);
  }
}

/** @param {string} body */
function attackWithBody(body, bearer = token, path = "plain") {
  const bytes = Buffer.from(body, "latin1");
  const socket = attack(
    `POST /hooks/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes);
}
