import { expect, test } from "vitest";
import { createWebKeys } from "./web-keys.ts";

const URL = "https://keys.example/";
const { signal } = new AbortController();

function keysOf(response: Response) {
  const calls: unknown[] = [];
  const keys = createWebKeys((async (...args: unknown[]) => {
    calls.push(args);
    return response;
  }) as never);
  return { keys, calls };
}

test("createWebKeys() returns status and bytes", async () => {
  const { keys } = keysOf(new Response("hello", { status: 404 }));
  const { status, bytes } = await keys.fetch(URL, { signal });
  expect([status, Buffer.from(bytes).toString()]).toEqual([404, "hello"]);
  const empty = await keysOf(new Response(null)).keys.fetch(URL, { signal });
  expect(empty.bytes).toHaveLength(0);
});

test("createWebKeys() follows no redirect and sends no credentials", async () => {
  const { keys, calls } = keysOf(new Response(""));
  await keys.fetch(URL, { signal });
  expect(calls).toEqual([[URL, { signal, redirect: "error", credentials: "omit" }]]);
});

test("createWebKeys() stops reading an answer without end", async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16_384));
    },
  });
  const { bytes } = await keysOf(new Response(endless)).keys.fetch(URL, { signal });
  expect(bytes.length).toBeGreaterThan(65_536);
  expect(pulled).toBeLessThan(10);
});

test("createWebKeys() accepts the fetch of the runtime", () => {
  expect(createWebKeys(globalThis.fetch).fetch).toBeTypeOf("function");
});
