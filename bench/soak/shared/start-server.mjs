// The name of a target → a server in its own process, and its memory.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensureRuntimes } from "../../../packages/conformance/runtimes/ensure.mjs";

const DENO = ["run", "--allow-all", "--no-config", "--node-modules-dir=manual"];

const TARGET = fileURLToPath(new URL("target.mjs", import.meta.url));

/** `<target>` or `bare-<target>`; with `@node22` or `@node24` at its end on another Node. */
export async function startServer(name) {
  const [target, node] = name.split("@");
  const runtime = target.replace("bare-", "");
  if (runtime === "bun") return start((await ensureRuntimes()).bun, [TARGET, target]);
  if (runtime === "deno") return start((await ensureRuntimes()).deno, [...DENO, TARGET, target]);
  const command = node === undefined ? process.execPath : (await ensureRuntimes())[node];
  return start(command, [TARGET, target]);
}

/** A script of this folder with arguments, on this Node. */
export function startScript(script, args) {
  return start(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args]);
}

async function start(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await readPort(child);
  return {
    port,
    /** Resident memory, in megabytes. */
    resident: () => readStatus(child.pid, "VmRSS"),
    /** Resets the peak, so that it does not include the start. */
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, "5"),
    /** Peak of the resident memory, in megabytes. */
    peak: () => readStatus(child.pid, "VmHWM"),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

async function readPort(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^port (\d+)$/.exec(line);
    if (match !== null) return Number(match[1]);
  }
  throw new Error("the server ended before it listened");
}

function readStatus(pid, field) {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").match(
    new RegExp(`^${field}:\\s+(\\d+) kB`, "m"),
  );
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
