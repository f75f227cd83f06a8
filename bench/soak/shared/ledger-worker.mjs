// A process that accepts, claims and ends runs without a pause until it is killed. Each line of its output
// is something that was reported to a caller: `accepted <id> <key>`, `ended <id>`.
import { openLedger } from "../../../packages/host/build/ledger/open-ledger.js";

const [folder, start] = process.argv.slice(2);
const KEYS = 12;
const CALLERS = 8;

const RUN = {
  agentId: "main",
  action: { kind: "agent", message: "Hello", parts: [], untrustedText: "" },
  taintedFields: [],
  source: "hook soak",
  state: "queued",
  attempt: 0,
  interruptions: 0,
};

const DELIVERY = {
  agentId: "main",
  channel: "telegram",
  to: "42",
  state: "queued",
  parts: ["Text"],
  sentIds: [],
  tries: 0,
  plain: false,
  resends: 0,
};

const opened = await openLedger({
  folder,
  limits: { maxRuns: 10_000, maxRunsPerKey: 200, maxWaitingEvents: 100_000, minFreeBytes: 0 },
  clock: Date.now,
  warn: console.error,
});
if (!opened.ok) {
  console.error(opened.problem.message);
  process.exit(2);
}
const { ledger } = opened;

for (const { id } of (await ledger.recover()).interruptedRuns) {
  await ledger.commit([
    { kind: "run", runId: id, state: "queued", at: Date.now(), interrupted: true },
  ]);
}
let next = 0;
await Promise.all([...Array.from({ length: CALLERS }, acceptAll), endAll()]);

async function acceptAll() {
  for (;;) {
    const number = next++;
    const id = `${start}-${number}`;
    const key = `key ${number % KEYS}`;
    const at = Date.now();
    const run = { ...RUN, id, sessionKey: key, acceptedAt: at, dueAt: at };
    const idempotency = { text: `delivery ${id}`, ttlMs: 3_600_000 };
    const result = await ledger.accept({
      key: idempotency,
      receiptId: id,
      at,
      entry: { kind: "run", run },
    });
    if (result.ok) process.stdout.write(`accepted ${id} ${number % KEYS}\n`);
    else await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function endAll() {
  for (;;) {
    const claimed = await ledger.claimRuns({ now: Date.now(), limit: KEYS });
    await Promise.all(claimed.map(({ run }) => end(run)));
    if (claimed.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function end({ id, agentId, sessionKey }) {
  const at = Date.now();
  const parts = [{ kind: "trusted", text: `Run ${id}` }];
  const turn = { at, heading: "", parts, tainted: false, turnId: id, answer: `Answer of ${id}` };
  const event = { id: `event ${id}`, agentId, at, origin: "run", runId: id, title: "Hook", parts };
  await ledger.commit([
    { kind: "run", runId: id, state: "done", at, answer: turn.answer },
    { kind: "history", agentId, sessionKey, turn, runnerState: id },
    { kind: "event", event: { ...event, tainted: false } },
    { kind: "delivery", delivery: { ...DELIVERY, id: `delivery ${id}`, createdAt: at, dueAt: at } },
  ]);
  process.stdout.write(`ended ${id}\n`);
}
