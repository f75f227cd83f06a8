// Sessions in the store: history, a runner's own state, and what is forgotten.
import { expect, test } from "vitest";
import {
  acceptRun,
  acceptWake,
  claimIds,
  claimMain,
  createTestLedger,
  deliveryOf,
  eventOf,
  NOON,
  runOf,
} from "../../../test/ledger/harness.ts";
import type { Effect } from "../../model/effects.ts";
import type { Ledger } from "../../model/ledger.ts";
import type { StoredTurn } from "../../model/records.ts";

const DAY = 86_400_000;

function turnOf(turnId: string, fields: Partial<StoredTurn> = {}): StoredTurn {
  return {
    at: NOON,
    heading: `[Hook github ${turnId}]`,
    parts: [{ kind: "trusted", text: `Message of ${turnId}` }],
    tainted: false,
    turnId,
    answer: `Answer of ${turnId}`,
    ...fields,
  };
}

function history(turn: StoredTurn, fields: object = {}): Effect {
  return { kind: "history", agentId: "main", sessionKey: "hook:a", turn, ...fields };
}

async function claimNext(ledger: Ledger): ReturnType<Ledger["claimRuns"]> {
  await acceptRun(ledger, runOf("next"));
  return ledger.claimRuns({ now: NOON, limit: 1 });
}

test("claimRuns() hands on the turns of the session, oldest first, as data", {
  tags: "SES-1",
}, async () => {
  const { ledger } = await createTestLedger();
  const tainted = turnOf("t2", {
    parts: [{ kind: "untrusted", text: "\u0000\ud800", source: "hook github" }],
    tainted: true,
  });
  await ledger.commit([history(turnOf("t1")), history(tainted)]);
  await ledger.commit([history(turnOf("other"), { sessionKey: "hook:b" })]);

  expect(await claimNext(ledger)).toMatchObject([
    { history: [turnOf("t1"), tainted], earlierTurns: 0 },
  ]);
});

test("claimMainTurn() hands on the turns of the main session", { tags: "SES-1" }, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([history(turnOf("t1"), { sessionKey: "main", runnerState: "s" })]);

  expect(await claimMain(ledger, "t2")).toMatchObject({
    history: [turnOf("t1")],
    runnerState: "s",
  });
});

test("a turn without an answer keeps why it has none", { tags: "SES-3" }, async () => {
  const { ledger } = await createTestLedger();
  const { answer: _, ...rest } = turnOf("t1");
  const turn: StoredTurn = { ...rest, noAnswer: "timeout" };
  await ledger.commit([history(turn)]);

  expect(await ledger.history("main", "hook:a")).toEqual([turn]);
});

test("claimRuns() hands on the newest 50 turns and says how many are older; all are kept", {
  tags: "SES-4",
}, async () => {
  const { ledger } = await createTestLedger();
  const turns = Array.from({ length: 60 }, (_, index) => turnOf(`t${index}`));
  await ledger.commit(turns.map((turn) => history(turn)));

  expect(await claimNext(ledger)).toMatchObject([{ history: turns.slice(10), earlierTurns: 10 }]);
  expect(await ledger.history("main", "hook:a")).toEqual(turns);
});

test("claimRuns() hands on no more than 128 KiB of text, and at least the newest turn", {
  tags: "SES-4",
}, async () => {
  const { ledger } = await createTestLedger();
  const long = (id: string, kibibytes: number): Effect =>
    history(turnOf(id, { parts: [], answer: "x".repeat(kibibytes * 1_024) }));
  const claimIn = async (runId: string): Promise<(string | number)[]> => {
    await acceptRun(ledger, runOf(runId));
    const [claimed] = await ledger.claimRuns({ now: NOON, limit: 1 });
    await ledger.commit([{ kind: "run", runId, state: "done", at: NOON }]);
    return [claimed?.earlierTurns ?? -1, ...(claimed?.history ?? []).map(({ turnId }) => turnId)];
  };
  await ledger.commit([history(turnOf("t1")), long("t2", 68), long("t3", 60)]);

  expect(await claimIn("r1")).toEqual([1, "t2", "t3"]);
  await ledger.commit([long("t4", 129)]);
  expect(await claimIn("r2")).toEqual([3, "t4"]);
});

test("a runner's own state is kept with the turn, exactly, and stays until it is replaced", {
  tags: "SES-5",
}, async () => {
  const { ledger } = await createTestLedger();
  const runnerState = '"\u0000\ud800';
  await ledger.commit([history(turnOf("t1"), { runnerState })]);
  await ledger.commit([history(turnOf("t2"))]);

  expect(await claimNext(ledger)).toMatchObject([{ runnerState }]);
  expect((await ledger.sessions()).items).toMatchObject([{ runnerState, turns: 2 }]);
});

test("a state over 64 KiB is dropped with a warning, and the turn is kept", {
  tags: "SES-5",
}, async () => {
  const { ledger, warnings } = await createTestLedger();
  const runnerState = "é".repeat(32_768);
  await ledger.commit([history(turnOf("t1"), { runnerState })]);
  expect((await ledger.sessions()).items).toMatchObject([{ runnerState }]);
  expect(warnings).toEqual([]);
  await ledger.commit([history(turnOf("t2"), { runnerState: `${runnerState}x` })]);

  expect((await ledger.sessions()).items[0]).not.toHaveProperty("runnerState");
  expect(await ledger.history("main", "hook:a")).toHaveLength(2);
  expect(warnings).toEqual([expect.stringContaining("over 64 KiB")]);
});

test("sessions of different agents with one key are different sessions", {
  tags: "SES-7",
}, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([history(turnOf("t1")), history(turnOf("t2"), { agentId: "other" })]);

  expect(await ledger.history("other", "hook:a")).toEqual([turnOf("t2")]);
  expect((await ledger.sessions({ agentId: "main" })).items).toEqual([
    { agentId: "main", key: "hook:a", turns: 1, lastAt: NOON },
  ]);
});

test("forgetSession() deletes the turns of one session and returns whether there was one", {
  tags: "OPS-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([history(turnOf("t1")), history(turnOf("t2"), { agentId: "other" })]);

  expect(await ledger.forgetSession("main", "hook:a")).toBe(true);
  expect(await ledger.forgetSession("main", "hook:a")).toBe(false);
  expect(await ledger.history("main", "hook:a")).toEqual([]);
  expect((await ledger.sessions()).items).toMatchObject([{ agentId: "other" }]);
});

test("forget() deletes sessions without a turn since then, with all their turns", {
  tags: "SES-6",
}, async () => {
  const { ledger } = await createTestLedger();
  const old = Array.from({ length: 1_200 }, (_, index) =>
    history(turnOf(`t${index}`, { at: NOON - DAY - 1 }), { sessionKey: "old" }),
  );
  await ledger.commit(old);
  await ledger.commit([history(turnOf("t1", { at: NOON - 2 * DAY })), history(turnOf("t2"))]);
  await ledger.forget(NOON - DAY);

  expect((await ledger.sessions()).items).toMatchObject([{ key: "hook:a", turns: 2 }]);
  expect(await ledger.history("main", "old")).toEqual([]);
});

test("forget() deletes what ended before, and keeps what waits or works", {
  tags: "SES-6",
}, async () => {
  const test = await createTestLedger();
  const { ledger } = test;
  const old = { acceptedAt: NOON - 9 * DAY };
  for (const id of ["done", "works", "waits"]) {
    await acceptRun(ledger, runOf(id, { ...old, sessionKey: id === "done" ? id : "b" }));
  }
  await claimIds(ledger, NOON);
  const delivery = { createdAt: NOON - 9 * DAY };
  await ledger.commit([
    { kind: "run", runId: "done", state: "done", at: NOON - DAY - 1 },
    { kind: "delivery", delivery: deliveryOf("d1", { ...delivery, state: "dead" }) },
    { kind: "delivery", delivery: deliveryOf("d2", delivery) },
  ]);
  test.now = NOON - DAY - 1;
  await acceptWake(ledger, eventOf("e1"));
  await claimMain(ledger, "t1");
  const record = { id: "t1", agentId: "main", reason: "wake", outcome: "ack", events: 1 } as const;
  const times = { startedAt: test.now, endedAt: test.now };
  await ledger.commit([
    { kind: "events-done", turnId: "t1" },
    { kind: "heartbeat", failures: 0, record: { ...record, ...times } },
  ]);
  await acceptWake(ledger, eventOf("e2"));
  test.now = NOON;
  await ledger.forget(NOON - DAY);

  expect((await ledger.runs()).items.map(({ id }) => id)).toEqual(["waits", "works"]);
  expect((await ledger.events()).items.map(({ id }) => id)).toEqual(["e2"]);
  expect((await ledger.deliveries()).items.map(({ id }) => id)).toEqual(["d2"]);
  expect((await ledger.heartbeatRecords()).items).toEqual([]);
  expect(await ledger.counts()).toMatchObject({ runs: { done: 0, queued: 1, running: 1 } });
});

test("forget() deletes keys whose time is over, and no others", { tags: "SES-6" }, async () => {
  const test = await createTestLedger();
  await acceptRun(test.ledger, runOf("r1"), { text: "short", ttlMs: 10 });
  await acceptRun(test.ledger, runOf("r2"), { text: "long", ttlMs: DAY });
  test.now = NOON + 10;
  await test.ledger.forget(0);
  const late = { acceptedAt: NOON };

  const short = { text: "short", ttlMs: 10 };
  expect(await acceptRun(test.ledger, runOf("r3", late), short)).toMatchObject({ repeat: false });
  const long = { text: "long", ttlMs: 10 };
  expect(await acceptRun(test.ledger, runOf("r4", late), long)).toMatchObject({ repeat: true });
});
