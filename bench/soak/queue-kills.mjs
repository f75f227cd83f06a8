// node bench/soak/queue-kills.mjs [events] [kills]: the file queue behind dispatch, killed with SIGKILL under
// load, while senders repeat what was not answered. Prints what was lost, and what was made twice.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const EVENTS = Number(process.argv[2] ?? 20_000);
const KILLS = Number(process.argv[3] ?? 8);
const SENDERS = 32;
/** Each tenth event is a batch of so many. */
const MAILS = 3;
const TOKEN = "a-token-of-at-least-24-letters";
const SERVER = fileURLToPath(new URL("shared/queue-server.mjs", import.meta.url));

const dir = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
const file = join(dir, "actions.jsonl");
const carriedFile = join(dir, "carried.txt");

/** Run ids by key, as the senders received them. @type {Map<string, string>} */
const reported = new Map();
const counts = { answered: 0, requests: 0, broken: 0, repeated: 0, contradicted: 0 };

let server = await start(0);
const { port } = server;
const startedAt = Date.now();
let next = 0;
await Promise.all([...Array.from({ length: SENDERS }, sendAll), killAll()]);
const seconds = (Date.now() - startedAt) / 1_000;
await untilCarriedOut();
server.child.kill("SIGTERM");
await server.ended;
report();
rmSync(dir, { recursive: true });

async function sendAll() {
  for (let number = next++; number < EVENTS; number = next++) {
    await sendUntilAnswered(number);
    counts.answered += 1;
    // A sender that never saw the answer: each twentieth comes again although it was taken.
    if (number % 20 === 0) await sendUntilAnswered(number);
  }
}

/** @param {number} number */
async function sendUntilAnswered(number) {
  for (;;) {
    const runIds = await send(number);
    if (runIds !== undefined) return compare(number, runIds);
    counts.broken += 1;
    await pause(20);
  }
}

/** @param {number} number @returns {Promise<string[] | undefined>} */
async function send(number) {
  const isBatch = number % 10 === 0;
  const mails = Array.from({ length: MAILS }, (_, index) => ({ number: `${number}.${index}` }));
  counts.requests += 1;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/hooks/${isBatch ? "mails" : "push"}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "x-github-delivery": `delivery-${number}` },
      body: JSON.stringify(isBatch ? { mails } : { number }),
    });
    const answer = await response.json();
    if (!response.ok) return undefined;
    return isBatch ? answer.results.map(({ runId }) => runId) : [answer.runId];
  } catch {
    return undefined;
  }
}

/** A sender that is answered again must get the same run ids. @param {number} number @param {string[]} runIds */
function compare(number, runIds) {
  for (const [index, runId] of runIds.entries()) {
    const key = keyOf(number, number % 10 === 0 ? index : undefined);
    const before = reported.get(key);
    if (before !== undefined) counts.repeated += 1;
    if (before !== undefined && before !== runId) counts.contradicted += 1;
    reported.set(key, runId);
  }
}

/** @param {number} number @param {number | undefined} index */
function keyOf(number, index) {
  const name = index === undefined ? "push" : "mails";
  return JSON.stringify([name, "delivery", `delivery-${number}`, index]);
}

/** Kills at moments that nobody chooses, evenly over the run. */
async function killAll() {
  for (let kill = 1; kill <= KILLS; kill++) {
    while (counts.answered < (kill * EVENTS) / (KILLS + 1)) await pause(5);
    await pause(Math.random() * 20);
    server.child.kill("SIGKILL");
    await server.ended;
    server = await start(port);
  }
}

/** The queue carries out one action at a time, so it ends after its senders. */
async function untilCarriedOut() {
  const wanted = EVENTS + Math.ceil(EVENTS / 10) * (MAILS - 1);
  for (let tries = 0; tries < 300; tries++) {
    if (new Set(readLines(carriedFile).map(runIdOf)).size >= wanted) return;
    await pause(200);
  }
}

/** @param {string} line */
function runIdOf(line) {
  return line.split(" ", 1)[0];
}

/** @param {number} wantedPort */
async function start(wantedPort) {
  const args = [SERVER, file, carriedFile, TOKEN, String(wantedPort)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^port (\d+)$/.exec(line);
    if (match !== null) return { child, ended, port: Number(match[1]) };
  }
  throw new Error("the server ended before it listened");
}

function report() {
  const entries = readLines(file).map((line) => JSON.parse(line));
  const kept = entries.filter(({ key }) => key !== undefined);
  const keys = new Set(kept.map(({ key }) => key));
  const carried = readLines(carriedFile).map(runIdOf);
  const carriedOnce = new Set(carried);
  const runIds = new Set(kept.map(({ runId }) => runId));
  const expected = Array.from({ length: EVENTS }, (_, number) =>
    number % 10 === 0
      ? Array.from({ length: MAILS }, (_mail, index) => keyOf(number, index))
      : [keyOf(number, undefined)],
  ).flat();
  const rows = {
    "events, and actions of them": `${EVENTS}, ${expected.length}`,
    "kills, seconds": `${KILLS}, ${seconds.toFixed(1)}`,
    "requests, of which got no answer": `${counts.requests}, ${counts.broken}`,
    "actions that came again and were answered": counts.repeated,
    "of them answered with another run": counts.contradicted,
    "actions not on disk (lost)": expected.filter((key) => !keys.has(key)).length,
    "actions on disk under two runs (repeat not recognised)": kept.length - keys.size,
    "answered runs that are not on disk": [...reported.values()].filter((id) => !runIds.has(id))
      .length,
    "actions never carried out": [...runIds].filter((id) => !carriedOnce.has(id)).length,
    "runs carried out twice, under one run id": carried.length - carriedOnce.size,
  };
  for (const [what, value] of Object.entries(rows)) console.log(`${what.padEnd(56)} ${value}`);
  const isGood = [5, 6, 7, 8].every((row) => Object.values(rows)[row] === 0);
  process.exitCode = isGood && counts.contradicted === 0 ? 0 : 1;
}

/** @param {string} path */
function readLines(path) {
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}

/** @param {number} milliseconds @returns {Promise<void>} */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
