// RUN-1 to RUN-4 and REC-1 on the store: order of a key, parallel keys, retries, ends.
import { expect, test } from "vitest";
import { acceptRun, claimIds, createTestLedger, NOON, runOf } from "./harness.ts";

test("ACC-1 accept() resolves when a run is in the store, with its receipt", async () => {
  const { ledger, reopen } = await createTestLedger();

  expect(await acceptRun(ledger, runOf("r1"))).toEqual({
    ok: true,
    receiptId: "r1",
    repeat: false,
  });

  const again = await reopen();
  expect(again.run("r1")).toEqual(runOf("r1"));
});

test("RUN-2 claimRuns() gives one run of a key at a time, in order of acceptance", async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["r1", "r2", "r3"]) await acceptRun(ledger, runOf(id));

  expect(await claimIds(ledger, NOON)).toEqual(["r1"]);
  expect(await claimIds(ledger, NOON)).toEqual([]);
  await ledger.commit([{ kind: "run", runId: "r1", state: "done", at: NOON + 5, answer: "yes" }]);

  expect(await claimIds(ledger, NOON + 5)).toEqual(["r2"]);
  expect(ledger.run("r1")).toMatchObject({
    state: "done",
    answer: "yes",
    attempt: 1,
    endedAt: NOON + 5,
  });
});
