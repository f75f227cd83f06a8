// Runs in the store: the order of a key, parallel keys, retries, ends.
import { expect, test } from "vitest";
import {
  acceptRun,
  claimIds,
  claimMain,
  createTestLedger,
  NOON,
  runOf,
} from "../../../test/ledger/harness.ts";
import { type Effect, RUN_TRANSITIONS } from "../../model/effects.ts";
import type { RunHold, RunRecord, RunState } from "../../model/records.ts";
import type { LedgerError } from "../ledger-error.ts";

type RunEffect = Extract<Effect, { kind: "run" }>;

function end(runId: string, fields: Partial<RunEffect> = {}): RunEffect {
  return { kind: "run", runId, state: "done", at: NOON, ...fields };
}

test("claimRuns() gives one run of a key at a time, in the order of acceptance", {
  tags: "RUN-2",
}, async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["r1", "r2", "r3"]) await acceptRun(ledger, runOf(id));

  expect(await claimIds(ledger, NOON)).toEqual(["r1"]);
  expect(await claimIds(ledger, NOON)).toEqual([]);
  await ledger.commit([end("r1", { answer: "yes", at: NOON + 5 })]);

  expect(await claimIds(ledger, NOON + 5)).toEqual(["r2"]);
  expect(await ledger.run("r1")).toMatchObject({ state: "done", answer: "yes", endedAt: NOON + 5 });
});

test("claimRuns() gives the runs of different keys at once, and compares keys exactly", {
  tags: "RUN-2",
}, async () => {
  const { ledger } = await createTestLedger();
  const keys = [
    "hook:a",
    "hook:A",
    "hook:a ",
    "hook:a\u0000",
    "hook:a\ud800",
    "hook:a\ud801",
    '"hook:a"',
  ];
  for (const [index, sessionKey] of keys.entries()) {
    await acceptRun(ledger, runOf(`r${index}`, { sessionKey }));
    await acceptRun(ledger, runOf(`later${index}`, { sessionKey }));
  }

  const claimed = await ledger.claimRuns({ now: NOON, limit: 100 });

  expect(claimed.map(({ run }) => run.sessionKey)).toEqual(keys);
});

test("claimRuns() takes one key of two agents for two sessions", { tags: "SES-7" }, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2", { agentId: "other" }));

  expect(await claimIds(ledger, NOON)).toEqual(["r1", "r2"]);
});

test("claimRuns() starts the oldest run among the ready keys first", {
  tags: "RUN-3",
}, async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["a1", "a2", "b1", "c1"]) {
    await acceptRun(ledger, runOf(id, { sessionKey: id.slice(0, 1) }));
  }

  expect(await claimIds(ledger, NOON, 1)).toEqual(["a1"]);
  await ledger.commit([end("a1")]);

  expect(await claimIds(ledger, NOON, 2)).toEqual(["a2", "b1"]);
});

test("a run that waits for its retry keeps its place before later runs of its key", {
  tags: "RUN-4",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2"));
  await claimIds(ledger, NOON);
  await ledger.commit([end("r1", { state: "failed", dueAt: NOON + 5_000, code: "http_503" })]);

  expect(await claimIds(ledger, NOON + 4_999)).toEqual([]);
  expect(await ledger.nextDueAt()).toBe(NOON + 5_000);
  const [again] = await ledger.claimRuns({ now: NOON + 5_000, limit: 10 });
  expect(again?.run).toMatchObject({ id: "r1", attempt: 2, state: "running", code: "http_503" });
  await ledger.commit([end("r1", { state: "dead", code: "http_503", reason: "No answer." })]);

  expect(await claimIds(ledger, NOON + 5_000)).toEqual(["r2"]);
});

const STATES = Object.keys(RUN_TRANSITIONS) as RunState[];

test.each(STATES)(
  "commit() refuses what may not follow %s, and changes nothing",
  { tags: "RUN-1" },
  async (from) => {
    const { ledger } = await createTestLedger();
    for (const to of STATES.filter((state) => state !== "running")) {
      await acceptRun(ledger, runOf(to, { sessionKey: to }));
      if (from !== "queued") await claimIds(ledger, NOON);
      if (from !== "queued" && from !== "running") await ledger.commit([end(to, { state: from })]);
      const before = await ledger.run(to);
      const committed = ledger.commit([end(to, { state: to as RunEffect["state"] })]);
      const refusal = await committed.then(
        () => undefined,
        (error: LedgerError) => error.code,
      );

      const isAllowed = RUN_TRANSITIONS[from].includes(to);
      expect(refusal).toBe(isAllowed ? undefined : "transition_refused");
      expect((await ledger.run(to))?.state).toBe(isAllowed ? to : from);
      if (!isAllowed) expect(await ledger.run(to)).toEqual(before);
      await ledger.commit([end(to, { state: "cancelled" })]).catch(() => undefined);
    }
  },
);

test("commit() refuses a run that is not there", { tags: "RUN-1" }, async () => {
  const { ledger } = await createTestLedger();

  await expect(ledger.commit([end("r1")])).rejects.toMatchObject({ code: "not_found" });
});

test("a retry is a new run that names the old one, after the others of its key", {
  tags: "RUN-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await claimIds(ledger, NOON);
  await ledger.commit([end("r1", { state: "dead", code: "timeout", partial: "Half" })]);
  await acceptRun(ledger, runOf("r2"));
  const again = runOf("r3", { retryOf: "r1", acceptedAt: NOON + 5 });
  await ledger.commit([{ kind: "run-added", run: again }]);

  expect(await ledger.run("r1")).toMatchObject({ state: "dead", code: "timeout", partial: "Half" });
  expect(await ledger.run("r3")).toEqual(again);
  expect(await claimIds(ledger, NOON + 5)).toEqual(["r2"]);
});

test("a queued run is cancelled at once, and the next of its key moves up", {
  tags: "TIM-4",
}, async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["r1", "r2", "r3"]) await acceptRun(ledger, runOf(id));
  await ledger.commit([end("r2", { state: "cancelled", code: "cancelled" })]);
  await ledger.commit([end("r1", { state: "cancelled", code: "cancelled" })]);

  expect(await claimIds(ledger, NOON)).toEqual(["r3"]);
  expect(await ledger.run("r1")).toMatchObject({ state: "cancelled", attempt: 0 });
});

test("a run that the host stopped is queued again, and the attempt does not count", {
  tags: "STOP-1",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2"));
  await claimIds(ledger, NOON);
  await ledger.commit([end("r1", { state: "queued", countAttempt: false })]);

  const again = await reopen();
  expect(await again.run("r1")).toMatchObject({ state: "queued", attempt: 0, interruptions: 0 });
  expect(await claimIds(again, NOON)).toEqual(["r1"]);
});

test("recover() finds the runs that were cut off, and an interruption is counted", {
  tags: "REC-3",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  for (const id of ["r1", "r2", "r3"]) {
    await acceptRun(ledger, runOf(id, { sessionKey: id }));
  }
  await claimIds(ledger, NOON, 2);

  const again = await reopen();
  const { interruptedRuns, queued } = await again.recover();
  expect(interruptedRuns.map(({ id }) => id)).toEqual(["r1", "r2"]);
  expect(queued).toBe(1);
  await again.commit([end("r1", { state: "queued", interrupted: true })]);

  expect(await again.run("r1")).toMatchObject({ state: "queued", attempt: 1, interruptions: 1 });
  expect(await claimIds(again, NOON)).toEqual(["r1", "r3"]);
});

test("claimRuns() leaves a run of the main session until the heartbeat there has ended", {
  tags: "HB-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1", { sessionKey: "main" }));
  await claimMain(ledger, "t1");

  expect(await claimIds(ledger, NOON)).toEqual([]);
  expect(await ledger.nextDueAt()).toBeUndefined();
  const record = {
    id: "t1",
    agentId: "main",
    reason: "wake",
    startedAt: NOON,
    endedAt: NOON,
    outcome: "ack",
    events: 0,
  } as const;
  await ledger.commit([{ kind: "heartbeat", record, failures: 0 }]);

  expect(await ledger.nextDueAt()).toBe(NOON);
  expect(await claimIds(ledger, NOON)).toEqual(["r1"]);
});

test("claimRuns() starts a waiting run when the clock was set back", async () => {
  const test = await createTestLedger();
  const { ledger } = test;
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2"));
  await claimIds(ledger, NOON);
  await ledger.commit([end("r1", { state: "failed", dueAt: NOON + 5_000 })]);
  test.now = NOON - 86_400_000;

  expect(await ledger.nextDueAt()).toBe(test.now);
  expect(await claimIds(ledger, test.now)).toEqual(["r1"]);
  await ledger.commit([end("r1", { at: test.now })]);

  expect(await claimIds(ledger, test.now)).toEqual(["r2"]);
});

test("claimRuns() waits for the retry of a run that failed after the time of the claim was read", async () => {
  const test = await createTestLedger();
  const { ledger } = test;
  await acceptRun(ledger, runOf("r1"));
  await claimIds(ledger, NOON);
  test.now = NOON + 20;
  await ledger.commit([end("r1", { state: "failed", at: NOON + 20, dueAt: NOON + 5_020 })]);

  expect(await claimIds(ledger, NOON + 19)).toEqual([]);
  expect(await claimIds(ledger, NOON + 5_020)).toEqual(["r1"]);
});

test("nextDueAt() leaves out runs where no place is free", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));

  expect(await ledger.nextDueAt()).toBe(NOON);
  expect(await ledger.nextDueAt({ runs: false })).toBeUndefined();
});

test("runs() lists by state, key and mapping, newest first", { tags: "OPS-1" }, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2", { sessionKey: "b", mappingId: "stripe" }));
  await acceptRun(ledger, runOf("r3", { sessionKey: "b" }));
  await claimIds(ledger, NOON, 1);
  const idsOf = async (filter?: Parameters<typeof ledger.runs>[0]): Promise<string[]> =>
    (await ledger.runs(filter)).items.map(({ id }) => id);

  expect(await idsOf()).toEqual(["r3", "r2", "r1"]);
  expect(await idsOf({ state: "running" })).toEqual(["r1"]);
  expect(await idsOf({ key: "b", limit: 1 })).toEqual(["r3"]);
  expect(await idsOf({ key: "b", mappingId: "stripe" })).toEqual(["r2"]);
});

test("commit() cuts an answer over 1 MiB between two characters, and says so", {
  tags: "LIM-3",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2", { sessionKey: "b" }));
  await claimIds(ledger, NOON);
  const long = "é".repeat(600_000);
  const fits = "é".repeat(400_000);
  await ledger.commit([end("r1", { answer: long }), end("r2", { answer: fits })]);

  const stored = (await ledger.run("r1"))?.answer ?? "";
  expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(1_048_576);
  const [, kept = "", left] =
    /^(é+)\n\[… (\d+) more characters: an answer is stored up to 1 MiB\]$/.exec(stored) ?? [];
  expect(kept.length + Number(left)).toBe(long.length);
  expect((await ledger.run("r2"))?.answer).toBe(fits);
});

test("recentTurnMs() has the durations of the last 20 turns", { tags: "LIM-1" }, async () => {
  const { ledger } = await createTestLedger();
  for (let index = 1; index <= 25; index++) {
    await acceptRun(ledger, runOf(`r${index}`));
    await claimIds(ledger, NOON + index * 1_000);
    await ledger.commit([end(`r${index}`, { at: NOON + index * 1_000 + index })]);
  }

  expect(await ledger.recentTurnMs()).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
});

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

test("claimRuns() holds what may not start, claims the others, and keeps the order of a key", {
  tags: "RUN-5",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("a1", { agentId: "a" }));
  await acceptRun(ledger, runOf("a2", { agentId: "a" }));
  await acceptRun(ledger, runOf("b1", { agentId: "b" }));
  const hold = (run: RunRecord) => (run.agentId === "a" ? holdAll(run) : undefined);
  const claimed = await ledger.claimRuns({ now: NOON, limit: 1, hold });
  expect(claimed.map(({ run }) => run.id)).toEqual(["b1"]);
  expect(await ledger.run("a1")).toMatchObject({ state: "queued", attempt: 0 });
  expect(await ledger.nextDueAt()).toBe(undefined);
  await ledger.releaseRuns();
  expect(await claimIds(ledger, NOON)).toEqual(["a1"]);
});

test("claimHeldRun() goes round among the groups, the oldest run of each first", {
  tags: "RUN-5",
}, async () => {
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

test("a held try is held again in its place, and counts no attempt", {
  tags: "RUN-5",
}, async () => {
  const { ledger, reopen } = await createHeld();
  await ledger.claimHeldRun({ now: NOON, pair: PAIR, suspects: true });
  const hold = { pair: PAIR, group: "a" };
  const at = NOON + 1;
  const waits = { state: "queued", dueAt: at, countAttempt: false, hold } as const;
  await ledger.commit([{ kind: "run", runId: "a1", at, ...waits, code: "unauthorized" }]);
  expect(await ledger.run("a1")).toMatchObject({
    state: "queued",
    attempt: 0,
    code: "unauthorized",
  });
  expect(await ledger.run("a1")).not.toHaveProperty("triedSince");
  expect(await claimIds(ledger, NOON + 2)).toEqual([]);
  const again = await reopen();
  expect(await claimIds(again, NOON + 2)).toEqual([]);
  await again.releaseRuns("another");
  expect(await claimIds(again, NOON + 2)).toEqual([]);
  await again.releaseRuns(PAIR);
  expect(await claimIds(again, NOON + 2)).toEqual(["a1", "a3", "b1"]);
});

test("heldRuns() lists those that were accepted before a time; one that is cancelled frees its key", {
  tags: "RUN-5",
}, async () => {
  const { ledger } = await createHeld();
  const ids = async (before: number) => (await ledger.heldRuns(before)).map(({ id }) => id);
  expect(await ids(NOON)).toEqual([]);
  expect(await ids(NOON + 1)).toEqual(["a1", "a3", "b1"]);
  await ledger.commit([{ kind: "run", runId: "a1", at: NOON, state: "cancelled" }]);
  expect(await ids(NOON + 1)).toEqual(["a3", "b1"]);
  expect(await claimIds(ledger, NOON)).toEqual(["a2"]);
});

test("claimRuns() holds 500 runs at once at most, so that others need not wait for 10,000", {
  tags: "RUN-5",
}, async () => {
  const { ledger } = await createTestLedger();
  for (let index = 0; index < 510; index++) {
    await acceptRun(ledger, runOf(`r${index}`, { sessionKey: `key ${index}` }));
  }
  await ledger.claimRuns({ now: NOON, limit: 4, hold: holdAll });
  expect(await ledger.heldRuns(NOON + 1)).toHaveLength(100);
  expect(await ledger.nextDueAt()).toBe(NOON);
  await ledger.claimRuns({ now: NOON, limit: 4, hold: holdAll });
  expect(await ledger.nextDueAt()).toBe(undefined);
});

test("a run that may have ended the process is claimed apart, and is trusted after any end of its try", {
  tags: "REC-3",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2", { sessionKey: "hook:b" }));
  await acceptRun(ledger, runOf("r3", { sessionKey: "hook:c" }));
  const claim = async (suspects: boolean) =>
    (await ledger.claimRuns({ now: NOON, limit: 1, suspects })).map(({ run }) => run.id);
  expect(await claim(true)).toEqual([]);
  expect(await claimIds(ledger, NOON, 2)).toEqual(["r1", "r2"]);
  expect(await ledger.hasSuspects()).toBe(false);
  const again = { kind: "run", at: NOON, state: "queued", interrupted: true } as const;
  await ledger.commit([
    { ...again, runId: "r1" },
    { ...again, runId: "r2" },
  ]);
  expect(await ledger.hasSuspects()).toBe(true);
  expect(await ledger.run("r1")).toMatchObject({ suspect: true, interruptions: 1 });
  expect(await claim(false)).toEqual(["r3"]);
  expect(await claim(true)).toEqual(["r1"]);
  // Cut off before the runner was called: nothing is known anew.
  await ledger.commit([
    { kind: "run", runId: "r1", at: NOON, state: "queued", countAttempt: false },
  ]);
  expect(await ledger.run("r1")).toMatchObject({ suspect: true, interruptions: 1, attempt: 1 });
  expect(await claim(true)).toEqual(["r1"]);
  expect(await claim(false)).toEqual([]);
  await ledger.commit([
    { kind: "run", runId: "r1", at: NOON, state: "failed", dueAt: NOON + 5_000 },
  ]);
  expect(await ledger.run("r1")).not.toHaveProperty("suspect");
  expect(await claim(true)).toEqual(["r2"]);
  await ledger.commit([{ kind: "run", runId: "r2", at: NOON, state: "done", answer: "x" }]);
  expect(await ledger.hasSuspects()).toBe(false);
});

test("that the runner is called is kept for the present try alone, of a run that runs", {
  tags: "REC-3",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  const called = { kind: "run-called", runId: "r1", at: NOON + 7 } as const;
  await expect(ledger.commit([called])).rejects.toMatchObject({ code: "transition_refused" });
  await claimIds(ledger, NOON);
  expect((await ledger.recover()).interruptedRuns[0]).not.toHaveProperty("calledAt");
  await ledger.commit([called]);
  expect((await ledger.recover()).interruptedRuns[0]).toMatchObject({ calledAt: NOON + 7 });
  const later = NOON + 5_000;
  await ledger.commit([{ kind: "run", runId: "r1", at: NOON, state: "failed", dueAt: later }]);
  await claimIds(ledger, later);
  const [run] = (await ledger.recover()).interruptedRuns;
  expect(run).toMatchObject({ startedAt: later, triedSince: NOON, attempt: 2 });
  expect(run).not.toHaveProperty("calledAt");
});
