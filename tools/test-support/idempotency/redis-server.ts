// A real redis-server on a free port → started, restarted and killed by tests.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether the machine has the binary; CI installs it. */
export function hasRedisServer(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

export interface RedisServer {
  readonly url: string;
  /** Ends it as `kill -9` does, and starts it anew with what it had written. */
  readonly restart: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it, and removes its files. */
  readonly stop: () => Promise<void>;
}

export async function startRedisServer(): Promise<RedisServer> {
  const port = await findPort();
  const dir = await mkdtemp(join(tmpdir(), "hookwright-redis-"));
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    // Each write is on the disk before it is answered, so that a kill loses nothing.
    const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, ...durable];
    child = spawn("redis-server", args, { stdio: "ignore" });
    await waitForPort(port, child);
  };
  const kill = async (): Promise<void> => {
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

export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    if (await answersPing(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`redis-server ended with ${child.exitCode}`);
}

/** It takes connections before it has read its file, and answers LOADING. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const end = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.on("data", (data) => end(data.toString().startsWith("+PONG")));
    socket.on("error", () => end(false));
  });
}
