// @ts-check
// A real redis-server on a free port → started, restarted and killed by tests and soak runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noProgram } from "./skip-title.mjs";

/** Whether the machine has the binary; CI installs it. @returns {boolean} */
export function hasRedisServer() {
  return noProgram("redis-server") === undefined;
}

/**
 * @typedef {object} RedisServer
 * @property {string} url
 * @property {() => Promise<void>} restart ends it as `kill -9` does, and starts it with what it had written
 * @property {() => Promise<void>} kill
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} stop ends it, and removes its files
 */

/** @returns {Promise<RedisServer>} */
export async function startRedisServer() {
  const port = await findPort();
  const dir = await mkdtemp(join(tmpdir(), "hookwright-redis-"));
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  const start = async () => {
    // Each write is on the disk before it is answered, so that a kill loses nothing.
    const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, ...durable];
    child = spawn("redis-server", args, { stdio: "ignore" });
    await waitForServer(port, child);
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    restart: async () => {
      await kill();
      await start();
    },
    stop: async () => {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** @returns {Promise<number>} */
export async function findPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** @param {number} port @param {import("node:child_process").ChildProcess} child */
async function waitForServer(port, child) {
  while (child.exitCode === null) {
    if (await answersPing(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`redis-server ended with ${child.exitCode}`);
}

/**
 * It takes connections before it has read its file, and answers LOADING.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answersPing(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    /** @param {boolean} isUp */
    const end = (isUp) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.on("data", (data) => end(data.toString().startsWith("+PONG")));
    socket.on("error", () => end(false));
  });
}
