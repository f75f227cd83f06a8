// node soak/lost-store.mjs: `hookwright serve` on a small disk of its own (a tmpfs, so as root on Linux), which is filled,
// and whose store is removed, replaced and locked out while the host runs. Prints what senders and an operator saw, and exits with 1 where
// something was lost, or an empty store was begun.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../packages/cli/bin/hookwright.js", import.meta.url));
const TOKEN = "a-token-of-the-soak-runs-0000";
const folder = mkdtempSync(join(tmpdir(), "hookwright-lost-"));
const disk = join(folder, "disk");
const config = join(folder, "hooks.json");
const agent = join(folder, "agent.sh");
mkdirSync(disk);
execFileSync("mount", ["-t", "tmpfs", "-o", "size=110m", "tmpfs", disk]);

writeFileSync(agent, "#!/bin/sh\ncat > /dev/null\nsleep 3\necho done\n", { mode: 0o755 });
writeFileSync(
  config,
  JSON.stringify({
    hooks: { enabled: true, token: { env: "HOOK_TOKEN" }, mappings: [] },
    host: {
      runner: { command: { command: [agent], output: "text" } },
      channels: { command: { command: ["true"] } },
      stopGraceSeconds: 30,
    },
  }),
);

/** @type {Record<string, unknown>[]} */
const rows = [];
/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
let isBroken = false;
/** @param {string} what @param {boolean} isRight @param {unknown} seen */
function note(what, isRight, seen) {
  isBroken ||= !isRight;
  console.log(`${isRight ? "ok " : "BAD"} ${what}: ${JSON.stringify(seen)}`);
  rows.push({ what, isRight });
}

try {
  await fullDisk();
  await losses();
  await removedLock();
  await orderedStops();
} finally {
  for (const child of children) child.kill("SIGKILL");
  await sleep(500);
  execFileSync("umount", [disk]);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${rows.length} checks, ${rows.filter(({ isRight }) => !isRight).length} bad`);
process.exitCode = isBroken ? 1 : 0;

/** An interrupted run, then a disk without a free byte, then space again. */
async function fullDisk() {
  const state = join(disk, "full");
  const first = await serve(state);
  const sent = await send(first);
  await sleep(1_000);
  await first.kill("SIGKILL");
  const { bavail, bsize } = statfsSync(disk);
  const filler = join(disk, "filler");
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    writeFileSync(`${filler}-2`, Buffer.alloc(1_000_000));
  } catch {
    // It is full.
  }
  const second = await serve(state);
  const health = await second.health();
  note(
    "a full disk and an interrupted run: the host listens, and says why it fails",
    health.status === "failing",
    health,
  );
  const refused = await send(second);
  note("a sender gets 503", refused.status === 503, refused);
  rmSync(filler, { force: true });
  rmSync(`${filler}-2`, { force: true });
  const accepted = await until(async () => {
    const answer = await send(second);
    return answer.status === 202 ? answer : undefined;
  });
  note("with space again a sender gets 202", accepted?.status === 202, accepted);
  const done = await until(() => runIs(state, sent.runId, "done"));
  note("the interrupted run is carried out", done === true, done);
  await second.kill("SIGTERM");
}

async function losses() {
  /** @type {Record<string, (state: string, path: string) => void>} */
  const kinds = {
    deleted: (_, path) => rmSync(path),
    "replaced by a copy": (_, path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    "deleted with its folder": (state) => rmSync(state, { recursive: true }),
    "without its log": (_, path) => rmSync(`${path}-wal`),
  };
  for (const [kind, lose] of Object.entries(kinds)) {
    const state = join(disk, kind.replaceAll(" ", "-"));
    const host = await serve(state);
    const before = await send(host);
    lose(state, join(state, "ledger.sqlite"));
    const health = await host.health();
    const after = await send(host);
    note(
      `a store that is ${kind}: 202 before, then failing and 503`,
      before.status === 202 && health.status === "failing" && after.status === 503,
      { health, after },
    );
    await host.kill("SIGKILL");
    if (kind !== "deleted") continue;
    const again = await serve(state).catch((error) => error.message);
    const files = readdirSync(state);
    note(
      "and no new one is begun",
      typeof again === "string" && !files.includes("ledger.sqlite"),
      again,
    );
  }
  const state = join(disk, "dangling");
  mkdirSync(state, { mode: 0o700 });
  symlinkSync(join(disk, "nowhere", "ledger.sqlite"), join(state, "ledger.sqlite"));
  const again = await serve(state).catch((error) => error.message);
  note(
    "a link that leads nowhere is named",
    /is a link to/.test(String(again)) && !existsSync(join(disk, "nowhere")),
    again,
  );
}

async function removedLock() {
  const state = join(disk, "lock");
  const host = await serve(state);
  for (const files of [
    ["ledger.lock"],
    ["ledger.lock", "ledger.lock.pid", "ledger.lock-journal"],
  ]) {
    for (const file of files) rmSync(join(state, file), { force: true });
    const second = await serve(state).catch((error) => error.message);
    note(
      `a second host without ${files.join(", ")} is refused`,
      /is used by/.test(String(second)),
      second,
    );
  }
  const answer = await send(host);
  note("and the first one works on", answer.status === 202, answer);
  await host.kill("SIGKILL");
  const next = await serve(state);
  note("after a kill the next one starts", true, (await next.health()).status);
  await next.kill("SIGTERM");
}

/** As a process manager with too little patience: SIGTERM, and SIGKILL half a second later. */
async function orderedStops() {
  const state = join(disk, "stops");
  const first = await serve(state);
  const { runId } = await send(first);
  let host = first;
  for (let stop = 0; stop < 4; stop++) {
    await sleep(1_000);
    host.process.kill("SIGTERM");
    await sleep(500);
    await host.kill("SIGKILL");
    host = await serve(state);
  }
  const done = await until(() => runIs(state, runId, "done"));
  note("four stops that were ordered and cut short make no run crashed", done === true, done);
  await host.kill("SIGTERM");
}

/** @param {string} state */
async function serve(state) {
  const adminPort = await freePort();
  const child = spawn(
    process.execPath,
    [
      command,
      "serve",
      config,
      "--dispatch",
      "host",
      "--state-folder",
      state,
      "--port",
      "0",
      "--admin",
      String(adminPort),
      "--json",
    ],
    { env: { ...process.env, HOOK_TOKEN: TOKEN }, stdio: ["ignore", "pipe", "pipe"] },
  );
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let isGone = false;
  void exited.then(() => (isGone = true));
  const found = await until(async () => {
    if (isGone) return { error: output };
    const url = /"url":"(http:[^"]+\/hooks)"/.exec(output)?.[1];
    return url === undefined ? undefined : { url };
  });
  if (found === undefined || "error" in found) {
    child.kill("SIGKILL");
    throw new Error(output.trim().slice(-400));
  }
  return {
    process: child,
    url: found.url,
    health: async () => (await fetch(`http://127.0.0.1:${adminPort}/healthz`)).json(),
    kill: async (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      await exited;
    },
  };
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** @param {{ url: string }} host */
async function send({ url }) {
  const response = await fetch(`${url}/agent`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ message: "Work." }),
  });
  return { status: response.status, ...(await response.json()) };
}

/** @param {string} state @param {string} runId @param {string} wanted */
async function runIs(state, runId, wanted) {
  const text = execFileSync(
    process.execPath,
    [command, "runs", "show", runId, "--state-folder", state, "--json"],
    {
      env: { ...process.env, HOOK_TOKEN: TOKEN },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  return new RegExp(`"state": ?"${wanted}"`).test(text) || undefined;
}

/** @template T @param {() => Promise<T | undefined>} look @returns {Promise<T | undefined>} */
async function until(look) {
  for (let tries = 0; tries < 150; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(400);
  }
  return undefined;
}
