// Bodies of real Request objects, read within limits.
import type { BodyLimits } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { type BodyReader, drainBody, readBody } from "./read-body.ts";

const LIMITS: BodyLimits = { maxBytes: 10, timeoutMs: 2_000 };

/** A stream of bytes as a runtime hands it over; `undefined` in the list is the client's silence. */
function open(chunks: readonly (string | undefined | Error)[]): {
  reader: BodyReader;
  left: () => number;
  isCancelled: () => boolean;
} {
  const rest = [...chunks];
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (rest.length === 0) return controller.close();
        const chunk = rest.shift();
        if (chunk === undefined) return new Promise(() => undefined);
        if (chunk instanceof Error) throw chunk;
        controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://test/", {
    method: "POST",
    body,
    duplex: "half",
  } as RequestInit);
  const reader = (request.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  return { reader, left: () => rest.length, isCancelled: () => cancelled };
}

async function textOf(chunks: readonly string[]): Promise<string> {
  const read = await readBody(open(chunks).reader, LIMITS);
  return read.kind === "bytes" ? new TextDecoder().decode(read.bytes) : read.kind;
}

test("readBody() gives the bytes of a body, of one chunk or many or none", async () => {
  expect(await textOf(["abc"])).toBe("abc");
  expect(await textOf(["a", "bé", "c"])).toBe("abéc");
  expect(await textOf([])).toBe("");
});

test("readBody() takes a body of exactly the limit and refuses one byte more", async () => {
  expect(await textOf(["01234", "56789"])).toBe("0123456789");
  expect(await textOf(["01234", "56789a"])).toBe("too-large");
});

test("readBody() stops reading at the limit", async () => {
  const { reader, left } = open(["01234", "56789a", "b", "c"]);
  expect(await readBody(reader, LIMITS)).toEqual({ kind: "too-large" });
  expect(left()).toBe(2);
});

test("readBody() gives up on a body that does not arrive in time", async () => {
  const { reader } = open(["abc", undefined]);
  expect(await readBody(reader, { ...LIMITS, timeoutMs: 20 })).toEqual({ kind: "timeout" });
});

test("readBody() sees that the client has gone", async () => {
  const { reader } = open(["abc", new Error("reset")]);
  expect(await readBody(reader, LIMITS)).toEqual({ kind: "gone" });
});

test("readBody() frees the stream that it has read to the end", async () => {
  const { reader } = open(["abc"]);
  await readBody(reader, LIMITS);
  await expect(reader.read()).rejects.toThrow(TypeError);
});

test("drainBody() throws the rest away", async () => {
  const { reader, left } = open(Array(100).fill("a".repeat(1_000)));
  await drainBody(reader);
  expect(left()).toBe(0);
});

test("drainBody() stops at 32 MiB and tells the runtime", async () => {
  const megabyte = "a".repeat(1024 * 1024);
  const { reader, left, isCancelled } = open(Array(40).fill(megabyte));
  await drainBody(reader);
  expect(left()).toBe(7);
  expect(isCancelled()).toBe(true);
});

test("drainBody() does not reject when the client has gone", async () => {
  await drainBody(open(["abc", new Error("reset")]).reader);
});
