// Bodies of real Request objects, read within limits.
import type { BodyLimits } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { createFetchBody, type FetchBody } from "./read-body.ts";

const LIMITS: BodyLimits = { maxBytes: 10, timeoutMs: 2_000 };

/** A stream of bytes as a runtime hands it over; `undefined` in the list is the client's silence. */
function open(chunks: readonly (string | undefined | Error)[]): {
  body: FetchBody;
  reader: ReadableStreamDefaultReader;
  left: () => number;
} {
  const rest = [...chunks];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (rest.length === 0) return controller.close();
        const chunk = rest.shift();
        if (chunk === undefined) return new Promise(() => undefined);
        if (chunk instanceof Error) throw chunk;
        controller.enqueue(new TextEncoder().encode(chunk));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://test/", {
    method: "POST",
    body: stream,
    duplex: "half",
  } as RequestInit);
  const reader = (request.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  return {
    body: createFetchBody(reader),
    reader,
    left: () => rest.length,
  };
}

async function textOf(chunks: readonly string[]): Promise<string> {
  const read = await open(chunks).body.read(LIMITS);
  return read.kind === "bytes" ? new TextDecoder().decode(read.bytes) : read.kind;
}

test("FetchBody.read() returns the bytes of a body of no chunk, one chunk or many", async () => {
  expect(await textOf(["abc"])).toBe("abc");
  expect(await textOf(["a", "bé", "c"])).toBe("abéc");
  expect(await textOf([])).toBe("");
});

test("FetchBody.read() accepts a body of exactly the limit and refuses one byte more", async () => {
  expect(await textOf(["01234", "56789"])).toBe("0123456789");
  expect(await textOf(["01234", "56789a"])).toBe("too-large");
});

test("FetchBody.read() stops reading at the limit", async () => {
  const { body, left } = open(["01234", "56789a", "b", "c"]);
  expect(await body.read(LIMITS)).toEqual({ kind: "too-large" });
  expect(left()).toBe(2);
});

test("FetchBody.read() gives up on a body that does not arrive in time", async () => {
  const { body } = open(["abc", undefined]);
  expect(await body.read({ ...LIMITS, timeoutMs: 20 })).toEqual({ kind: "timeout" });
});

test("FetchBody.read() sees that the client has disconnected", async () => {
  const { body } = open(["abc", new Error("reset")]);
  expect(await body.read(LIMITS)).toEqual({ kind: "gone" });
});

test("FetchBody.read() frees the stream that it has read to the end", async () => {
  const { body, reader } = open(["abc"]);
  await body.read(LIMITS);
  await expect(reader.read()).rejects.toThrow(TypeError);
});

test("FetchBody.discard() throws the rest away", async () => {
  const { body, left } = open(Array(100).fill("a".repeat(1_000)));
  await body.discard();
  expect(left()).toBe(0);
});

test("FetchBody.discard() reads at most 32 MiB", async () => {
  const megabyte = "a".repeat(1024 * 1024);
  const { body, left } = open(Array(40).fill(megabyte));
  await body.discard();
  expect(left()).toBe(7);
});

test("FetchBody.discard() does not reject when the client has disconnected", async () => {
  const discarded = open(["abc", new Error("reset")]).body.discard();
  await expect(discarded).resolves.toBe(undefined);
});

test("FetchBody.discard() continues if a read was pending when the body was refused", async () => {
  let send = (_text: string): void => undefined;
  let close = (): void => undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
      close = () => controller.close();
    },
  });
  const body = createFetchBody(stream.getReader());
  expect(await body.read({ maxBytes: 10, timeoutMs: 5 })).toEqual({ kind: "timeout" });
  let isOver = false;
  const discarded = body.discard().then(() => {
    isOver = true;
  });
  send("abc");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isOver).toBe(false);
  close();
  await discarded;
});

test("FetchBody.discard() ends if the stream broke while nobody listened", async () => {
  let fail = (): void => undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      fail = () => controller.error(new Error("reset"));
    },
  });
  const body = createFetchBody(stream.getReader());
  expect(await body.read({ maxBytes: 10, timeoutMs: 5 })).toEqual({ kind: "timeout" });
  fail();
  await body.discard();
});

test("FetchBody.discard() ends if the stream ended while nobody listened", async () => {
  let close = (): void => undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      close = () => controller.close();
    },
  });
  const body = createFetchBody(stream.getReader());
  expect(await body.read({ maxBytes: 10, timeoutMs: 5 })).toEqual({ kind: "timeout" });
  close();
  await body.discard();
});

test("FetchBody.read() lets its timer fire though chunks are always there", async () => {
  const chunk = new Uint8Array(1);
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(chunk),
  });
  const body = createFetchBody(stream.getReader());
  const read = await body.read({ maxBytes: Number.MAX_SAFE_INTEGER, timeoutMs: 1 });
  expect(read).toEqual({ kind: "timeout" });
});
