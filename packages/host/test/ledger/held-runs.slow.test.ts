// Runs that are held while their runner is paused, and runs that may have ended the process.
import { expect, test } from "vitest";
import type { RunHold, RunRecord } from "../../src/model/records.ts";
import { acceptRun, claimIds, createTestLedger, NOON, runOf } from "./harness.ts";

const PAIR = "http openai";

/** The agent of a run stands for its group. */
const holdAll = ({ agentId }: RunRecord): RunHold => ({ pair: PAIR, group: agentId });

async function createHeld() {
  const test = await createTestLedger();
  const { ledger } = test;
  // Two of agent a under one key, one of agent a under another, one of agent b.
  await acceptRun(ledger, runOf("a1", { agentId: "a", sessionKey: "x" }));
  await acceptRun(ledger, runOf("a2", { agentId: "a", sessionKey: "x" }));
  await acceptRun(ledger, runOf("a3", { agentId: "a", sessionKey: "y" }));
  await acceptRun(ledger, runOf("b1", { agentId: "b", sessionKey: "x" }));
  expect(await ledger.claimRuns({ now: NOON, limit: 10, hold: holdAll })).toEqual([]);
  return test;
}

test("RUN-5 claimRuns() holds what may not start, claims the others, and keeps the order of a key", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("a1", { agentId: "a" }));
  await acceptRun(ledger, runOf("a2", { agentId: "a" }));
  await acceptRun(ledger, runOf("b1", { agentId: "b" }));
  const hold = (run: RunRecord) => (run.agentId === "a" ? holdAll(run) : undefined);
  const claimed = await ledger.claimRuns({ now: NOON, limit: 1, hold });
  expect(claimed.map(({ run }) => run.id)).toEqual(["b1"]);
  expect(ledger.run("a1")).toMatchObject({ state: "queued", attempt: 0 });
  expect(ledger.nextDueAt()).toBe(undefined);
  await ledger.releaseRuns();
  expect(await claimIds(ledger, NOON)).toEqual(["a1"]);
});

test("RUN-5 claimHeldRun() goes round among the groups, the oldest run of each first", async () => {
  const { ledger } = await createHeld();
  const request = { now: NOON, pair: PAIR, suspects: true };
  const first = await ledger.claimHeldRun(request);
  expect(first).toMatchObject({ group: "a", claimed: { run: { id: "a1", attempt: 1 } } });
  const second = await ledger.claimHeldRun({ ...request, after: "a" });
  expect(second).toMatchObject({ group: "b", claimed: { run: { id: "b1" } } });
  const third = await ledger.claimHeldRun({ ...request, after: "b" });
  expect(third).toMatchObject({ group: "a", claimed: { run: { id: "a3" } } });
  // The second of the key waits behind the first, which runs.
  expect(await ledger.claimHeldRun({ ...request, after: "a" })).toBe(undefined);
  expect(await ledger.claimHeldRun({ ...request, pair: "another" })).toBe(undefined);
});

test("RUN-5 a held try is held again in its place, and counts no attempt", async () => {
  const { ledger, reopen } = await createHeld();
  await ledger.claimHeldRun({ now: NOON, pair: PAIR, suspects: true });
  const hold = { pair: PAIR, group: "a" };
  const at = NOON + 1;
  const waits = { state: "queued", dueAt: at, countAttempt: false, hold } as const;
  await ledger.commit([{ kind: "run", runId: "a1", at, ...waits, code: "unauthorized" }]);
  expect(ledger.run("a1")).toMatchObject({ state: "queued", attempt: 0, code: "unauthorized" });
  expect(ledger.run("a1")).not.toHaveProperty("triedSince");
  expect(await claimIds(ledger, NOON + 2)).toEqual([]);
  const again = await reopen();
  expect(await claimIds(again, NOON + 2)).toEqual([]);
  await again.releaseRuns("another");
  expect(await claimIds(again, NOON + 2)).toEqual([]);
  await again.releaseRuns(PAIR);
  expect(await claimIds(again, NOON + 2)).toEqual(["a1", "a3", "b1"]);
});

test("RUN-5 heldRuns() lists those that were accepted before a time; one that is cancelled frees its key", async () => {
  const { ledger } = await createHeld();
  const ids = (before: number) => ledger.heldRuns(before).map(({ id }) => id);
  expect(ids(NOON)).toEqual([]);
  expect(ids(NOON + 1)).toEqual(["a1", "a3", "b1"]);
  await ledger.commit([{ kind: "run", runId: "a1", at: NOON, state: "cancelled" }]);
  expect(ids(NOON + 1)).toEqual(["a3", "b1"]);
  expect(await claimIds(ledger, NOON)).toEqual(["a2"]);
});

test("RUN-5 claimRuns() holds 500 runs at once at most, so that others need not wait for 10,000", async () => {
  const { ledger } = await createTestLedger();
  for (let index = 0; index < 510; index++) {
    await acceptRun(ledger, runOf(`r${index}`, { sessionKey: `key ${index}` }));
  }
  await ledger.claimRuns({ now: NOON, limit: 4, hold: holdAll });
  expect(ledger.heldRuns(NOON + 1)).toHaveLength(100);
  expect(ledger.nextDueAt()).toBe(NOON);
  await ledger.claimRuns({ now: NOON, limit: 4, hold: holdAll });
  expect(ledger.nextDueAt()).toBe(undefined);
});

test("REC-3 a run that may have ended the process is claimed apart, and is trusted after any end of its try", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2", { sessionKey: "hook:b" }));
  await acceptRun(ledger, runOf("r3", { sessionKey: "hook:c" }));
  const claim = async (suspects: boolean) =>
    (await ledger.claimRuns({ now: NOON, limit: 1, suspects })).map(({ run }) => run.id);
  expect(await claim(true)).toEqual([]);
  expect(await claimIds(ledger, NOON, 2)).toEqual(["r1", "r2"]);
  expect(ledger.hasSuspects()).toBe(false);
  const again = { kind: "run", at: NOON, state: "queued", interrupted: true } as const;
  await ledger.commit([
    { ...again, runId: "r1" },
    { ...again, runId: "r2" },
  ]);
  expect(ledger.hasSuspects()).toBe(true);
  expect(ledger.run("r1")).toMatchObject({ suspect: true, interruptions: 1 });
  expect(await claim(false)).toEqual(["r3"]);
  expect(await claim(true)).toEqual(["r1"]);
  // Cut off before the runner was called: nothing is known anew.
  await ledger.commit([
    { kind: "run", runId: "r1", at: NOON, state: "queued", countAttempt: false },
  ]);
  expect(ledger.run("r1")).toMatchObject({ suspect: true, interruptions: 1, attempt: 1 });
  expect(await claim(true)).toEqual(["r1"]);
  expect(await claim(false)).toEqual([]);
  await ledger.commit([
    { kind: "run", runId: "r1", at: NOON, state: "failed", dueAt: NOON + 5_000 },
  ]);
  expect(ledger.run("r1")).not.toHaveProperty("suspect");
  expect(await claim(true)).toEqual(["r2"]);
  await ledger.commit([{ kind: "run", runId: "r2", at: NOON, state: "done", answer: "x" }]);
  expect(ledger.hasSuspects()).toBe(false);
});

test("REC-3 that the runner is called is kept for the present try alone, of a run that runs", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  const called = { kind: "run-called", runId: "r1", at: NOON + 7 } as const;
  await expect(ledger.commit([called])).rejects.toMatchObject({ code: "transition_refused" });
  await claimIds(ledger, NOON);
  expect(ledger.recover().interruptedRuns[0]).not.toHaveProperty("calledAt");
  await ledger.commit([called]);
  expect(ledger.recover().interruptedRuns[0]).toMatchObject({ calledAt: NOON + 7 });
  const later = NOON + 5_000;
  await ledger.commit([{ kind: "run", runId: "r1", at: NOON, state: "failed", dueAt: later }]);
  await claimIds(ledger, later);
  const [run] = ledger.recover().interruptedRuns;
  expect(run).toMatchObject({ startedAt: later, triedSince: NOON, attempt: 2 });
  expect(run).not.toHaveProperty("calledAt");
});
