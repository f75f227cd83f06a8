// The built command with a log that nobody reads: it answers every request, and it can stop.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { skipTitle } from "../../../tools/test-support/skip-title.mjs";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { MAIN } from "./support/bin.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const FILES = {
  "hooks.yaml": `
hooks:
  enabled: true
  token: ${TOKEN}
  mappings:
    - { match: { path: prints }, transform: { module: prints.js } }
`,
  "hooks/transforms/prints.js": `
let printing;
export default ({ payload }) => {
  printing ??= setInterval(() => console.log("x".repeat(10_000)), 5);
  return { message: "Job " + payload.id };
};`,
};

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A pseudo-terminal that nobody reads. */
const WITH_TERMINAL = `
import os, pty, signal, subprocess, sys
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stderr=slave)
signal.signal(signal.SIGTERM, lambda *_: child.send_signal(signal.SIGTERM))
sys.exit(child.wait())`;

const STARTS: Readonly<Record<string, (args: readonly string[]) => ChildProcess>> = {
  pipe: (args) => {
    const path = join(createTempDir(), "pipe");
    execFileSync("mkfifo", [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    onTestFinished(() => closeSync(reader));
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", writer] });
    closeSync(writer);
    return child;
  },
  // What Node calls a pipe is a socket.
  socket: (args) => spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] }),
  terminal: (args) =>
    spawn("python3", ["-c", WITH_TERMINAL, process.execPath, ...args], { stdio: "ignore" }),
};

/** Why a kind cannot be tried here. */
function skipReason(kind: string): string | undefined {
  if (process.platform !== "linux") return "only Linux has these pipes and terminals";
  // Node has no pseudo-terminal of its own.
  return kind === "terminal" && !hasPython
    ? "python3, which opens the terminal, is not installed"
    : undefined;
}

const KINDS = Object.keys(STARTS).map((kind) => ({ kind, reason: skipReason(kind) }));

describe.each(KINDS)("hookwright serve with its log on a $kind that nobody reads", (given) => {
  const { kind, reason } = given;
  test.skipIf(reason !== undefined)(
    skipTitle("answers 2,000 requests, stops on SIGTERM", reason),
    async () => {
      const cwd = createTempDir(FILES);
      const port = await findPort();
      const args = [MAIN, "serve", "--config", join(cwd, "hooks.yaml"), "--port", `${port}`];
      const child = STARTS[kind]?.(args) as ChildProcess;
      onTestFinished(() => void child.kill("SIGKILL"));
      const ended = new Promise((resolve) => child.once("exit", resolve));
      const url = `http://127.0.0.1:${port}/hooks/prints`;
      await untilAnswered(url);
      const counts = { refused: 0, dispatched: 0, other: 0 };
      for (let turn = 0; turn < 40; turn++) {
        // First the strangers: the module does not print before its first event.
        const answers = Array.from({ length: 50 }, () => post(url, turn >= 36));
        for (const status of await Promise.all(answers)) {
          // After some wrong tokens, 401 becomes 429.
          if (status === 401 || status === 429) counts.refused += 1;
          else if (status === 202) counts.dispatched += 1;
          else counts.other += 1;
        }
      }
      expect(counts).toEqual({ refused: 1_800, dispatched: 200, other: 0 });
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    },
  );
});

async function post(url: string, known: boolean): Promise<number> {
  const headers = known ? { authorization: `Bearer ${TOKEN}` } : {};
  const answer = await fetch(url, { method: "POST", headers, body: '{"id":1}' });
  await answer.text();
  return answer.status;
}

async function untilAnswered(url: string): Promise<void> {
  while (true) {
    const isAnswered = await post(url, false).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await sleep(50);
  }
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
