// node bench/soak/channel-kills.mjs [kills] [seed]: a host with every channel sends to fakes of the platforms, which
// fail at random in their own ways, and is killed with SIGKILL at any time. Prints what each platform showed and each
// part that was shown twice, and exits with 1 where a promise is broken. Needs `curl`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkChannels } from "./shared/check-channels.mjs";
import { createFastTime } from "./shared/fast-time.mjs";
import { startPlatforms } from "./shared/platforms.mjs";
import { createRandom } from "./shared/random.mjs";
import { createRestartedHost, pause } from "./shared/restarted-host.mjs";

const KILLS = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const SENDERS = 4;
const MAX_PAUSE_MS = 1_600;
const MAX_UPTIME_MS = 3_000;
const MAX_DRAIN_MS = 300_000;

const startedAt = Date.now();
const folder = mkdtempSync(join(tmpdir(), "hookwright-channel-kills-"));
const time = { epoch: startedAt, speed: 10 };
const random = createRandom(seed);
/** `<life>:<delivery>/<part>` of each part whose outcome the host did not get. @type {Set<string>} */
const unknown = new Set();
const UNKNOWN_CODES = new Set([
  "timeout",
  "connection_lost",
  "aborted",
  "command_killed",
  "unknown_outcome",
]);
/** @type {Map<number, { platform: import("./shared/platforms.mjs").Platform, lines: number, shownTo: string, runId?: string }>} */
const actions = new Map();
let isOver = false;
let life = 0;

const platforms = await startPlatforms({
  folder,
  random,
  clock: createFastTime(time).clock,
  life: () => life,
  isCalm: () => isOver,
});
const host = createRestartedHost({
  folder,
  ...time,
  maxConcurrent: 4,
  hasSteps: false,
  channels: platforms.map(({ id, kind, settings }) => ({ id, kind, settings })),
  answerOf: ({ message }) => answerOf(Number(/Action (\d+)\./.exec(message)?.[1])),
  onMessage: hear,
});

await host.start();
const senders = Promise.all(Array.from({ length: SENDERS }, sendAll));
for (let kill = 0; kill < KILLS; kill++) {
  await pause(random() * MAX_UPTIME_MS);
  await host.restart();
}
isOver = true;
await senders;
// Without the pauses that refused credentials have caused.
await host.restart();
await host.untilIdle(MAX_DRAIN_MS, { events: false });
const { list } = await host.ask("list");
await host.stop();
await Promise.all(platforms.map(({ close }) => close()));
rmSync(folder, { recursive: true });

const { rows, doubles, broken } = checkChannels({
  platforms,
  deliveries: list.deliveries,
  unknown,
  shownTo: (runId) => actions.get(numberOf(runId))?.shownTo,
});
broken.push(...checkRuns(list));
console.log(
  `seed ${seed}: ${KILLS} kills, ${actions.size} actions, ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`,
);
console.table(Object.fromEntries(rows.map(({ channel, ...row }) => [channel, row])));
for (const line of doubles) console.log(line);
for (const line of broken) console.log(`BROKEN: ${line}`);
console.log(broken.length === 0 ? "every promise is kept" : `${broken.length} promises are broken`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function sendAll() {
  while (!isOver) {
    await pause(random() * MAX_PAUSE_MS);
    const number = actions.size;
    const platform = platforms[number % platforms.length];
    // One part, or up to four.
    const lines =
      random() < 0.5 ? 3 : Math.ceil((random() * 3.5 * platform.limit) / lineOf(number, 0).length);
    const [to, shownTo] = platform.recipients[Math.floor(random() * platform.recipients.length)];
    const action = { platform, lines, shownTo };
    actions.set(number, action);
    action.runId = await host.acceptSurely(number, actionOf(number, platform.id, to), () => ({
      runId: `run-${number}`,
      name: "soak",
      mappingId: "soak",
      idempotencyKey: `key-${number}`,
      idempotencyTtlSeconds: 1_000_000,
    }));
  }
}

function actionOf(number, channel, to) {
  return {
    kind: "agent",
    message: `Action ${number}.`,
    parts: [{ kind: "trusted", text: `Action ${number}.` }],
    untrustedText: "",
    name: "Soak",
    sessionKey: `hook:${number % 50}`,
    wakeMode: "next-heartbeat",
    deliver: true,
    channel,
    to,
  };
}

/** Each line has a marker, so that each part begins with one of its own. */
function answerOf(number) {
  const { lines } = actions.get(number);
  return Array.from({ length: lines }, (_, index) => lineOf(number, index)).join("\n");
}

function lineOf(number, index) {
  return `m${number}x${String(index).padStart(3, "0")} the build of the main branch has failed again, see the log`;
}

/** @param {string} runId */
function numberOf(runId) {
  return Number(runId.replace("run-", ""));
}

/** What the host tells beside its answers. */
function hear(message) {
  if (message.kind === "found") {
    for (const key of message.cutOff) unknown.add(`${life}:${key}`);
    life += 1;
  } else if (message.kind === "delivery") {
    const { deliveryId, sent, code } = message.record;
    if (UNKNOWN_CODES.has(code)) unknown.add(`${life}:${deliveryId}/${sent + 1}`);
  }
}

/** Each accepted action has one run, which has one delivery unless it crashed with the host twice. */
function checkRuns({ runs, deliveries }) {
  const states = new Map(runs.map(({ id, state, code }) => [id, code ?? state]));
  const counts = new Map();
  for (const { runId } of deliveries) counts.set(runId, (counts.get(runId) ?? 0) + 1);
  return [...actions].flatMap(([number, { runId }]) => {
    const expected = states.get(runId) === "crashed" ? 0 : 1;
    const isKept =
      ["done", "crashed"].includes(states.get(runId)) && (counts.get(runId) ?? 0) === expected;
    return isKept
      ? []
      : [
          `action ${number}: its run is ${states.get(runId)}, with ${counts.get(runId) ?? 0} deliveries`,
        ];
  });
}
