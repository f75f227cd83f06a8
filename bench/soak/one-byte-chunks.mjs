// Bodies in chunks of one byte, without and with a token → the memory of the server.
//
// node bench/soak/one-byte-chunks.mjs [target …]
import { connect } from "node:net";
import { TOKEN } from "./shared/ingress.mjs";
import { startServer } from "./shared/start-server.mjs";

const TARGETS = ["hooks-server", "node-http", "express", "srvx", "bun", "deno"];
const CONNECTIONS = 10;
const ATTACK_MS = 10_000;
const BODY_BYTES = 256 * 1024;
/** The piece of the flood that is written at once. */
const FLOOD = Buffer.from("1\r\nx\r\n".repeat(10_000));

const ATTACKS = {
  "no token": floodWithoutToken,
  token: sendWholeBodies,
};

/** Sends ordinary requests first, so that code is compiled and the heap has its usual size. */
async function warmUp(port) {
  for (let turn = 0; turn < 300; turn++) {
    await exchange(port, `${head({ token: TOKEN, length: 16 })}{"text":"hello"}`);
  }
}

function head({ token, length }) {
  const lines = ["POST /hooks/wake HTTP/1.1", "Host: x", "Connection: close"];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  lines.push(length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Sends all bytes, and resolves with the status of the answer when the connection ends. */
function exchange(port, bytes) {
  return new Promise((resolve) => {
    let status = "none";
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("data", (chunk) => {
      if (status === "none") status = chunk.toString("latin1", 9, 12);
    });
    socket.on("error", () => undefined).on("close", () => resolve(status));
    socket.setTimeout(30_000, () => socket.destroy());
    socket.write(bytes);
  });
}

/** Ten clients send single bytes without end, and reconnect when they are disconnected. */
async function floodWithoutToken(port) {
  const until = Date.now() + ATTACK_MS;
  let connections = 0;
  let sent = 0;
  const flood = () =>
    new Promise((resolve) => {
      const socket = connect({ port, host: "127.0.0.1" });
      const timer = setTimeout(() => socket.destroy(), Math.max(0, until - Date.now()));
      const send = () => {
        do sent += FLOOD.length;
        while (!socket.destroyed && socket.write(FLOOD));
      };
      socket.on("drain", send).on("error", () => undefined);
      socket.on("data", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        resolve();
      });
      connections += 1;
      socket.write(head({}));
      send();
    });
  const attacker = async () => {
    while (Date.now() < until) {
      await flood();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, attacker));
  return `${connections} connections, ${Math.round(sent / 6_000_000)} million chunks`;
}

/** Ten senders with a token send a body of the largest size that is allowed. */
async function sendWholeBodies(port) {
  const json = `{"text":"${"x".repeat(BODY_BYTES - 11)}"}`;
  const body = `${Array.from(json, (byte) => `1\r\n${byte}\r\n`).join("")}0\r\n\r\n`;
  const bytes = Buffer.from(head({ token: TOKEN }) + body);
  const send = () => exchange(port, bytes);
  const statuses = await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return statuses.join(" ");
}

for (const target of process.argv.length > 2 ? process.argv.slice(2) : TARGETS) {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const server = await startServer(target);
    await warmUp(server.port);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const quiet = server.resident();
    server.resetPeak();
    const result = await attack(server.port);
    const alive = server.isAlive();
    const peak = alive ? server.peak() : Number.NaN;
    console.log(
      `${target} | ${name} | quiet ${quiet} MB | peak ${peak} MB | above ${peak - quiet} MB | ${result}`,
    );
    await server.stop();
  }
}
