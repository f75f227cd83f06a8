import { expect, test } from "vitest";
import {
  ANSWER,
  mustClaim,
  request,
} from "../../../../tools/test-support/idempotency/store-helpers.ts";
import { describeStore } from "../../../../tools/test-support/idempotency/store-suite.ts";
import { createMemoryStore } from "./memory-store.ts";

let now = 1_000_000;
const clock = () => now;
const shared = createMemoryStore({ clock });

describeStore("createMemoryStore()", {
  store: () => shared,
  wait: async (milliseconds) => {
    now += milliseconds;
  },
});

test("createMemoryStore() has the clock of the runtime by default", async () => {
  const store = createMemoryStore();
  const asked = request();
  await store.complete(await mustClaim(store, asked), ANSWER);
  expect(await store.claim(asked)).toEqual({ kind: "done", answer: ANSWER });
});

test("createMemoryStore() forgets what was finished first where it has no room, never a claim", async () => {
  const store = createMemoryStore({ clock, maxEntries: 3 });
  const [inFlight, first, second, third] = [request(), request(), request(), request()] as const;
  await mustClaim(store, inFlight);
  for (const asked of [first, second, third]) {
    await store.complete(await mustClaim(store, asked), ANSWER);
  }
  expect((await store.claim(inFlight)).kind).toBe("busy");
  expect((await store.claim(third)).kind).toBe("done");
  expect((await store.claim(second)).kind).toBe("done");
  expect((await store.claim(first)).kind).toBe("claimed");
});

test("createMemoryStore() throws where claims in flight fill it", async () => {
  const store = createMemoryStore({ clock, maxEntries: 2 });
  const claims = [await mustClaim(store, request()), await mustClaim(store, request())];
  expect(() => store.claim(request())).toThrow("The memory store is full of claims.");
  await store.release(claims[0] as (typeof claims)[number]);
  expect((await store.claim(request())).kind).toBe("claimed");
});

test("createMemoryStore() bounds the bytes of answers", async () => {
  const store = createMemoryStore({ clock, maxBytes: 10_000 });
  const asked = [request(), request(), request()];
  const answer = { ...ANSWER, body: "x".repeat(1_800) };
  for (const one of asked) await store.complete(await mustClaim(store, one), answer);
  const kinds = await Promise.all(asked.map((one) => store.claim(one)));
  expect(kinds.map(({ kind }) => kind)).toEqual(["claimed", "done", "done"]);
});

test("createMemoryStore() keeps nothing of an answer that is larger than all its room", async () => {
  const store = createMemoryStore({ clock, maxBytes: 5_000 });
  const asked = request();
  const claim = await mustClaim(store, asked);
  expect(await store.complete(claim, { ...ANSWER, body: "x".repeat(5_000) })).toBe(true);
  expect((await store.claim(asked)).kind).toBe("claimed");
});

test("createMemoryStore() forgets what is over, also where nobody asks for it", async () => {
  const store = createMemoryStore({ clock, maxEntries: 4 });
  const stale = [request({ claimSeconds: 1 }), request({ claimSeconds: 1 })];
  for (const one of stale) await mustClaim(store, one);
  const kept = [request(), request()];
  for (const one of kept) await store.complete(await mustClaim(store, one), ANSWER);
  now += 2_000;
  await store.complete(await mustClaim(store, request()), ANSWER);
  await store.complete(await mustClaim(store, request()), ANSWER);
  for (const one of kept) expect((await store.claim(one)).kind).toBe("done");
});

test("createMemoryStore() gives up all keys of an expired claim where one of them is asked for", async () => {
  const store = createMemoryStore({ clock, maxEntries: 2 });
  const [first, second] = [request({ claimSeconds: 1 }), request({ claimSeconds: 1 })];
  await mustClaim(store, { ...first, keys: [...first.keys, ...second.keys] });
  now += 2_000;
  await mustClaim(store, first);
  await mustClaim(store, request());
  expect(() => store.claim(request())).toThrow("The memory store is full of claims.");
});

test("createMemoryStore() keeps the newest of many thousand events, and nothing of the others", async () => {
  const store = createMemoryStore({ clock, maxEntries: 100 });
  const asked = Array.from({ length: 5_000 }, () => request());
  for (const one of asked) await store.complete(await mustClaim(store, one), ANSWER);
  for (const one of asked.slice(-50)) expect((await store.claim(one)).kind).toBe("done");
  for (const one of asked.slice(0, 50)) expect((await store.claim(one)).kind).toBe("claimed");
});

test("createMemoryStore() keeps progress that is claimed again where it makes room", async () => {
  const store = createMemoryStore({ clock, maxEntries: 2 });
  const inPart = request();
  await store.release(await mustClaim(store, inPart), "half");
  const claim = await mustClaim(store, inPart);
  for (const one of [request(), request()]) {
    await store.complete(await mustClaim(store, one), ANSWER);
  }
  await store.release(claim, "more");
  expect(await store.claim(inPart)).toMatchObject({ kind: "claimed", progress: "more" });
});

test("createMemoryStore() keeps its order where many events are finished a second time", async () => {
  const store = createMemoryStore({ clock, maxEntries: 100 });
  const asked = Array.from({ length: 3_000 }, () => request());
  for (const one of asked) {
    await store.release(await mustClaim(store, one), "half");
    await store.complete(await mustClaim(store, one), ANSWER);
  }
  for (const one of asked.slice(-50)) expect((await store.claim(one)).kind).toBe("done");
  for (const one of asked.slice(0, 50)) expect((await store.claim(one)).kind).toBe("claimed");
});
