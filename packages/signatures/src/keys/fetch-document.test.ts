import { expect, test } from "vitest";
import { noTimer } from "../../../core/test/auth/key-services.ts";
import type { KeysAnswer, KeysPort } from "../model.ts";
import { fetchDocument } from "./document-cache.ts";

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
