import type { LiveRecord } from "@hookwright/host/api";
import { expect, onTestFinished, test } from "vitest";
import { createRequestRing, type PreparedEvent } from "./request-ring.ts";

const RECORD: LiveRecord = {
  requestId: "r",
  receivedAt: 0,
  durationMs: 1,
  method: "POST",
  name: "github",
  route: "github",
  status: 202,
  answerBytes: 2,
};

const eventOf = (characters: number): PreparedEvent => ({
  name: "github-push",
  event: { path: "github", payload: "x".repeat(characters) },
});

function createRing() {
  const ring = createRequestRing("start");
  onTestFinished(ring.close);
  return ring;
}

test("createRequestRing() prepares an event once, when it is looked at or a little later", async () => {
  const ring = createRing();
  let prepared = 0;
  const prepare = () => {
    prepared += 1;
    return eventOf(1);
  };
  const [first, second] = [ring.add(RECORD, prepare), ring.add(RECORD, prepare)];
  expect(ring.show(first)).toMatchObject({ name: "github-push", event: { payload: "x" } });
  expect(prepared).toBe(1);
  await expect.poll(() => prepared).toBe(2);
  expect(ring.show(second)?.event).toBeDefined();
  expect(prepared).toBe(2);
});

test("createRequestRing() lists requests without their events if too many wait", () => {
  const ring = createRing();
  const ids = Array.from({ length: 60 }, () => ring.add(RECORD, () => eventOf(1)));
  const missing = ids.map((id) => ring.show(id)?.missing);
  expect(missing.slice(0, 10)).toEqual(new Array(10).fill("busy"));
  expect(missing.slice(10)).toEqual(new Array(50).fill(undefined));
});

test("createRequestRing() forgets the oldest events when all of them together are too large", () => {
  const ring = createRing();
  const ids = Array.from({ length: 10 }, () => {
    const id = ring.add(RECORD, () => eventOf(1024 * 1024));
    ring.show(id);
    return id;
  });
  expect(ids.map((id) => ring.show(id)?.missing)).toEqual([
    ...new Array(3).fill("gone"),
    ...new Array(7).fill(undefined),
  ]);
});

test("createRequestRing() says why an event is not kept, and forgets whole requests last", () => {
  const ring = createRing();
  const first = ring.add(RECORD, () => "large");
  expect(ring.show(first)).toEqual({ id: "start-1", record: RECORD, missing: "large" });
  for (let count = 0; count < 500; count += 1) ring.add(RECORD, "off");
  expect(ring.show(first)).toBeUndefined();
  expect(ring.list({ limit: 500 }).items).toHaveLength(500);
  expect(ring.list({ limit: 2 })).toMatchObject({ items: [{}, {}], next: "start-500" });
  expect(ring.list({ limit: 1, before: "start-500" }).items[0]?.id).toBe("start-499");
  expect(ring.list({ before: "other-1" })).toEqual({ items: [] });
});
