// Requests and tries in the store: what is kept, how it is found, and when it goes.
import { expect, test } from "vitest";
import {
  acceptRun,
  claimIds,
  claimMain,
  createTestLedger,
  deliveryOf,
  eventOf,
  NOON,
  runOf,
  type TestLedger,
} from "../../../test/ledger/harness.ts";
import type { StoredRequest } from "../../model/records.ts";

const DAY = 86_400_000;

function requestOf(id: string, fields: Partial<StoredRequest> = {}): StoredRequest {
  return {
    id,
    at: NOON,
    hook: "github",
    outcome: "refused",
    proved: false,
    status: 401,
    ...fields,
  };
}

/** A run that came with a request, as `accept` stores both. */
async function acceptWithRequest(
  { ledger }: Pick<TestLedger, "ledger">,
  id: string,
  request: { readonly id: string; readonly deliveryId?: string },
  fields = {},
): Promise<void> {
  const run = runOf(id, { sessionKey: `hook:${id}`, ...fields });
  await ledger.accept({
    receiptId: id,
    at: run.acceptedAt,
    entry: { kind: "run", run },
    request: { hook: "github", mappingId: "ci", provider: "github", ...request },
  });
}

test("accept() stores the request with the run, and related() finds both by each of their ids", async () => {
  const store = await createTestLedger();
  await acceptWithRequest(store, "r1", { id: "q1", deliveryId: "d-1" });
  const ledger = await store.reopen();
  const request = {
    ...{ id: "q1", at: NOON, hook: "github", outcome: "accepted", proved: true, receipt: "r1" },
    ...{ mappingId: "ci", provider: "github", deliveryId: "d-1" },
  };
  expect((await ledger.requests()).items).toEqual([request]);
  for (const [id, kind] of [
    ["q1", "request"],
    ["d-1", "request"],
    ["r1", "run"],
    ["run:r1", "run"],
  ] as const) {
    const found = await ledger.related(id);
    expect(found).toMatchObject({ kind, requests: [request], runs: [{ id: "r1" }] });
  }
  expect(await ledger.related("q2")).toBeUndefined();
});

test("accept() stores a request for each element of a batch, and for each wake that one event counts", async () => {
  const { ledger } = await createTestLedger();
  await acceptWithRequest({ ledger }, "r1", { id: "batch" });
  await acceptWithRequest({ ledger }, "r2", { id: "batch" });
  const batch = await ledger.related("batch");
  expect(batch?.runs.map(({ id }) => id)).toEqual(["r1", "r2"]);
  for (const id of ["w1", "w2"]) {
    const parts = [{ kind: "trusted", text: "Same." }] as const;
    await ledger.accept({
      receiptId: id,
      at: NOON,
      entry: { kind: "event", event: eventOf(id, { parts }), wakeNow: false },
      request: { id: `q-${id}`, hook: "wake" },
    });
  }
  const wake = await ledger.related("q-w2");
  expect(wake).toMatchObject({ kind: "request", events: [{ id: "w1", count: 2 }], runs: [] });
  const event = await ledger.related("w1");
  expect(event?.requests.map(({ id }) => id)).toEqual(["q-w1", "q-w2"]);
});

test("noteRequests() keeps 1,000 at most, and 500 of senders without a proof", async () => {
  const { ledger } = await createTestLedger();
  const many = (name: string, count: number, fields = {}): readonly StoredRequest[] =>
    Array.from({ length: count }, (_, index) => requestOf(`${name}${index}`, fields));
  await ledger.noteRequests(many("a", 300, { proved: true, outcome: "unmatched", status: 404 }));
  await ledger.noteRequests(many("b", 2_000));
  const count = async (state: StoredRequest["outcome"]): Promise<number> =>
    (await ledger.requests({ state, limit: 5_000 })).items.length;
  expect([await count("unmatched"), await count("refused")]).toEqual([300, 500]);
  expect((await ledger.requests({ state: "refused", limit: 1 })).items[0]?.id).toBe("b1999");
  await ledger.noteRequests(many("c", 900, { proved: true, outcome: "skipped" }));
  expect([await count("unmatched"), await count("refused"), await count("skipped")]).toEqual([
    0, 100, 900,
  ]);
});

test("requests() takes filters, and pages that stay in place while requests arrive", async () => {
  const store = await createTestLedger();
  const { ledger } = store;
  await acceptWithRequest(store, "r1", { id: "q1" });
  const nearest = { mappingId: "ci", clause: "condition" };
  await ledger.noteRequests([
    requestOf("q2", { at: NOON + 1_000, code: "unauthorized" }),
    requestOf("q3", { at: NOON + 2_000, outcome: "unmatched", hook: "stripe", nearest }),
  ]);
  const ids = async (filter: Parameters<typeof ledger.requests>[0]): Promise<string[]> =>
    (await ledger.requests(filter)).items.map(({ id }) => id);
  expect(await ids({ mappingId: "ci" })).toEqual(["q3", "q1"]);
  expect(await ids({ code: "unauthorized" })).toEqual(["q2"]);
  expect(await ids({ origin: "stripe" })).toEqual(["q3"]);
  expect(await ids({ agentId: "main" })).toEqual(["q1"]);
  expect(await ids({ since: NOON + 1, until: NOON + 1_000 })).toEqual(["q2"]);
  const first = await ledger.requests({ limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual(["q3", "q2"]);
  await ledger.noteRequests([requestOf("q4")]);
  expect(await ids({ limit: 2, cursor: first.next ?? "" })).toEqual(["q1"]);
  expect((await ledger.requests({ limit: 4 })).next).toBeUndefined();
});

test("a cursor of another list, and a text that is none, are refused", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await acceptRun(ledger, runOf("r2"));
  const { next = "" } = await ledger.runs({ limit: 1 });
  expect((await ledger.runs({ limit: 1, cursor: next })).items).toMatchObject([{ id: "r1" }]);
  for (const cursor of ["", "x", Buffer.from("runs 1 OR 1=1").toString("base64url")]) {
    await expect(async () => ledger.runs({ cursor })).rejects.toThrow(
      "not one of the list of runs",
    );
  }
  await expect(async () => ledger.requests({ cursor: next })).rejects.toMatchObject({
    code: "cursor_invalid",
  });
});

test("runs(), events() and deliveries() take agent, mapping, channel, code, origin and times", async () => {
  const store = await createTestLedger();
  const { ledger } = store;
  for (const [id, agentId, mappingId] of [
    ["r1", "main", "ci"],
    ["r2", "ops", "mail"],
  ] as const) {
    await acceptRun(ledger, runOf(id, { agentId, mappingId, sessionKey: id }));
    await claimIds(ledger, NOON);
    const delivery = deliveryOf(`d-${id}`, { runId: id, agentId, mappingId, channel: `to-${id}` });
    const event = eventOf(`e-${id}`, { agentId, mappingId, runId: id, origin: "run" });
    await ledger.commit([
      { kind: "run", runId: id, state: "done", at: NOON + 1_000, answer: "Done." },
      { kind: "event", event },
      { kind: "delivery", delivery },
    ]);
  }
  await ledger.noteRequests([]);
  const filters = [
    { agentId: "ops" },
    { mappingId: "mail" },
    { mappingId: "mail", since: NOON, until: NOON + 1_000 },
  ];
  for (const filter of filters) {
    expect((await ledger.runs(filter)).items).toMatchObject([{ id: "r2" }]);
    expect((await ledger.events(filter)).items).toMatchObject([{ id: "e-r2" }]);
    expect((await ledger.deliveries(filter)).items).toMatchObject([{ id: "d-r2" }]);
  }
  expect((await ledger.runs({ channel: "to-r1" })).items).toMatchObject([{ id: "r1" }]);
  expect((await ledger.deliveries({ channel: "to-r1" })).items).toMatchObject([{ id: "d-r1" }]);
  expect((await ledger.events({ origin: "wake" })).items).toEqual([]);
  expect((await ledger.runs({ until: NOON })).items).toEqual([]);
  expect((await ledger.runs({ since: NOON + 1_001 })).items).toEqual([]);
});

test("each try that does not succeed is kept with its code and times, 50 of them at most", async () => {
  const store = await createTestLedger();
  const { ledger } = store;
  await acceptRun(ledger, runOf("r1"));
  for (let index = 0; index < 60; index++) {
    const now = NOON + index * 1_000;
    await claimIds(ledger, now);
    const why = { code: `code_${index}`, reason: `Reason ${index}.` };
    const effect = {
      kind: "run",
      runId: "r1",
      state: "failed",
      at: now + 500,
      dueAt: now,
    } as const;
    await ledger.commit([{ ...effect, ...why }]);
  }
  await claimIds(ledger, NOON + 100_000);
  await ledger.commit([{ kind: "run", runId: "r1", state: "done", at: NOON + 101_000 }]);
  const { tries = [] } = (await (await store.reopen()).related("r1")) ?? {};
  expect(tries).toHaveLength(50);
  expect(tries[49]).toEqual({
    ...{ id: "r1", startedAt: NOON + 59_000, endedAt: NOON + 59_500, state: "failed" },
    ...{ code: "code_59", reason: "Reason 59.", interrupted: false },
  });
});

test("sent parts keep their time; a try of a part that failed is kept, a call that did not begin is not", async () => {
  const store = await createTestLedger();
  const { ledger } = store;
  await ledger.commit([{ kind: "delivery", delivery: deliveryOf("d1") }]);
  const claim = (): Promise<unknown> =>
    ledger.claimDeliveries({ now: store.now, channels: new Map([["telegram", 4]]), limit: 4 });
  const change = (fields: object): Promise<void> =>
    ledger.commit([{ kind: "delivery-change", id: "d1", change: fields }]);
  await claim();
  store.now = NOON + 1_000;
  await change({ state: "sending", sentIds: ["m1"], tries: 0, sendingAt: store.now });
  await change({ state: "queued", dueAt: store.now, sendingAt: null });
  await claim();
  await change({ state: "failed", tries: 1, code: "rate_limited", dueAt: store.now });
  await claim();
  await change({ state: "sending", plain: true, sendingAt: store.now });
  store.now = NOON + 5_000;
  await change({ state: "sent", sentIds: ["m1", "m2"], sendingAt: null, endedAt: store.now });
  const found = await ledger.related("d1/2");
  expect(found).toMatchObject({
    kind: "delivery",
    deliveries: [{ sentIds: ["m1", "m2"], sentAt: [NOON + 1_000, NOON + 5_000] }],
    tries: [
      { id: "d1", part: 2, state: "failed", code: "rate_limited" },
      { id: "d1", part: 2, state: "sending", code: "markup_refused" },
    ],
  });
});

test("related() goes from a run to its repeats, its event, the heartbeat and the delivery of that", async () => {
  const { ledger } = await createTestLedger();
  await acceptRun(ledger, runOf("r1"));
  await claimIds(ledger, NOON);
  const event = eventOf("e1", { runId: "r1", origin: "run" });
  await ledger.commit([
    { kind: "run", runId: "r1", state: "dead", at: NOON, code: "unauthorized" },
    { kind: "event", event },
    { kind: "run-added", run: runOf("r2", { retryOf: "r1" }) },
  ]);
  await claimMain(ledger, "h1");
  expect(await ledger.related("h1")).toMatchObject({
    ...{ kind: "heartbeat", runningTurns: [{ turnId: "h1" }], events: [{ id: "e1" }] },
    heartbeats: [],
  });
  const record = { id: "h1", agentId: "main", reason: "wake", events: 1, outcome: "sent" } as const;
  const { runId: _, ...said } = deliveryOf("d1", { heartbeatId: "h1" });
  await ledger.commit([
    { kind: "events-done", turnId: "h1" },
    { kind: "delivery", delivery: said },
    { kind: "heartbeat", record: { ...record, startedAt: NOON, endedAt: NOON }, failures: 0 },
  ]);
  for (const id of ["r1", "e1"]) {
    expect(await ledger.related(id)).toMatchObject({
      runs: [{ id: "r1" }, { id: "r2", retryOf: "r1" }],
      events: [{ id: "e1", turnId: "h1" }],
      heartbeats: [{ id: "h1" }],
      deliveries: [{ id: "d1" }],
      runningTurns: [],
    });
  }
  expect(await ledger.related("d1")).toMatchObject({ kind: "delivery", events: [{ id: "e1" }] });
  expect((await ledger.related("h1"))?.deliveries).toMatchObject([{ id: "d1" }]);
});

test("forget() deletes requests and tries with their run, and old requests that made nothing", async () => {
  const store = await createTestLedger();
  const { ledger } = store;
  await acceptWithRequest(store, "r1", { id: "q1" });
  await acceptWithRequest(store, "r2", { id: "q2" });
  await claimIds(ledger, NOON);
  const end = { kind: "run", state: "dead", code: "timeout" } as const;
  await ledger.commit([{ ...end, runId: "r1", at: NOON }]);
  await ledger.noteRequests([requestOf("q3"), requestOf("q4", { at: NOON + DAY })]);
  await ledger.forget(NOON + 1);
  expect((await ledger.requests()).items.map(({ id }) => id)).toEqual(["q4", "q2"]);
  await ledger.commit([{ ...end, runId: "r2", at: NOON + DAY }]);
  await ledger.forget(NOON + 2 * DAY);
  expect((await ledger.requests()).items).toEqual([]);
  expect(await ledger.related("r2")).toBeUndefined();
});

test("failures() groups what died by code and mapping, without what was repeated", async () => {
  const { ledger } = await createTestLedger();
  const die = async (id: string, mappingId: string, code: string, at: number): Promise<void> => {
    await acceptRun(ledger, runOf(id, { sessionKey: id, mappingId }));
    await claimIds(ledger, NOON);
    await ledger.commit([{ kind: "run", runId: id, state: "dead", at, code }]);
  };
  await die("r1", "ci", "timeout", NOON);
  await die("r2", "ci", "timeout", NOON + 1_000);
  await die("r3", "ci", "timeout", NOON + 2_000);
  await die("r4", "mail", "unauthorized", NOON + 3_000);
  await ledger.commit([{ kind: "run-added", run: runOf("r5", { retryOf: "r3" }) }]);
  const dead = { state: "dead", endedAt: NOON + 4_000, code: "no_recipient" } as const;
  const delivery = deliveryOf("d1", { ...dead, mappingId: "ci" });
  await ledger.commit([{ kind: "delivery", delivery }]);
  const timeout = { kind: "run", code: "timeout", mapping: "ci", count: 2 };
  expect(await ledger.failures(0)).toEqual([
    expect.objectContaining({ kind: "delivery", code: "no_recipient", example: "d1", count: 1 }),
    expect.objectContaining({ kind: "run", code: "unauthorized", mapping: "mail", count: 1 }),
    { ...timeout, first: NOON, last: NOON + 1_000, example: "r2" },
  ]);
  expect(await ledger.failures(NOON + 1_000)).toContainEqual({
    ...{ ...timeout, count: 1, first: NOON + 1_000 },
    ...{ last: NOON + 1_000, example: "r2" },
  });
});

test("work() has what runs, and the keys that wait with their oldest run and why", async () => {
  const store = await createTestLedger();
  const { ledger } = store;
  await acceptRun(ledger, runOf("r1", { sessionKey: "a" }));
  await acceptRun(ledger, runOf("r2", { sessionKey: "a", acceptedAt: NOON + 1_000 }));
  await acceptRun(ledger, runOf("r3", { sessionKey: "b" }));
  await claimIds(ledger, NOON);
  const failed = { kind: "run", runId: "r3", state: "failed", at: NOON } as const;
  await ledger.commit([
    { ...failed, code: "rate_limited", dueAt: NOON + 60_000 },
    { kind: "event", event: eventOf("e1") },
    { kind: "event", event: eventOf("e2", { at: NOON + 5_000 }) },
  ]);
  await claimMain(ledger, "h1", { maxEvents: 1 });
  expect(await ledger.work()).toEqual({
    runs: [{ runId: "r1", agentId: "main", sessionKey: "a", mappingId: "github", startedAt: NOON }],
    mainTurns: [{ turnId: "h1", agentId: "main", reason: "wake", startedAt: NOON }],
    keys: [
      {
        ...{ agentId: "main", sessionKey: "a", waiting: 1, oldestId: "r2" },
        ...{ oldestAt: NOON + 1_000, dueAt: NOON + 1_000, isHeld: false },
      },
      {
        ...{ agentId: "main", sessionKey: "b", waiting: 1, oldestId: "r3", oldestAt: NOON },
        ...{ code: "rate_limited", dueAt: NOON + 60_000, isHeld: false },
      },
    ],
    waitingKeys: 2,
    events: [{ agentId: "main", waiting: 1, oldestAt: NOON + 5_000 }],
  });
});

test("log() merges events, heartbeats and turns of main sessions, in pages without gaps or repeats", async () => {
  const { ledger } = await createTestLedger();
  const all: string[] = [];
  for (let index = 0; index < 30; index++) {
    const at = NOON + index * 1_000;
    const turnId = `h${index}`;
    const record = {
      id: turnId,
      agentId: "main",
      reason: "wake",
      outcome: "ack",
      events: 1,
    } as const;
    const turn = { at: at + 1, heading: "[Heartbeat]", parts: [], tainted: false, turnId };
    await ledger.commit([{ kind: "event", event: eventOf(`e${index}`, { at }) }]);
    await claimMain(ledger, turnId);
    await ledger.commit([
      { kind: "history", agentId: "main", sessionKey: "main", turn: { ...turn, answer: "Ok." } },
      { kind: "history", agentId: "main", sessionKey: "hook:a", turn },
      { kind: "events-done", turnId },
      { kind: "heartbeat", record: { ...record, startedAt: at, endedAt: at + 2 }, failures: 0 },
    ]);
    all.unshift(`heartbeat ${turnId}`, `turn ${turnId}`, `event e${index}`);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ledger.log({ mainKey: "main", limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ kind, id }) => `${kind} ${id}`));
    cursor = page.next;
    await ledger.commit([{ kind: "event", event: eventOf(`later-${seen.length}`) }]);
  } while (cursor !== undefined);
  expect(seen).toEqual(all);
  const { items } = await ledger.log({ mainKey: "main", since: NOON + 29_000, limit: 50 });
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({ ms: 2, state: "ack", title: "wake, 1 event" });
});
