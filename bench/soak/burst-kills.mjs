// node bench/soak/burst-kills.mjs [kills] [events] [keys] [seed]: a host that joins events of a burst into runs, with
// their deliveries and lifecycle events, is killed with SIGKILL at any time. Prints in how many runs each event was, how
// late the runs began, and exits with 1 where an event was lost, doubled or out of order.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkBursts } from "./shared/check-bursts.mjs";
import { createRandom } from "./shared/random.mjs";
import { createRestartedHost, pause } from "./shared/restarted-host.mjs";

const KILLS = Number(process.argv[2] ?? 60);
const EVENTS = Number(process.argv[3] ?? 5_000);
const KEYS = Number(process.argv[4] ?? 200);
const seed = Number(process.argv[5] ?? Date.now() % 1_000_000);
const SENDERS = 8;
/** The host's time is that much faster. */
const SPEED = 10;
const WINDOW = { seconds: 20, maxSeconds: 60, limit: 20, keep: "all", hasSessionKey: false };
const MAX_UPTIME_MS = 1_500;

const startedAt = Date.now();
const folder = mkdtempSync(join(tmpdir(), "hookwright-burst-kills-"));
const random = createRandom(seed);
/** By number. @type {{ key: string, runId: string, at: number }[]} */
const events = [];
/** When the first turn of each run began, by its id. @type {Map<string, number>} */
const begun = new Map();
/** When the host was killed. @type {number[]} */
const kills = [];
const host = createRestartedHost({
  folder,
  epoch: startedAt,
  speed: SPEED,
  maxConcurrent: 4,
  hasSteps: false,
  notifies: true,
  answerOf: ({ id }) => {
    if (!begun.has(id)) begun.set(id, Date.now());
    return `Answer of ${id}.`;
  },
});

await host.start();
/** Repeats that got another run. @type {number[]} */
const contradicted = [];
let sent = 0;
let isOver = false;
const senders = Promise.all(Array.from({ length: SENDERS }, (_, index) => sendAll(index))).then(
  () => {
    isOver = true;
  },
);
for (let kill = 0; kill < KILLS; kill++) {
  await pause(random() * MAX_UPTIME_MS);
  kills.push(Date.now());
  await host.restart();
}
const killsAfterEvents = isOver;
await senders;
// Until the last windows are closed, too.
await host.untilIdle(300_000, { events: false });
const { list } = await host.ask("list");
await host.stop();
rmSync(folder, { recursive: true });

const { rows, interrupted, broken } = checkBursts({
  events,
  list,
  observed: host.observed,
  begun,
  kills,
  window: { ...WINDOW, speed: SPEED },
});
if (contradicted.length > 0) broken.push(`repeats that got another run: ${contradicted.length}`);
const shown = {
  seed,
  kills: `${KILLS}${killsAfterEvents ? ", some after the last event" : ""}`,
  seconds: Math.round((Date.now() - startedAt) / 1_000),
  "events, keys": `${EVENTS}, ${KEYS}`,
  ...rows,
};
for (const [name, value] of Object.entries(shown)) console.log(`${name}: ${value}`);
for (const id of interrupted) console.log(`called again: ${id}`);
console.log(broken.length === 0 ? "every event is in one run" : `BROKEN: ${broken.join("; ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** Each sender has keys of its own and waits for each answer, so the order of each key is known. */
async function sendAll(index) {
  while (sent < EVENTS) {
    const number = sent++;
    const own = Math.floor((random() * KEYS) / SENDERS);
    const key = `key ${own * SENDERS + index}`;
    const runId = await send(number, key);
    events[number] = { key, runId, at: Date.now() };
    // A sender that never saw the answer.
    if (number % 20 === 0 && (await send(number, key)) !== runId) contradicted.push(number);
  }
}

function send(number, key) {
  return host.acceptSurely(number, actionOf(number, key), () => ({
    runId: `run-${number}-${Math.floor(random() * 1e9)}`,
    name: "soak",
    mappingId: "soak",
    idempotencyKey: `key-${number}`,
    idempotencyTtlSeconds: 1_000_000,
  }));
}

function actionOf(number, key) {
  const text = `Event ${number}.`;
  return {
    kind: "agent",
    message: `> ${text}`,
    parts: [{ kind: "untrusted", text, source: "soak" }],
    untrustedText: text,
    name: "Soak",
    sessionKey: `hook:${number}`,
    wakeMode: "next-heartbeat",
    deliver: true,
    channel: "soak",
    to: key,
    coalesce: { key, ...WINDOW },
  };
}
