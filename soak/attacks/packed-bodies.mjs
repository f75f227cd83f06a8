// Forty bodies of 31 kB that decompress to 32 MiB each, with the token → the memory of the server, and small compressed events beside them.
//
// node soak/attacks/packed-bodies.mjs [path of a built checkout]
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { startTarget } from "../shared/start-server.mjs";

const [root = "."] = process.argv.slice(2);
const TOKEN = "t0ken-of-the-soak-0123456789";
const MIB = 1024 * 1024;
const ATTACKERS = 40;
const SMALL_EVENTS = 40;

const pack = (size) => gzipSync(JSON.stringify({ action: "opened", filler: "x".repeat(size) }));
const LARGE = pack(32 * MIB - 100);
const SMALL = pack(20_000);

/** Sends one compressed event → the status of its answer. */
function send(port, body) {
  const lines = [
    "POST /hooks/packed HTTP/1.1",
    "Host: x",
    "Connection: close",
    "Content-Encoding: gzip",
    `Authorization: Bearer ${TOKEN}`,
    `Content-Length: ${body.length}`,
  ];
  return new Promise((resolve) => {
    let status = "none";
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("data", (chunk) => {
      if (status === "none") status = chunk.toString("latin1", 9, 12);
    });
    socket.on("error", () => undefined).on("close", () => resolve(status));
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(body);
  });
}

function count(statuses) {
  const found = new Map();
  for (const status of statuses) found.set(status, (found.get(status) ?? 0) + 1);
  return [...found].map(([status, times]) => `${times} × ${status}`).join(", ");
}

const server = await startTarget("signed-routes", [root, "the-secret-of-the-signed-routes", TOKEN]);
for (let turn = 0; turn < 20; turn++) await send(server.port, SMALL);
const quiet = server.resident();
server.resetPeak();
const attack = Array.from({ length: ATTACKERS }, () => send(server.port, LARGE));
const beside = Array.from({ length: SMALL_EVENTS }, () => send(server.port, SMALL));
const large = count(await Promise.all(attack));
const small = count(await Promise.all(beside));
const after = count(await Promise.all(Array.from({ length: 5 }, () => send(server.port, SMALL))));
console.log(`${ATTACKERS} bodies of ${LARGE.length} bytes: ${large}`);
console.log(`${SMALL_EVENTS} small events beside them: ${small}; five afterwards: ${after}`);
console.log(`memory: quiet ${quiet} MB, at most ${server.peak()} MB`);
await server.stop();
process.exit();
