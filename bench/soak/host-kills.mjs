// node bench/soak/host-kills.mjs [kills at steps] [kills at random] [seed]: a host is killed with SIGKILL at each of its
// steps in turn, and then at any time under load. Prints what was lost, doubled or out of order, and
// exits with 1 where a rule is broken.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkHost } from "./shared/check-host.mjs";
import { createRandom } from "./shared/random.mjs";
import { createRestartedHost, pause } from "./shared/restarted-host.mjs";

const KILLS_AT_STEPS = Number(process.argv[2] ?? 200);
const KILLS_AT_RANDOM = Number(process.argv[3] ?? 100);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);

const STEPS = [
  "before accept",
  "after accept",
  "after claim of runs",
  "during a run",
  "after the answer of a run",
  "before end of run",
  "after end of run",
  "after claim of main",
  "during a heartbeat",
  "after the answer of a heartbeat",
  "before end of heartbeat",
  "after end of heartbeat",
  "after claim of deliveries",
  "before a send",
  "during a send",
  "after a send",
  "before end of delivery-change",
  "after end of delivery-change",
];
const SENDERS = 8;
const KEYS = 7;
const RECIPIENTS = 5;
/** The longest wait for a step; if it does not come, the host is killed all the same. */
const STEP_TIMEOUT_MS = 5_000;

const folder = mkdtempSync(join(tmpdir(), "hookwright-host-kills-"));
const random = createRandom(seed);
const host = createRestartedHost({
  folder,
  epoch: Date.now(),
  speed: 20,
  maxConcurrent: 4,
  hasSteps: true,
});

/** Actions in the order in which they were first sent. @type {import("./shared/restarted-host.mjs").Sent[]} */
const sent = [];
let contradicted = 0;
let isOver = false;
let missed = 0;

const startedAt = Date.now();
await host.start();
const senders = Promise.all(Array.from({ length: SENDERS }, (_, index) => sendAll(index)));
for (let kill = 0; kill < KILLS_AT_STEPS; kill++) {
  const times = 1 + Math.floor(random() * 4);
  const step = STEPS[kill % STEPS.length];
  if (!(await host.killAt(step, times, STEP_TIMEOUT_MS))) missed += 1;
  await host.restart();
}
for (let kill = 0; kill < KILLS_AT_RANDOM; kill++) {
  await pause(random() * 300);
  await host.restart();
}
isOver = true;
await senders;
await host.accept(-1, actionOf({ number: -1, key: "", kind: "wake" }), { runId: "last" });
await host.untilIdle(120_000);
const { list } = await host.ask("list");
await host.stop();
rmSync(folder, { recursive: true });

const result = checkHost({ sent, list, observed: host.observed });
const rows = {
  seed,
  "kills at steps, at random": `${KILLS_AT_STEPS} (${missed} steps not reached in time), ${KILLS_AT_RANDOM}`,
  seconds: ((Date.now() - startedAt) / 1_000).toFixed(0),
  "actions answered with another id when repeated": contradicted,
  ...result.rows,
};
for (const [name, value] of Object.entries(rows)) console.log(`${name}: ${value}`);
const broken = [...result.broken, ...(contradicted > 0 ? ["a repeat got another id"] : [])];
console.log(broken.length === 0 ? "every rule is kept" : `BROKEN: ${broken.join("; ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** A sender repeats an action until it is answered, and each sender has keys of its own, so the order is known. */
async function sendAll(index) {
  while (!isOver) {
    await pause(random() * 10);
    const number = sent.length;
    const isWake = number % 6 === 5;
    const action = { number, key: `hook:${index}:${number % KEYS}`, kind: isWake ? "wake" : "run" };
    sent.push(action);
    await sendUntilAnswered(action);
    // A sender that never saw the answer.
    if (number % 20 === 0) await sendUntilAnswered(action);
  }
}

/** @param {import("./shared/restarted-host.mjs").Sent} action */
async function sendUntilAnswered(action) {
  const runId = await host.acceptSurely(action.number, actionOf(action), () => ({
    runId: `${action.kind}-${action.number}-${Math.floor(random() * 1e9)}`,
    name: "soak",
    mappingId: "soak",
    idempotencyKey: `key-${action.number}`,
    idempotencyTtlSeconds: 3_600,
  }));
  if (action.runId !== undefined && action.runId !== runId) contradicted += 1;
  action.runId = runId;
}

/** @param {import("./shared/restarted-host.mjs").Sent} action */
function actionOf({ number, key, kind }) {
  const text = `Action ${number}.`;
  const parts = [{ kind: "trusted", text }];
  if (kind === "wake") return { kind, text, parts, untrustedText: "", mode: "now" };
  return {
    kind: "agent",
    message: text,
    parts,
    untrustedText: "",
    name: "Soak",
    sessionKey: key,
    wakeMode: number % 2 === 0 ? "now" : "next-heartbeat",
    deliver: true,
    channel: "soak",
    to: `person ${number % RECIPIENTS}`,
  };
}
