import { expect, test } from "vitest";
import { noTimer } from "../../../../core/test/auth/key-services.ts";
import type { KeysAnswer, KeysPort } from "../../model.ts";
import { createDocumentCache, type FetchResult, fetchDocument } from "./document-cache.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const GONE: FetchResult = { ok: false, why: "gone" };
const DOWN: FetchResult = { ok: false, why: "unavailable" };

/** A service whose document is one byte; 0 means that there is no value. */
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

test("createDocumentCache() fetches on first use, and then once an hour", async () => {
  const { get, fetched } = start(7);
  expect(fetched()).toBe(0);
  expect(await get(0)).toEqual([7, "ok"]);
  expect(await get(HOUR - 1)).toEqual([7, "ok"]);
  expect(fetched()).toBe(1);
  await get(HOUR);
  expect(fetched()).toBe(2);
});

test("createDocumentCache() shares one fetch among concurrent requests", async () => {
  const { get, fetched } = start(7);
  expect(await Promise.all([get(0), get(1), get(2)])).toEqual(Array(3).fill([7, "ok"]));
  expect(fetched()).toBe(1);
});

test("createDocumentCache() fetches at most once a minute for a value that is not accepted", async () => {
  const { get, fetched } = start(7, 7, 8);
  const wants8 = (value: number) => value === 8;
  for (const now of [0, 1, MINUTE - 1]) expect(await get(now, wants8)).toEqual([7, "ok"]);
  expect(fetched()).toBe(1);
  expect(await get(MINUTE, wants8)).toEqual([7, "ok"]);
  expect(await get(2 * MINUTE, wants8)).toEqual([8, "ok"]);
  expect(fetched()).toBe(3);
});

test("createDocumentCache() keeps a stale value while fetching fails, for a day", async () => {
  const { get, fetched } = start(7, DOWN);
  await get(0);
  expect(await get(HOUR)).toEqual([7, "unavailable"]);
  expect(await get(HOUR + MINUTE - 1)).toEqual([7, "unavailable"]);
  expect(fetched()).toBe(2);
  expect(await get(24 * HOUR)).toEqual([7, "unavailable"]);
  expect(await get(24 * HOUR + MINUTE)).toEqual([undefined, "unavailable"]);
});

test("createDocumentCache() keeps its value if an answer has none", async () => {
  const { get } = start(7, 0, 9);
  await get(0);
  expect(await get(HOUR)).toEqual([7, "unavailable"]);
  expect(await get(HOUR + MINUTE)).toEqual([9, "ok"]);
});

test("createDocumentCache() retries after 5 s if it has no value", async () => {
  const { get, fetched } = start(DOWN, GONE, 7);
  expect(await get(0)).toEqual([undefined, "unavailable"]);
  expect(await get(5 * SECOND - 1)).toEqual([undefined, "unavailable"]);
  expect(fetched()).toBe(1);
  expect(await get(5 * SECOND)).toEqual([undefined, "gone"]);
  expect(await get(10 * SECOND)).toEqual([7, "ok"]);
});

test("createDocumentCache() keeps fetching after the clock is set back", async () => {
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

test("fetchDocument() returns the answer of the service", async () => {
  expect(await of(200, 65_536)).toMatchObject({ ok: true });
});

test("fetchDocument() follows no redirect, and takes no more than 64 KiB", async () => {
  for (const status of [301, 302, 307, 308, 204, 206])
    expect(await of(status, 1)).toEqual(UNAVAILABLE);
  expect(await of(200, 65_537)).toEqual(UNAVAILABLE);
});

test("fetchDocument() distinguishes a missing document from an unavailable service", async () => {
  for (const status of [403, 404, 410])
    expect(await of(status, 1)).toEqual({ ok: false, why: "gone" });
  for (const status of [0, 400, 401, 429, 500, 503])
    expect(await of(status, 1)).toEqual(UNAVAILABLE);
});

test("fetchDocument() never rejects, whatever the port does", async () => {
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

test("fetchDocument() gives up after 3 s, and aborts the request", async () => {
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

test("fetchDocument() stops its timer when the answer arrives", async () => {
  let stopped = 0;
  await fetchWith(
    () => ({ status: 200, bytes: new Uint8Array() }),
    () => () => {
      stopped += 1;
    },
  );
  expect(stopped).toBe(1);
});
