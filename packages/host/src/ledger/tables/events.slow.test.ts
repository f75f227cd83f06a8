// Events of main sessions in the store: order, repeats, bounds, claims.
import { expect, test } from "vitest";
import {
  acceptWake,
  claimMain,
  createTestLedger,
  eventOf,
  NOON,
} from "../../../test/ledger/harness.ts";
import type { Effect } from "../../model/effects.ts";
import type { Ledger } from "../../model/ledger.ts";
import type { NewEvent } from "../../model/records.ts";

function endOf(turnId: string): Effect {
  const times = { startedAt: NOON, endedAt: NOON };
  const record = {
    id: turnId,
    agentId: "main",
    reason: "wake",
    ...times,
    outcome: "ack",
    events: 0,
  };
  return { kind: "heartbeat", failures: 0, record } as Effect;
}

function add(ledger: Ledger, event: NewEvent): Promise<void> {
  return ledger.commit([{ kind: "event", event }]);
}

async function waiting(ledger: Ledger): Promise<string[]> {
  return (await ledger.events({ waiting: true })).items.map(({ id }) => id);
}

test("accept() adds one event to the main session of the agent that is named", {
  tags: "EVT-1",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptWake(ledger, eventOf("e1"));
  await acceptWake(ledger, eventOf("e2", { agentId: "other" }));

  expect((await ledger.events({ agentId: "other" })).items.map(({ id }) => id)).toEqual(["e2"]);
  expect(await ledger.hasWaitingEvents("main")).toBe(true);
});

test("an event is kept as data", { tags: "EVT-2" }, async () => {
  const { ledger, reopen } = await createTestLedger();
  const event = eventOf("e1", {
    mappingId: "github",
    runId: "r1",
    origin: "run",
    parts: [{ kind: "untrusted", text: "a\u0000\ud800", source: "hook github" }],
    tainted: true,
  });
  await add(ledger, event);

  const kept = { ...event, state: "waiting", count: 1, lastAt: NOON };
  expect(await (await reopen()).event("e1")).toEqual(kept);
});

test("the order of events is the order of commits, after a failed turn and a restart, too", {
  tags: "EVT-3",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  for (const id of ["e1", "e2", "e3"]) await acceptWake(ledger, eventOf(id));
  await claimMain(ledger, "t1", { maxEvents: 2 });
  await acceptWake(ledger, eventOf("e4"));
  await ledger.commit([{ kind: "events-back", turnId: "t1" }, endOf("t1")]);

  expect(await waiting(await reopen())).toEqual(["e1", "e2", "e3", "e4"]);
});

test("a repeat of the newest waiting event raises its count and its time", {
  tags: "EVT-4",
}, async () => {
  const { ledger } = await createTestLedger();
  const parts = [{ kind: "trusted", text: "Same" } as const];
  for (const [index, id] of ["e1", "e2", "e3"].entries()) {
    await acceptWake(ledger, eventOf(id, { parts, at: NOON + index }));
  }

  expect((await ledger.events()).items).toMatchObject([
    { id: "e1", count: 3, at: NOON, lastAt: NOON + 2 },
  ]);
});

const same = { parts: [{ kind: "trusted", text: "Same" }] } as const;

test.each<[string, Partial<NewEvent>]>([
  ["origin", { origin: "host" }],
  ["mapping", { mappingId: "stripe" }],
  ["title", { title: "Hook stripe" }],
  ["taint", { tainted: true }],
  ["agent", { agentId: "other" }],
  ["parts", { parts: [{ kind: "trusted", text: "Other" }] }],
])("an event with another %s is not a repeat", { tags: "EVT-4" }, async (_, fields) => {
  const { ledger } = await createTestLedger();
  await add(ledger, eventOf("e1", same));
  await add(ledger, eventOf("e2", { ...same, ...fields }));

  expect((await ledger.events()).items).toHaveLength(2);
});

test("an event is not a repeat of one that is not the newest, or that a turn has taken", {
  tags: "EVT-4",
}, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, eventOf("e1", same));
  await add(ledger, eventOf("e2"));
  await add(ledger, eventOf("e3", same));
  await claimMain(ledger, "t1");
  await add(ledger, eventOf("e4", same));

  expect((await ledger.events()).items).toHaveLength(4);
  expect((await ledger.events()).items).not.toContainEqual(expect.objectContaining({ count: 2 }));
});

test("claimMainTurn() takes the oldest events within both bounds, and says how many are left", {
  tags: "EVT-5",
}, async () => {
  const { ledger } = await createTestLedger();
  const parts = [{ kind: "trusted", text: "x".repeat(1_000) } as const];
  for (const id of ["e1", "e2", "e3", "e4"]) {
    await acceptWake(ledger, eventOf(id, { parts: [...parts, { kind: "trusted", text: id }] }));
  }

  const first = await claimMain(ledger, "t1", { maxEvents: 3, maxBytes: 2_100 });
  expect(first).toMatchObject({ events: [{ id: "e1" }, { id: "e2" }], left: 2 });
  await ledger.commit([{ kind: "events-done", turnId: "t1" }, endOf("t1")]);
  const second = await claimMain(ledger, "t2", { maxEvents: 1 });
  expect(second).toMatchObject({ events: [{ id: "e3" }], left: 1 });
  await ledger.commit([{ kind: "events-done", turnId: "t2" }, endOf("t2")]);
  const third = await claimMain(ledger, "t3", { maxBytes: 10 });
  expect(third).toMatchObject({ events: [{ id: "e4" }], left: 0 });
});

test("a text that is cut where it is shown counts as much as is shown", {
  tags: "EVT-5",
}, async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["e1", "e2"]) {
    const parts = [{ kind: "trusted", text: id.repeat(100_000) } as const];
    await acceptWake(ledger, eventOf(id, { parts }));
  }

  expect((await claimMain(ledger, "t1"))?.events).toHaveLength(2);
});

test("the next turn is asked for at once where an event that is left asked for it", {
  tags: "EVT-5",
}, async () => {
  const { ledger } = await createTestLedger();
  await acceptWake(ledger, eventOf("e1"), true);
  await acceptWake(ledger, eventOf("e2"), true);
  await acceptWake(ledger, eventOf("e3"));
  await claimMain(ledger, "t1", { maxEvents: 1, now: NOON + 5 });

  expect(await ledger.heartbeats()).toMatchObject([
    { requestedAt: NOON + 5, requestReason: "wake" },
  ]);
  await ledger.commit([{ kind: "events-done", turnId: "t1" }, endOf("t1")]);
  await claimMain(ledger, "t2", { maxEvents: 1 });
  expect((await ledger.heartbeats())[0]).not.toHaveProperty("requestedAt");
});

test("an event of a commit that asks for a heartbeat has asked for it", {
  tags: "EVT-5",
}, async () => {
  const { ledger } = await createTestLedger();
  await ledger.commit([
    { kind: "event", event: eventOf("e1", { origin: "run" }) },
    { kind: "event", event: eventOf("e2", { origin: "run" }) },
    { kind: "heartbeat-request", agentId: "main", at: NOON, reason: "run" },
  ]);
  await claimMain(ledger, "t1", { maxEvents: 1 });

  expect(await ledger.heartbeats()).toMatchObject([{ requestedAt: NOON }]);
});

test("a wake beyond the bound is refused, except a repeat, which takes no room", {
  tags: ["EVT-6", "LIM-2"],
}, async () => {
  const { ledger } = await createTestLedger({ limits: { maxWaitingEvents: 2 } });
  await acceptWake(ledger, eventOf("e1"));
  await acceptWake(ledger, eventOf("e2", same));

  expect(await acceptWake(ledger, eventOf("e3"), true)).toEqual({ ok: false, code: "queue_full" });
  expect(await ledger.heartbeats()).toEqual([]);
  expect(await acceptWake(ledger, eventOf("e4", same))).toMatchObject({ ok: true });
  expect(await acceptWake(ledger, eventOf("e5", { agentId: "other" }))).toMatchObject({ ok: true });
});

test("results beyond the bound are counted in one event", {
  tags: ["EVT-6", "SUM-1"],
}, async () => {
  const { ledger, reopen } = await createTestLedger({ limits: { maxWaitingEvents: 1 } });
  await acceptWake(ledger, eventOf("e1"));
  await add(ledger, eventOf("s1", { origin: "run" }));
  const counting = { id: "s1", origin: "host", parts: [], count: 1 };
  expect((await ledger.events()).items[1]).toMatchObject({
    ...counting,
    title: "1 more result, see `hookwright runs`",
  });
  await add(ledger, eventOf("s2", { origin: "run", at: NOON + 1 }));
  await add(ledger, eventOf("s3", { origin: "delivery", at: NOON + 2 }));

  const again = await reopen();
  expect((await again.events()).items).toHaveLength(2);
  expect((await again.events()).items[1]).toMatchObject({
    ...counting,
    title: "3 more results, see `hookwright runs`",
    lastAt: NOON + 2,
  });
  await claimMain(again, "t1");
  await again.commit([{ kind: "events-done", turnId: "t1" }, endOf("t1")]);
  await add(again, eventOf("s4", { origin: "run" }));
  expect(await waiting(again)).toEqual(["s4"]);
});

test("the events of a turn are done with it", { tags: "EVT-9" }, async () => {
  const { ledger } = await createTestLedger();
  await acceptWake(ledger, eventOf("e1"));
  const claimed = await claimMain(ledger, "t1");
  await acceptWake(ledger, eventOf("e2"));
  await ledger.commit([{ kind: "events-done", turnId: "t1" }, endOf("t1")]);

  expect(claimed?.events).toMatchObject([{ id: "e1", state: "claimed" }]);
  expect((await ledger.event("e1"))?.state).toBe("done");
  expect(await waiting(ledger)).toEqual(["e2"]);
  expect((await ledger.events({ waiting: false })).items.map(({ id }) => id)).toEqual(["e1"]);
});

test("the events of a turn that was cut off wait again in their old place", {
  tags: "EVT-9",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  for (const id of ["e1", "e2"]) await acceptWake(ledger, eventOf(id));
  await claimMain(ledger, "t1", { maxEvents: 1, reason: "prompt" });

  const again = await reopen();
  expect(await again.recover()).toMatchObject({
    interruptedMainTurns: [{ agentId: "main", turnId: "t1", reason: "prompt", startedAt: NOON }],
    waitingEvents: 1,
  });
  await again.commit([{ kind: "events-back", turnId: "t1" }, endOf("t1")]);
  expect((await claimMain(again, "t2"))?.events.map(({ id }) => id)).toEqual(["e1", "e2"]);
});

test("events() lists in order: the first that wait, or the newest of all", {
  tags: "OPS-1",
}, async () => {
  const { ledger } = await createTestLedger();
  for (const id of ["e1", "e2", "e3"]) await acceptWake(ledger, eventOf(id));
  const idsOf = async (filter: Parameters<typeof ledger.events>[0]): Promise<string[]> =>
    (await ledger.events(filter)).items.map(({ id }) => id);

  expect(await idsOf({ waiting: true, limit: 2 })).toEqual(["e1", "e2"]);
  expect(await idsOf({ limit: 2 })).toEqual(["e2", "e3"]);
  expect(await ledger.event("none")).toBeUndefined();
});
