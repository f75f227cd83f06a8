import { expect, test } from "vitest";
import { noTimer } from "../../../../core/test/auth/key-services.ts";
import type { KeysAnswer, KeysPort } from "../../model.ts";
import { createDocumentCache, type FetchResult, fetchDocument } from "./document-cache.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const GONE: FetchResult = { ok: false, why: "gone" };
const DOWN: FetchResult = { ok: false, why: "unavailable" };

/** A service whose document is one byte; 0 is no value. */
function start(...answers: readonly (number | FetchResult)[]) {
  let fetched = 0;
  const rest = [...answers];
  const cache = createDocumentCache<number>({
    fetch: async () => {
      fetched += 1;
      const answer = rest.length > 1 ? rest.shift() : rest[0];
      return typeof answer === "number"
        ? { ok: true, bytes: Uint8Array.of(answer) }
        : (answer as FetchResult);
    },
    parse: ([byte]) => (byte === 0 ? undefined : byte),
  });
  const any = () => true;
  return {
    get: async (now: number, isWanted: (value: number) => boolean = any) => {
      const { value, last } = await cache.get(now, isWanted);
      return [value, last];
    },
    cache,
    fetched: () => fetched,
  };
}

test("createDocumentCache() fetches nothing before it is asked, and once for an hour", async () => {
  const { get, fetched } = start(7);
  expect(fetched()).toBe(0);
  expect(await get(0)).toEqual([7, "ok"]);
  expect(await get(HOUR - 1)).toEqual([7, "ok"]);
  expect(fetched()).toBe(1);
  await get(HOUR);
  expect(fetched()).toBe(2);
});

test("trap 25 createDocumentCache() fetches once for requests that come together", async () => {
  const { get, fetched } = start(7);
  expect(await Promise.all([get(0), get(1), get(2)])).toEqual(Array(3).fill([7, "ok"]));
  expect(fetched()).toBe(1);
});

test("trap 25 createDocumentCache() fetches once a minute for what is not wanted", async () => {
  const { get, fetched } = start(7, 7, 8);
  const wants8 = (value: number) => value === 8;
  for (const now of [0, 1, MINUTE - 1]) expect(await get(now, wants8)).toEqual([7, "ok"]);
  expect(fetched()).toBe(1);
  expect(await get(MINUTE, wants8)).toEqual([7, "ok"]);
  expect(await get(2 * MINUTE, wants8)).toEqual([8, "ok"]);
  expect(fetched()).toBe(3);
});

test("trap 25 createDocumentCache() keeps a stale value while fetching fails, for a day", async () => {
  const { get, fetched } = start(7, DOWN);
  await get(0);
  expect(await get(HOUR)).toEqual([7, "unavailable"]);
  expect(await get(HOUR + MINUTE - 1)).toEqual([7, "unavailable"]);
  expect(fetched()).toBe(2);
  expect(await get(24 * HOUR)).toEqual([7, "unavailable"]);
  expect(await get(24 * HOUR + MINUTE)).toEqual([undefined, "unavailable"]);
});

test("trap 25 createDocumentCache() replaces no value by an answer that has none", async () => {
  const { get } = start(7, 0, 9);
  await get(0);
  expect(await get(HOUR)).toEqual([7, "unavailable"]);
  expect(await get(HOUR + MINUTE)).toEqual([9, "ok"]);
});

test("trap 27 createDocumentCache() tries again after 5 s where it has nothing", async () => {
  const { get, fetched } = start(DOWN, GONE, 7);
  expect(await get(0)).toEqual([undefined, "unavailable"]);
  expect(await get(5 * SECOND - 1)).toEqual([undefined, "unavailable"]);
  expect(fetched()).toBe(1);
  expect(await get(5 * SECOND)).toEqual([undefined, "gone"]);
  expect(await get(10 * SECOND)).toEqual([7, "ok"]);
});

test("createDocumentCache() goes on when the clock is set back", async () => {
  const { get, fetched } = start(DOWN, 7);
  await get(10 * HOUR);
  expect(await get(0)).toEqual([7, "ok"]);
  expect(fetched()).toBe(2);
});

const URL = "https://keys.example/";
const UNAVAILABLE = { ok: false, why: "unavailable" };

const fetchWith = (fetch: KeysPort["fetch"], timer = noTimer) =>
  fetchDocument(URL, { port: { fetch }, timer });

const of = (status: number, length: number) =>
  fetchWith(() => ({ status, bytes: new Uint8Array(length) }));

test("fetchDocument() gives what the service answers", async () => {
  expect(await of(200, 65_536)).toMatchObject({ ok: true });
});

test("trap 24 fetchDocument() follows no redirect, and takes no more than 64 KiB", async () => {
  for (const status of [301, 302, 307, 308, 204, 206])
    expect(await of(status, 1)).toEqual(UNAVAILABLE);
  expect(await of(200, 65_537)).toEqual(UNAVAILABLE);
});

test("trap 27 fetchDocument() tells what is gone from what nobody knows", async () => {
  for (const status of [403, 404, 410])
    expect(await of(status, 1)).toEqual({ ok: false, why: "gone" });
  for (const status of [0, 400, 401, 429, 500, 503])
    expect(await of(status, 1)).toEqual(UNAVAILABLE);
});

test("trap 27 fetchDocument() survives a port that throws, rejects or answers nonsense", async () => {
  const ports: readonly KeysPort["fetch"][] = [
    () => {
      throw new Error("no");
    },
    () => Promise.reject(new Error("no")),
    () => undefined as unknown as KeysAnswer,
    () => ({ status: 200 }) as KeysAnswer,
  ];
  for (const port of ports) expect(await fetchWith(port)).toEqual(UNAVAILABLE);
});

test("trap 24 fetchDocument() gives up after 3 s, and aborts the request", async () => {
  const timers: [number, () => void][] = [];
  let signal: AbortSignal | undefined;
  const fetched = fetchWith(
    (_url, options) => {
      signal = options.signal;
      return new Promise(() => undefined);
    },
    (task, milliseconds) => {
      timers.push([milliseconds, task]);
      return () => undefined;
    },
  );
  expect(timers.map(([milliseconds]) => milliseconds)).toEqual([3_000]);
  expect(signal?.aborted).toBe(false);
  timers[0]?.[1]();
  expect(await fetched).toEqual(UNAVAILABLE);
  expect(signal?.aborted).toBe(true);
});

test("fetchDocument() stops its timer when the answer is there", async () => {
  let stopped = 0;
  await fetchWith(
    () => ({ status: 200, bytes: new Uint8Array() }),
    () => () => {
      stopped += 1;
    },
  );
  expect(stopped).toBe(1);
});
