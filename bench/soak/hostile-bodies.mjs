// Bodies that never end, and bodies that decompress to 32 MiB → how many rightly signed events are taken beside them,
// and the memory of the server.
//
// node bench/soak/hostile-bodies.mjs [path of a built checkout] [seconds of each attack]
// Senders of bodies that never end open a new connection as soon as they are disconnected. Events begin 0.3 s after
// them. Takes about two minutes.
import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { startScript } from "./shared/start-server.mjs";

const [root = ".", seconds = "14"] = process.argv.slice(2);
const ATTACK_MS = Number(seconds) * 1_000;
const SECRET = "the-secret-of-the-signed-routes";
const TOKEN = "t0ken-of-the-soak-0123456789";
const EVENTS_PER_SECOND = 50;
const MIB = 1024 * 1024;

/** Each has the sockets of the strangers, and what they write. */
const ATTACKS = {
  none: { sockets: 0 },
  ...Object.fromEntries(
    [64, 256, 1_024].flatMap((sockets) => [
      [`${sockets} idle, one address`, { sockets, trickles: true }],
      [`${sockets} idle, many addresses`, { sockets, trickles: true, isSpread: true }],
    ]),
  ),
  "1 idle, chunked, limit 16 MiB": { sockets: 1, path: "large", isChunked: true, trickles: true },
  "1 that sends 15.9 MiB and waits, limit 16 MiB": {
    sockets: 1,
    path: "large",
    isChunked: true,
    first: Math.floor(15.9 * MIB),
  },
};

function head(path, lines) {
  return `${[`POST /hooks/${path} HTTP/1.1`, "Host: x", ...lines].join("\r\n")}\r\n\r\n`;
}

/** Sends what an attack says until `until`, and once more after each end of the connection. */
function keepOpen(port, attack, index, until) {
  const { path = "events", isChunked = false, isSpread = false, trickles, first = 1 } = attack;
  const localAddress = isSpread ? `127.0.${1 + (index >> 7)}.${1 + (index & 127)}` : "127.0.0.1";
  const length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 262144";
  const piece = (size) => {
    const bytes = Buffer.alloc(size, 0x20);
    return isChunked
      ? Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])
      : bytes;
  };
  const open = () => {
    if (Date.now() >= until) return;
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.write(head(path, [length, "X-Hub-Signature-256: sha256=00"]));
    socket.write(piece(first));
    const timer = trickles && setInterval(() => socket.write(piece(1)), 1_000);
    const end = setTimeout(() => socket.destroy(), until - Date.now());
    socket.on("data", () => socket.destroy()).on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      clearTimeout(end);
      setTimeout(open, 10);
    });
  };
  open();
}

/** A rightly signed event in a connection of its own → the status of its answer. */
function sendEvent(port, { path = "events", size = 20_000 } = {}) {
  const body = Buffer.from(JSON.stringify({ action: "opened", filler: "x".repeat(size) }));
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const lines = [
    `Content-Length: ${body.length}`,
    "Connection: close",
    `X-Hub-Signature-256: sha256=${signature}`,
  ];
  // Each is an event of its own.
  lines.push(`X-GitHub-Delivery: ${Math.random()}`);
  return exchange(port, head(path, lines), body);
}

/** Sends a request in a connection of its own → the status of its answer. */
function exchange(port, start, body) {
  return new Promise((resolve) => {
    let status = "none";
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("data", (chunk) => {
      if (status === "none") status = chunk.toString("latin1", 9, 12);
    });
    socket.on("error", () => undefined).on("close", () => resolve(status));
    socket.setTimeout(20_000, () => socket.destroy());
    socket.write(start);
    socket.write(body);
  });
}

/** What gets a 503 comes again once, after the five seconds that its answer asks for. */
async function sendAsVendorsDo(port) {
  const first = await sendEvent(port);
  if (first !== "503") return first;
  await pause(5_000);
  return `503, ${await sendEvent(port)}`;
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

console.log("| strangers | events | taken | taken the second time | lost | MB above quiet |");
console.log("|---|---|---|---|---|---|");
for (const [name, attack] of Object.entries(ATTACKS)) {
  const server = await startScript("signed-routes.mjs", [root, SECRET, TOKEN]);
  for (let turn = 0; turn < 100; turn++) await sendEvent(server.port);
  const quiet = server.resident();
  server.resetPeak();
  const until = Date.now() + ATTACK_MS;
  const lastEvent = until - 6_000;
  for (let index = 0; index < attack.sockets; index++) keepOpen(server.port, attack, index, until);
  // Until the strangers are there.
  await pause(300);
  const sent = [];
  while (Date.now() < lastEvent) {
    sent.push(sendAsVendorsDo(server.port));
    await pause(1_000 / EVENTS_PER_SECOND);
  }
  const statuses = await Promise.all(sent);
  const count = (wanted) => statuses.filter((status) => status === wanted).length;
  const taken = count("202");
  const again = count("503, 202");
  const lost = statuses.length - taken - again;
  const above = server.peak() - quiet;
  console.log(`| ${name} | ${statuses.length} | ${taken} | ${again} | ${lost} | ${above} |`);
  await server.stop();
}
const server = await startScript("signed-routes.mjs", [root, SECRET, TOKEN]);
for (const size of [15, 20]) {
  const status = await sendEvent(server.port, { path: "huge", size: size * MIB });
  console.log(`one signed body of ${size} MiB where the limit is 24 MiB: ${status}`);
}
await server.stop();
await sendPacked();
process.exit();

/** Forty bodies of 31 kB with the token, each of which becomes 32 MiB, and small compressed events beside them. */
async function sendPacked() {
  const pack = (size) => gzipSync(JSON.stringify({ action: "opened", filler: "x".repeat(size) }));
  const [large, small] = [pack(32 * MIB - 100), pack(20_000)];
  const packed = await startScript("signed-routes.mjs", [root, SECRET, TOKEN]);
  const send = (body) => {
    const lines = ["Connection: close", "Content-Encoding: gzip", `Authorization: Bearer ${TOKEN}`];
    return exchange(
      packed.port,
      head("packed", [...lines, `Content-Length: ${body.length}`]),
      body,
    );
  };
  const sendAll = async (times, body) => {
    const counts = {};
    for (const status of await Promise.all(Array.from({ length: times }, () => send(body)))) {
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return Object.entries(counts)
      .map(([status, number]) => `${number} × ${status}`)
      .join(", ");
  };
  for (let turn = 0; turn < 20; turn++) await send(small);
  const quiet = packed.resident();
  packed.resetPeak();
  const [attack, beside] = await Promise.all([sendAll(40, large), sendAll(40, small)]);
  console.log(`40 bodies of ${large.length} bytes that become 32 MiB: ${attack}`);
  console.log(
    `40 small events beside them: ${beside}; five afterwards: ${await sendAll(5, small)}`,
  );
  console.log(`memory: quiet ${quiet} MB, at most ${packed.peak()} MB`);
  await packed.stop();
}
