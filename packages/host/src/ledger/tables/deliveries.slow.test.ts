// Deliveries and routes in the store: the order of a recipient, parts, pauses, ends.
import { expect, test } from "vitest";
import { createTestLedger, deliveryOf, NOON } from "../../../test/ledger/harness.ts";
import type { Ledger } from "../../model/ledger.ts";
import type { DeliveryRecord } from "../../model/records.ts";

const TELEGRAM = new Map([["telegram", 4]]);

async function add(ledger: Ledger, ...deliveries: DeliveryRecord[]): Promise<void> {
  await ledger.commit(deliveries.map((delivery) => ({ kind: "delivery", delivery })));
}

async function claim(ledger: Ledger, now = NOON, channels = TELEGRAM): Promise<string[]> {
  return (await ledger.claimDeliveries({ now, channels, limit: 16 })).map(({ id }) => id);
}

function change(
  ledger: Ledger,
  id: string,
  fields: Parameters<Ledger["commit"]>[0][number] extends infer E
    ? E extends { kind: "delivery-change"; change: infer C }
      ? C
      : never
    : never,
): Promise<void> {
  return ledger.commit([{ kind: "delivery-change", id, change: fields }]);
}

test("a delivery is kept as it was created, and dead at once where it can go nowhere", {
  tags: "DEL-1",
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  const dead = deliveryOf("d2", { state: "dead", code: "no_route", reason: "No channel.", to: "" });
  await add(
    ledger,
    deliveryOf("d1"),
    { ...dead, endedAt: NOON + 5 },
    deliveryOf("d3", { to: "\u0000" }),
  );

  const again = await reopen();
  expect(await again.delivery("d1")).toEqual(deliveryOf("d1"));
  expect(await again.delivery("d2")).toEqual({ ...dead, endedAt: NOON + 5 });
  expect((await again.delivery("d3"))?.to).toBe("\u0000");
  expect(await claim(again)).toEqual(["d1", "d3"]);
});

test.each(["sending", "failed", "sent", "cancelled"] as const)(
  "commit() refuses a delivery that begins as %s",
  { tags: "DEL-1" },
  async (state) => {
    const { ledger } = await createTestLedger();

    await expect(add(ledger, deliveryOf("d1", { state }))).rejects.toMatchObject({
      code: "transition_refused",
    });
  },
);

test("each part that was sent is kept before the next goes out", { tags: "DEL-7" }, async () => {
  const { ledger, reopen } = await createTestLedger();
  await add(ledger, deliveryOf("d1"));
  await claim(ledger);
  await change(ledger, "d1", { sentIds: ["m1"], tries: 0, sendingAt: NOON + 5 });

  const again = await reopen();
  expect(await again.recover()).toMatchObject({
    deliveries: 0,
    unknownOutcomes: [{ id: "d1", state: "sending", sentIds: ["m1"], sendingAt: NOON + 5 }],
  });
  await change(again, "d1", { state: "sent", sentIds: ["m1", "m2"], endedAt: NOON + 9 });
  const sent = { sentIds: ["m1", "m2"], sentAt: [NOON, NOON] };
  expect(await again.delivery("d1")).toEqual(
    deliveryOf("d1", { state: "sent", ...sent, endedAt: NOON + 9 }),
  );
});

test("deliveries to one recipient go one at a time, in the order of creation", {
  tags: "DEL-8",
}, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, deliveryOf("d1"), deliveryOf("d2"), deliveryOf("other", { to: "7" }));

  expect(await claim(ledger)).toEqual(["d1", "other"]);
  await change(ledger, "d1", { state: "failed", tries: 1, dueAt: NOON + 1_000, code: "http_503" });
  expect(await claim(ledger, NOON + 999)).toEqual([]);
  expect(await ledger.nextDueAt()).toBe(NOON + 1_000);
  expect(await claim(ledger, NOON + 1_000)).toEqual(["d1"]);
  await change(ledger, "d1", { state: "dead", endedAt: NOON, code: "http_503", reason: "No." });
  expect(await claim(ledger)).toEqual(["d2"]);
});

test("deliveries of two accounts to one recipient do not wait for each other", {
  tags: "DEL-8",
}, async () => {
  const { ledger } = await createTestLedger();
  const work = deliveryOf("d2", { accountId: "work" });
  const next = deliveryOf("d4", { accountId: "work" });
  await add(ledger, deliveryOf("d1"), work, deliveryOf("d3"), next);

  expect(await claim(ledger)).toEqual(["d1", "d2"]);
  expect(await ledger.delivery("d2")).toMatchObject({ accountId: "work" });
  expect(await ledger.delivery("d1")).not.toHaveProperty("accountId");
  const end = { state: "dead", endedAt: NOON, code: "http_400", reason: "No." } as const;
  await change(ledger, "d2", end);
  expect(await claim(ledger)).toEqual(["d4"]);
  await change(ledger, "d1", end);
  expect(await claim(ledger)).toEqual(["d3"]);
});

test("claimDeliveries() gives each channel as many as it may have, oldest first of all", {
  tags: "DEL-8",
}, async () => {
  const { ledger } = await createTestLedger();
  for (const index of [1, 2, 3]) {
    await add(ledger, deliveryOf(`t${index}`, { to: `${index}` }));
    await add(ledger, deliveryOf(`s${index}`, { to: `${index}`, channel: "slack" }));
  }
  const channels = new Map([
    ["slack", 1],
    ["telegram", 2],
  ]);

  const first = await ledger.claimDeliveries({ now: NOON, channels, limit: 2 });
  expect(first.map(({ id }) => id)).toEqual(["t1", "s1"]);
  expect(await claim(ledger, NOON, channels)).toEqual(["t2", "s2", "t3"]);
});

test("the deliveries of a paused channel are not due, and go on in their order", {
  tags: "DEL-10",
}, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, deliveryOf("d1"), deliveryOf("d2"));
  await claim(ledger);
  await change(ledger, "d1", { state: "queued", dueAt: NOON, code: "unauthorized" });

  expect(await ledger.nextDueAt({ pausedChannels: new Set(["telegram"]) })).toBeUndefined();
  expect(await ledger.nextDueAt({ pausedChannels: new Set(["slack"]) })).toBe(NOON);
  expect(await claim(ledger, NOON, new Map())).toEqual([]);
  expect(await claim(ledger)).toEqual(["d1"]);
});

test("tries, sends again and plain text are kept, and what is not named stays", {
  tags: ["DEL-12", "DEL-15"],
}, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, deliveryOf("d1"));
  await claim(ledger);
  await change(ledger, "d1", { plain: true, tries: 2 });
  await change(ledger, "d1", { resends: 1 });

  expect(await ledger.delivery("d1")).toMatchObject({
    state: "sending",
    plain: true,
    tries: 2,
    resends: 1,
    sendingAt: NOON,
  });
  await change(ledger, "d1", { state: "failed", dueAt: NOON + 5, sendingAt: null });
  expect(await ledger.delivery("d1")).not.toHaveProperty("sendingAt");
});

test("a delivery that is sent again names the old one", { tags: "DEL-14" }, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, deliveryOf("d1", { state: "dead" }), deliveryOf("d2", { retryOf: "d1" }));

  expect(await ledger.delivery("d2")).toEqual(deliveryOf("d2", { retryOf: "d1" }));
  expect((await ledger.deliveries({ state: "dead" })).items.map(({ id }) => id)).toEqual(["d1"]);
  expect((await ledger.deliveries({ limit: 1 })).items.map(({ id }) => id)).toEqual(["d2"]);
});

test("a delivery that waits is cancelled, one that is being sent is not", {
  tags: "TIM-4",
}, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, deliveryOf("d1"), deliveryOf("d2"), deliveryOf("d3"));
  await change(ledger, "d2", { state: "cancelled", endedAt: NOON });
  await claim(ledger);
  const refusal = { code: "transition_refused" };

  await expect(change(ledger, "d1", { state: "cancelled" })).rejects.toMatchObject(refusal);
  await change(ledger, "d1", { state: "failed", dueAt: NOON });
  await change(ledger, "d1", { state: "cancelled" });
  expect(await ledger.delivery("d1")).toMatchObject({ state: "cancelled", endedAt: NOON });
  expect(await claim(ledger)).toEqual(["d3"]);
  await expect(change(ledger, "d1", { tries: 1 })).rejects.toMatchObject(refusal);
  await expect(change(ledger, "none", { tries: 1 })).rejects.toMatchObject({ code: "not_found" });
});

test("claimDeliveries() sends a waiting delivery when the clock was set back", async () => {
  const test = await createTestLedger();
  const { ledger } = test;
  await add(ledger, deliveryOf("d1"));
  await claim(ledger);
  await change(ledger, "d1", { state: "failed", dueAt: NOON + 5_000 });
  test.now = NOON - 86_400_000;

  expect(await ledger.nextDueAt()).toBe(test.now);
  expect(await claim(ledger, test.now)).toEqual(["d1"]);
});

test("claimDeliveries() waits for the retry of one that failed after the time of the claim was read", async () => {
  const test = await createTestLedger();
  const { ledger } = test;
  await add(ledger, deliveryOf("d1"));
  await claim(ledger);
  test.now = NOON + 20;
  await change(ledger, "d1", { state: "failed", dueAt: NOON + 5_020 });

  expect(await claim(ledger, NOON + 19)).toEqual([]);
  expect(await claim(ledger, NOON + 5_020)).toEqual(["d1"]);
});

test("nextDueAt() is the earliest time of all that waits", async () => {
  const { ledger } = await createTestLedger();
  expect(await ledger.nextDueAt()).toBeUndefined();
  await add(
    ledger,
    deliveryOf("d1", { dueAt: NOON + 9 }),
    deliveryOf("d2", { to: "7", dueAt: NOON + 5 }),
  );

  expect(await ledger.nextDueAt()).toBe(NOON + 5);
});

test("routes() has the newest way a person talked to each agent on each channel, the newest first", {
  tags: ["DEL-2", "DEL-3"],
}, async () => {
  const { ledger, reopen } = await createTestLedger();
  const route = { agentId: "main", channel: "telegram", to: "42", at: NOON };
  await ledger.noteRoute({ ...route, to: "41", at: NOON - 1 });
  await ledger.noteRoute(route);
  const slack = { ...route, channel: "slack", to: "#ops\u0000", at: NOON + 1 };
  await ledger.noteRoute(slack);
  await ledger.noteRoute({ ...route, agentId: "other", to: "9", at: NOON + 2 });

  const again = await reopen();
  expect(await again.routes("main")).toEqual([slack, route]);
  expect(await again.routes("nobody")).toEqual([]);
  expect((await again.routes()).map(({ agentId, channel, to }) => [agentId, channel, to])).toEqual([
    ["other", "telegram", "9"],
    ["main", "slack", "#ops\u0000"],
    ["main", "telegram", "42"],
  ]);
});

test("counts() has each state, the oldest queued run and the size", { tags: "OPS-3" }, async () => {
  const { ledger } = await createTestLedger();
  await add(ledger, deliveryOf("d1"), deliveryOf("d2", { state: "dead" }));
  await claim(ledger);

  expect(await ledger.counts()).toMatchObject({
    deliveries: { queued: 0, sending: 1, failed: 0, sent: 0, dead: 1, cancelled: 0 },
    bytes: expect.any(Number),
  });
  expect((await ledger.counts()).bytes).toBeGreaterThan(10_000);
});
