// The name of a host → a server in a process of its own, and what memory it takes.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensureRuntimes } from "../../tools/runtimes/ensure.mjs";

const SCRIPTS = new URL("../attacks/hosts/", import.meta.url);
const DENO = ["run", "--allow-all", "--no-config", "--node-modules-dir=manual"];

/** `<host>`, `bare-<host>`, and `<host>@node22` or `<host>@node24` for another Node. */
export async function startServer(name) {
  const { command, args } = commandFor(name);
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await readPort(child);
  return {
    port,
    /** Megabytes of resident memory now. */
    resident: () => readStatus(child.pid, "VmRSS"),
    /** Forgets the peak so far, that of the start for example. */
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, "5"),
    /** Megabytes of resident memory at most. */
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

function commandFor(name) {
  const [host, node] = name.split("@");
  if (host === "bare-node") return onNode(node, host, []);
  const bare = host.startsWith("bare-");
  const script = bare ? host.slice("bare-".length) : host;
  const handler = bare ? ["bare"] : [];
  const file = fileURLToPath(new URL(`${script}.mjs`, SCRIPTS));
  if (script === "bun") return { command: ensureRuntimes().bun, args: [file, ...handler] };
  if (script === "deno") {
    return { command: ensureRuntimes().deno, args: [...DENO, file, ...handler] };
  }
  return onNode(node, script, handler);
}

function onNode(node, script, rest) {
  const file = fileURLToPath(new URL(`${script}.mjs`, SCRIPTS));
  const command = node === undefined ? process.execPath : ensureRuntimes()[node];
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
