// Heartbeats in the store: requests, one turn at a time, what a turn and a skipped check leave.
import { expect, test } from "vitest";
import {
  acceptRun,
  acceptWake,
  claimIds,
  claimMain,
  createTestLedger,
  eventOf,
  NOON,
  runOf,
} from "../../../test/ledger/harness.ts";
import type { Effect } from "../../model/effects.ts";
import type { HeartbeatRecord } from "../../model/records.ts";

type HeartbeatEffect = Extract<Effect, { kind: "heartbeat" }>;

function recordOf(fields: Partial<HeartbeatRecord> = {}): HeartbeatRecord {
  return {
    id: "t1",
    agentId: "main",
    reason: "wake",
    startedAt: NOON,
    endedAt: NOON + 100,
    outcome: "ack",
    events: 1,
    ...fields,
  };
}

function endOf(
  fields: Partial<HeartbeatRecord> = {},
  rest: Partial<HeartbeatEffect> = {},
): HeartbeatEffect {
  return { kind: "heartbeat", record: recordOf(fields), failures: 0, ...rest };
}

test("claimMainTurn() returns nothing while another turn of the main session runs", {
  tags: "HB-1",
}, async () => {
  const { ledger } = await createTestLedger();

  expect(await claimMain(ledger, "t1")).toMatchObject({ turnId: "t1", events: [], left: 0 });
  expect(await claimMain(ledger, "t2", { reason: "prompt" })).toBeUndefined();
  expect(await claimMain(ledger, "t3", { agentId: "other" })).toMatchObject({ turnId: "t3" });
  await ledger.commit([endOf()]);
  expect(await claimMain(ledger, "t4")).toMatchObject({ turnId: "t4" });
});

test("claimMainTurn() returns nothing while a run has the main session", {
  tags: "HB-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1", { sessionKey: "main" }));
  await claimIds(ledger, NOON);

  expect(await claimMain(ledger, "t1")).toBeUndefined();
  await ledger.commit([{ kind: "run", runId: "r1", state: "done", at: NOON }]);
  expect(await claimMain(ledger, "t1")).toBeDefined();
});

test("the time of the next check is kept, also after a restart", { tags: "HB-2" }, async () => {
  const { ledger, reopen } = await createTestLedger();
  await ledger.scheduleHeartbeat({ agentId: "main", nextAt: NOON + 5 });
  await claimMain(ledger, "t1", { reason: "interval" });
  await ledger.commit([endOf({ reason: "interval" })]);
  expect(await ledger.heartbeats()).toMatchObject([{ nextAt: NOON + 5 }]);
  await claimMain(ledger, "t2", { reason: "interval" });
  await ledger.commit([endOf({ id: "t2", reason: "interval" }, { nextAt: NOON + 9 })]);

  const again = await reopen();
  expect(await again.heartbeats()).toEqual([
    {
      agentId: "main",
      nextAt: NOON + 9,
      lastStartedAt: NOON,
      lastEndedAt: NOON + 100,
      failures: 0,
    },
  ]);
  await again.scheduleHeartbeat({ agentId: "main" });
  expect((await again.heartbeats())[0]).not.toHaveProperty("nextAt");
});

test("a request is stored with its event, and a turn answers those that came before it", {
  tags: "HB-3",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  await acceptWake(ledger, eventOf("e1"), true);
  await acceptWake(ledger, eventOf("e2", { at: NOON + 50 }), true);

  const again = await reopen();
  expect(await again.heartbeats()).toMatchObject([{ requestedAt: NOON, requestReason: "wake" }]);
  await claimMain(again, "t1");
  expect((await again.heartbeats())[0]).not.toHaveProperty("requestedAt");
  const request = { kind: "heartbeat-request", agentId: "main", at: NOON + 60 } as const;
  await again.commit([{ ...request, reason: "run" }]);
  await again.commit([{ kind: "events-done", turnId: "t1" }, endOf()]);
  expect(await again.heartbeats()).toMatchObject([
    { requestedAt: NOON + 60, requestReason: "run" },
  ]);
});

test("an event for the next heartbeat asks for none", { tags: "HB-5" }, async () => {
  const { ledger } = await createTestLedger();
  await acceptWake(ledger, eventOf("e1"));

  expect(await ledger.heartbeats()).toEqual([]);
});

test("a skipped heartbeat answers the request it was for, and frees no session", {
  tags: "HB-6",
}, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([{ kind: "heartbeat-request", agentId: "main", at: NOON, reason: "run" }]);
  await claimMain(ledger, "p1", { reason: "prompt" });
  expect(await ledger.heartbeats()).toMatchObject([{ requestedAt: NOON, runningId: "p1" }]);
  await ledger.commit([endOf({ id: "s1", reason: "run", outcome: "skipped: taken" })]);

  expect(await ledger.heartbeats()).toEqual([{ agentId: "main", failures: 0, runningId: "p1" }]);
  expect((await ledger.heartbeatRecords()).items).toMatchObject([
    { id: "s1", outcome: "skipped: taken" },
  ]);
});

test("a skipped periodic check leaves the request, and later requests stay", {
  tags: "HB-6",
}, async () => {
  const { ledger } = await createTestLedger();
  const request = { kind: "heartbeat-request", agentId: "main", reason: "manual" } as const;
  await ledger.commit([{ ...request, at: NOON + 500 }]);
  await ledger.commit([endOf({ id: "s1", reason: "interval", outcome: "skipped: quiet" })]);
  await ledger.commit([endOf({ id: "s2", reason: "wake", outcome: "skipped: taken" })]);

  expect(await ledger.heartbeats()).toMatchObject([{ requestedAt: NOON + 500 }]);
});

test("a skipped heartbeat keeps the request of an event that came after it was planned", {
  tags: ["HB-3", "HB-6"],
}, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([{ kind: "heartbeat-request", agentId: "main", at: NOON, reason: "run" }]);
  // The skip is planned here, and this wake joins the request that waits.
  await acceptWake(ledger, eventOf("e1"), true);
  await ledger.commit([endOf({ id: "s1", reason: "run", outcome: "skipped: taken" })]);

  expect(await ledger.heartbeats()).toMatchObject([{ requestedAt: NOON }]);
});

test("claimMainTurn() returns the main session as it was before the claim", {
  tags: "HB-12",
}, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([{ kind: "heartbeat-request", agentId: "main", at: NOON, reason: "run" }]);
  expect(await claimMain(ledger, "t1")).toMatchObject({
    heartbeat: { agentId: "main", failures: 0, requestedAt: NOON },
  });
});

test("a skipped heartbeat answers a request that was made before the clock was set back", {
  tags: "HB-6",
}, async () => {
  const { ledger } = await createTestLedger();
  const request = { kind: "heartbeat-request", agentId: "main", reason: "wake" } as const;
  await ledger.commit([{ ...request, at: NOON + 86_400_000 }]);
  await ledger.commit([endOf({ id: "s1", outcome: "skipped: taken" })]);

  expect((await ledger.heartbeats())[0]).not.toHaveProperty("requestedAt");
});

test("the end of a turn keeps the delivered answer, the failures and the next try", {
  tags: ["HB-11", "HB-12"],
}, async () => {
  const { ledger } = await createTestLedger();
  await claimMain(ledger, "t1");
  await ledger.commit([endOf({}, { deliveredAnswer: "Milk" })]);
  await claimMain(ledger, "t2");
  const failed = { id: "t2", outcome: "failed: timeout" } as const;
  await ledger.commit([endOf(failed, { failures: 1, retryAt: NOON + 60_000 })]);

  expect(await ledger.heartbeats()).toMatchObject([
    { lastAnswer: "Milk", lastAnswerAt: NOON + 100, failures: 1, retryAt: NOON + 60_000 },
  ]);
  await claimMain(ledger, "t3", { reason: "retry" });
  expect(await ledger.heartbeats()).toMatchObject([{ retryAt: NOON + 60_000 }]);
  await ledger.commit([endOf({ id: "t3", reason: "retry" })]);
  expect((await ledger.heartbeats())[0]).not.toHaveProperty("retryAt");
});

test("each heartbeat leaves one record, newest first", { tags: "HB-13" }, async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["t1", "t2"]) {
    await claimMain(ledger, id);
    await ledger.commit([endOf({ id })]);
  }
  await claimMain(ledger, "t3", { agentId: "other" });
  await ledger.commit([endOf({ id: "t3", agentId: "other", outcome: "failed: timeout" })]);

  expect((await ledger.heartbeatRecords({ agentId: "main" })).items).toEqual([
    recordOf({ id: "t2" }),
    recordOf(),
  ]);
  expect((await ledger.heartbeatRecords({ limit: 1 })).items.map(({ id }) => id)).toEqual(["t3"]);
});

test("a user's turn takes the events, and changes no time of the heartbeat", {
  tags: "EVT-10",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptWake(ledger, eventOf("e1"), true);
  const claimed = await claimMain(ledger, "p1", { reason: "prompt" });
  await ledger.commit([
    { kind: "events-done", turnId: "p1" },
    endOf({ id: "p1", reason: "prompt" }),
  ]);

  expect(claimed?.events).toHaveLength(1);
  expect(await ledger.heartbeats()).toEqual([
    { agentId: "main", requestedAt: NOON, requestReason: "wake", failures: 0 },
  ]);
});

test("commit() ends a turn of a main session once", async () => {
  const { ledger } = await createTestLedger();
  await claimMain(ledger, "t1");
  await ledger.commit([endOf()]);
  const refusal = { code: "transition_refused" };

  await expect(ledger.commit([endOf()])).rejects.toMatchObject(refusal);
  await claimMain(ledger, "t2");
  await expect(ledger.commit([endOf()])).rejects.toMatchObject(refusal);
  expect((await ledger.heartbeatRecords()).items).toHaveLength(1);
});
