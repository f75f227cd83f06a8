// What is accepted: idempotency keys, limits, and what a full disk does.
import { expect, test } from "vitest";
import {
  acceptRun,
  acceptWake,
  claimIds,
  createTestLedger,
  eventOf,
  NOON,
  runOf,
} from "./harness.ts";

const HOUR = 3_600_000;

test("accept() resolves when the action is in the store, with its receipt", {
  tags: "ACC-1",
}, async () => {
  const { ledger, reopen } = await createTestLedger();

  expect(await acceptRun(ledger, runOf("r1"))).toEqual({
    ok: true,
    receiptId: "r1",
    repeat: false,
  });

  const again = await reopen();
  expect(await again.run("r1")).toEqual(runOf("r1"));
});

test("accept() keeps the action as data, with its parts and its origin", {
  tags: "ACC-2",
}, async () => {
  const { ledger } = await createTestLedger();
  const run = runOf("r1", {
    taintedFields: ["name"],
    action: {
      kind: "agent",
      message: "Ünï \u0000 \ud800 message",
      parts: [{ kind: "untrusted", text: "\u0000\ud800 outside", source: "hook github" }],
      untrustedText: "outside",
      name: "Push",
      timeoutSeconds: 5,
    } as unknown as ReturnType<typeof runOf>["action"],
  });
  await acceptRun(ledger, run);

  expect(await ledger.run("r1")).toEqual(run);
});

test("accept() answers a key that it knows with the first receipt, also after a restart", {
  tags: "ACC-3",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  const key = { text: "route\u0000 1", ttlMs: 72 * HOUR };
  await acceptRun(ledger, runOf("r1"), key);
  const repeat = { ok: true, receiptId: "r1", repeat: true };

  expect(await acceptRun(ledger, runOf("r2", { acceptedAt: NOON + HOUR }), key)).toEqual(repeat);
  const again = await reopen();
  const late = NOON + 72 * HOUR - 1;
  expect(await acceptRun(again, runOf("r3", { acceptedAt: late }), key)).toEqual(repeat);
  expect((await again.runs()).items.map(({ id }) => id)).toEqual(["r1"]);
});

test("accept() takes a key again when its time is over, and one that nothing was accepted with", {
  tags: "ACC-3",
}, async () => {
  const { ledger } = await createTestLedger({ limits: { maxRunsPerKey: 1 } });
  const key = { text: "k", ttlMs: HOUR };
  await acceptRun(ledger, runOf("r1"), key);
  const later = runOf("r2", { acceptedAt: NOON + HOUR, sessionKey: "b" });
  expect(await acceptRun(ledger, later, key)).toMatchObject({ receiptId: "r2", repeat: false });

  const other = { text: "other", ttlMs: HOUR };
  expect(await acceptRun(ledger, runOf("r3"), other)).toEqual({ ok: false, code: "queue_full" });
  await claimIds(ledger, NOON);
  expect(await acceptRun(ledger, runOf("r4"), other)).toMatchObject({ receiptId: "r4" });
});

test("without a key each action is new", { tags: "ACC-3" }, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2"));

  expect((await ledger.counts()).runs.queued).toBe(2);
});

test("accept() rejects one action that cannot be stored, and no other of the same commit", {
  tags: "ACC-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  const results = await Promise.allSettled([
    acceptRun(ledger, runOf("r2")),
    acceptRun(ledger, runOf("r1"), { text: "k", ttlMs: HOUR }),
    acceptRun(ledger, runOf("r3")),
  ]);

  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await ledger.runs()).items.map(({ id }) => id)).toEqual(["r3", "r2", "r1"]);
  expect(await acceptRun(ledger, runOf("r4"), { text: "k", ttlMs: HOUR })).toMatchObject({
    repeat: false,
  });
});

test("accept() refuses a run beyond the bound of all runs that have not ended", {
  tags: "LIM-1",
}, async () => {
  const { ledger } = await createTestLedger({ limits: { maxRuns: 2 } });
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2", { sessionKey: "b" }));
  const third = runOf("r3", { sessionKey: "c" });

  expect(await acceptRun(ledger, third)).toEqual({ ok: false, code: "queue_full" });
  await claimIds(ledger, NOON);
  expect(await acceptRun(ledger, third)).toEqual({ ok: false, code: "queue_full" });
  await ledger.commit([{ kind: "run", runId: "r1", state: "done", at: NOON }]);
  expect(await acceptRun(ledger, third)).toMatchObject({ ok: true });
});

test("accept() refuses a run beyond the bound of the runs that wait in one key", {
  tags: "LIM-2",
}, async () => {
  const { ledger } = await createTestLedger({ limits: { maxRunsPerKey: 2 } });
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2"));

  expect(await acceptRun(ledger, runOf("r3"))).toEqual({ ok: false, code: "queue_full" });
  expect(await acceptRun(ledger, runOf("other", { sessionKey: "b" }))).toMatchObject({ ok: true });
  await claimIds(ledger, NOON);
  expect(await acceptRun(ledger, runOf("r3"))).toMatchObject({ ok: true });
  expect(await acceptRun(ledger, runOf("r4"))).toEqual({ ok: false, code: "queue_full" });
});

test("accept() refuses an action over 1 MiB", { tags: "LIM-3" }, async () => {
  const { ledger } = await createTestLedger();
  const parts = [{ kind: "trusted", text: "é".repeat(600_000) }] as const;
  const action = { ...runOf("r1").action, parts };
  const refusal = { ok: false, code: "action_too_large" };

  expect(await acceptRun(ledger, runOf("r1", { action }))).toEqual(refusal);
  expect(await acceptWake(ledger, eventOf("e1", { parts }))).toEqual(refusal);
  const fits = { ...action, parts: [{ kind: "trusted", text: "é".repeat(400_000) } as const] };
  expect(await acceptRun(ledger, runOf("r1", { action: fits }))).toMatchObject({ ok: true });
});

test("accept() refuses while the disk has too little space, but answers a known key", {
  tags: "LIM-4",
}, async () => {
  let free = 200;
  const { ledger } = await createTestLedger({
    limits: { minFreeBytes: 100 },
    freeBytes: () => free,
  });
  const key = { text: "k", ttlMs: HOUR };
  await acceptRun(ledger, runOf("r1"), key);
  free = 99;

  expect(await acceptRun(ledger, runOf("r2"))).toEqual({ ok: false, code: "storage_full" });
  expect(await acceptRun(ledger, runOf("r2"), key)).toMatchObject({ repeat: true });
  free = 100;
  expect(await acceptRun(ledger, runOf("r2"))).toMatchObject({ ok: true });
});

test("accept() asks the file system how much space is free", { tags: "LIM-4" }, async () => {
  const { ledger } = await createTestLedger({ limits: { minFreeBytes: Number.MAX_SAFE_INTEGER } });

  expect(await acceptRun(ledger, runOf("r1"))).toEqual({ ok: false, code: "storage_full" });
});

test("a closed ledger has stored what came before, and refuses what comes later", {
  tags: "STOP-1",
}, async () => {
  const test = await createTestLedger();
  const accepted = acceptRun(test.ledger, runOf("r1"));
  await test.ledger.close();

  expect(await accepted).toMatchObject({ ok: true });
  await expect(acceptRun(test.ledger, runOf("r2"))).rejects.toMatchObject({
    code: "ledger_closed",
  });
  await test.ledger.close();
  expect(await (await test.reopen()).run("r1")).toBeDefined();
});
