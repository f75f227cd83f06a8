// node --expose-gc soak/host.mjs [minutes of real time] [events per second]: an hour of events in compressed time,
// then some minutes in real time over 1,000 keys. Prints what was lost or out of order, memory, and the
// time in which the queue drains; exits with 1 where something is wrong.
import { createFakeTime } from "./shared/fake-time.mjs";
import { createSoakHost, systemTimer } from "./shared/soak-host.mjs";

const MINUTES = Number(process.argv[2] ?? 10);
const PER_SECOND = Number(process.argv[3] ?? 50);
const KEYS = 1_000;

let isBroken = false;
await soakCompressed();
await soakRealTime();
process.exitCode = isBroken ? 1 : 0;

/** Two actions a second for an hour: each fifth is a wake, each tenth run is delivered. */
async function soakCompressed() {
  const time = createFakeTime();
  const soak = await createSoakHost({
    ...time,
    turnMs: () => 900,
    sendMs: () => 200,
    maxConcurrent: 4,
  });
  await soak.host.start();
  const startedAt = performance.now();
  const sent = createSent();
  for (let second = 0; second < 3_600; second++) {
    await Promise.all([send(soak, sent), send(soak, sent)]);
    await time.advance(1_000);
  }
  let drainSeconds = 0;
  for (; !isIdle(soak) && drainSeconds < 3_600; drainSeconds++) await time.advance(1_000);
  report("an hour, compressed", soak, sent, {
    "seconds it took": ((performance.now() - startedAt) / 1_000).toFixed(0),
    "seconds of the fake clock until the queue was empty": drainSeconds,
  });
  const closed = soak.close();
  await time.advance(60_000);
  await closed;
}

async function soakRealTime() {
  const soak = await createSoakHost({
    clock: Date.now,
    timer: systemTimer,
    turnMs: () => 20 + Math.random() * 40,
    sendMs: () => 5 + Math.random() * 10,
    maxConcurrent: 8,
  });
  await soak.host.start();
  const sent = createSent();
  const total = MINUTES * 60 * PER_SECOND;
  const memory = [];
  const waits = [];
  const startedAt = performance.now();
  while (sent.count < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * PER_SECOND);
    const accepts = [];
    while (sent.count < due) accepts.push(send(soak, sent));
    const from = performance.now();
    await Promise.all(accepts);
    waits.push(performance.now() - from);
    if (sent.count / total >= (memory.length + 1) / 10) memory.push(megabytes());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const drainFrom = performance.now();
  while (!isIdle(soak) && performance.now() - drainFrom < 120_000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  waits.sort((a, b) => a - b);
  report(`${MINUTES} minutes at ${PER_SECOND} events/s`, soak, sent, {
    "ms to accept, median and 99 %": `${at(waits, 0.5)}, ${at(waits, 0.99)}`,
    "ms until the queue was empty": (performance.now() - drainFrom).toFixed(0),
    "heap at each tenth, MB": memory.map(({ heap }) => heap).join(" "),
    "all memory at each tenth, MB": memory.map(({ rss }) => rss).join(" "),
    "store, MB": (soak.host.status().bytes / 1e6).toFixed(0),
  });
  await soak.close();
}

function createSent() {
  return { count: 0, wakes: 0, delivered: 0, byKey: new Map() };
}

async function send(soak, sent) {
  const number = sent.count++;
  if (number % 5 === 4) {
    sent.wakes += 1;
    return soak.acceptWake(number);
  }
  const key = `hook:${(number * 7_919) % KEYS}`;
  const deliver = number % 10 === 0;
  if (deliver) sent.delivered += 1;
  const list = sent.byKey.get(key) ?? [];
  list.push(`run-${number}`);
  sent.byKey.set(key, list);
  return soak.acceptRun(number, key, { deliver });
}

function isIdle({ host }) {
  const { runs, deliveries } = host.status();
  const open = runs.queued + runs.running + runs.failed;
  return open + deliveries.queued + deliveries.sending + deliveries.failed === 0;
}

function report(title, { host, world }, sent, more) {
  const { runs } = host.status();
  const accepted = sent.count - sent.wakes;
  const outOfOrder = [...sent.byKey].filter(
    ([key, ids]) => ids.join() !== world.turns.get(key)?.join(),
  );
  const wrong = {
    "runs that are not done": accepted - runs.done,
    "turns that nobody asked for": world.runs - accepted,
    "keys out of order": outOfOrder.length,
    "deliveries that are missing": sent.delivered - world.shown.size,
    "messages shown twice": world.shownTwice,
    "warnings of the host": world.warnings.length,
  };
  const rows = { "runs, wakes": `${accepted}, ${sent.wakes}`, heartbeats: world.heartbeats };
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries({ ...rows, ...wrong, ...more })) {
    console.log(`  ${name}: ${value}`);
  }
  if (Object.values(wrong).some((value) => value !== 0)) isBroken = true;
}

function megabytes() {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: Math.round(heapUsed / 1e6), rss: Math.round(rss / 1e6) };
}

function at(sorted, share) {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}
