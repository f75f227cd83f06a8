// The name of a target → a server in its own process, and its memory.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensureRuntimes } from "../../packages/conformance/runtimes/ensure.mjs";

const SCRIPTS = new URL("../attacks/targets/", import.meta.url);
const DENO = ["run", "--allow-all", "--no-config", "--node-modules-dir=manual"];

/** `<target>`, `bare-<target>`, and `<target>@node22` or `<target>@node24` for another Node. */
export async function startServer(name) {
  return start(await commandFor(name));
}

/** A script of `attacks/targets` with arguments, on this Node. */
export function startTarget(script, args) {
  const file = fileURLToPath(new URL(`${script}.mjs`, SCRIPTS));
  return start({ command: process.execPath, args: [file, ...args] });
}

async function start({ command, args }) {
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

async function commandFor(name) {
  const [target, node] = name.split("@");
  if (target === "bare-node") return onNode(node, target, []);
  const bare = target.startsWith("bare-");
  const script = bare ? target.slice("bare-".length) : target;
  const handler = bare ? ["bare"] : [];
  const file = fileURLToPath(new URL(`${script}.mjs`, SCRIPTS));
  if (script === "bun") return { command: (await ensureRuntimes()).bun, args: [file, ...handler] };
  if (script === "deno") {
    return { command: (await ensureRuntimes()).deno, args: [...DENO, file, ...handler] };
  }
  return onNode(node, script, handler);
}

async function onNode(node, script, rest) {
  const file = fileURLToPath(new URL(`${script}.mjs`, SCRIPTS));
  const command = node === undefined ? process.execPath : (await ensureRuntimes())[node];
  return { command, args: [file, ...rest] };
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
