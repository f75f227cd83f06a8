import { expect, test } from "vitest";
import type { ContentCoding, Decompressor, DecompressResult } from "../base/ports.ts";
import { readCoding } from "./decode-body.ts";
import { createBodyMemory, decompressBody, type MemoryHolder } from "./decompress-body.ts";

const BYTES = Uint8Array.of(1, 2);
const limits = { maxBytes: 10, timeoutMs: 1_000 };

/** What a request has of its own. */
function rest() {
  const memory = createBodyMemory();
  const holder = { heldBytes: 0 };
  return { limits, take: (bytes: number) => memory.take(bytes, holder) };
}

function createPort(result: DecompressResult, codings: readonly ContentCoding[] = ["gzip", "br"]) {
  const calls: unknown[] = [];
  const decompressor: Decompressor = {
    codings,
    decompress: async (bytes, options) => {
      calls.push([bytes, options]);
      return result;
    },
  };
  return { decompressor, calls };
}

const WORKS = { ok: true, bytes: Uint8Array.of(3) } as const;

test.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  [" Identity ", undefined],
  ["GZIP", "gzip"],
  ["deflate, gzip", "deflate, gzip"],
  ["gzip, identity", "gzip"],
  [" , ", undefined],
  ["UTF-8", undefined],
  ["utf8", undefined],
  ["us-ascii", undefined],
  ["none", undefined],
  ["8bit", undefined],
  ["iso-8859-1, GZIP", "gzip"],
  ["utf-8-gzip", "utf-8-gzip"],
  ['"utf-8"', undefined],
  ["charset=utf-8", undefined],
  ["utf8;q=1", undefined],
  ["Shift_JIS", undefined],
  ["utf-16", undefined],
  ["application/json", undefined],
  ["chunked", undefined],
  ["null", undefined],
  ['"gzip"; q=1.0', "gzip"],
  ["base64", "base64"],
  ["aws-chunked", "aws-chunked"],
])("readCoding() of %j is %j", (header, coding) => {
  expect(readCoding(header === undefined ? {} : { "content-encoding": header })).toBe(coding);
});

test.each(["gzip", "x-gzip"])(
  "decompressBody() hands %s to the port, with the limit",
  async (coding) => {
    const { decompressor, calls } = createPort(WORKS);
    expect(await decompressBody(BYTES, { coding, decompressor, ...rest() })).toEqual(WORKS);
    const options = { coding: "gzip", maxBytes: 10, take: expect.any(Function) };
    expect(calls).toEqual([[BYTES, options]]);
  },
);

test.each(["deflate", "zstd", "gzip, gzip", "gzip, br"])(
  "decompressBody() refuses %s with 415, and says what is taken",
  async (coding) => {
    const { decompressor, calls } = createPort(WORKS);
    expect(await decompressBody(BYTES, { coding, decompressor, ...rest() })).toMatchObject({
      refusal: {
        status: 415,
        message: "Of compressed bodies, gzip, br is taken here, and one coding at a time.",
      },
      answer: { headers: { "accept-encoding": "gzip, br" } },
    });
    expect(calls).toEqual([]);
  },
);

test("decompressBody() refuses all where the runtime takes none", async () => {
  const { decompressor } = createPort(WORKS, []);
  expect(await decompressBody(BYTES, { coding: "gzip", decompressor, ...rest() })).toMatchObject({
    refusal: { status: 415, message: "Compressed bodies are not taken here." },
    answer: { headers: { "accept-encoding": "identity" } },
  });
});

test("decompressBody() refuses what is too large with 413, and what is not compressed with 400", async () => {
  const refuse = (reason: "too-large" | "malformed") => {
    const { decompressor } = createPort({ ok: false, reason });
    return decompressBody(BYTES, { coding: "gzip", decompressor, ...rest() });
  };
  expect(await refuse("too-large")).toMatchObject({
    refusal: { status: 413, message: "The body is larger than 10 bytes." },
  });
  expect(await refuse("malformed")).toMatchObject({
    refusal: { status: 400, code: "invalid_encoding" },
  });
});

const BUSY = { refusal: { status: 503, code: "bodies_overloaded" } };

test("decompressBody() counts what has come out in all requests, until they are answered", async () => {
  const memory = createBodyMemory(5);
  const decompressor: Decompressor = {
    codings: ["gzip"],
    // Asks for half of what comes out.
    decompress: async (_bytes, { take }) =>
      take?.(1) ? { ok: true, bytes: new Uint8Array(2) } : { ok: false, reason: "overloaded" },
  };
  const decompress = (holder: { heldBytes: number }) => {
    const take = (bytes: number) => memory.take(bytes, holder);
    return decompressBody(BYTES, { coding: "gzip", decompressor, limits, take });
  };
  const holders = Array.from({ length: 4 }, () => ({ heldBytes: 0 }));
  const [first, second, third, fourth] = holders as [
    MemoryHolder,
    MemoryHolder,
    MemoryHolder,
    MemoryHolder,
  ];
  expect(await decompress(first)).toHaveProperty("bytes");
  expect(await decompress(second)).toHaveProperty("bytes");
  expect(await decompress(third)).toMatchObject(BUSY);
  expect(await decompress(fourth)).toMatchObject(BUSY);
  expect(holders.map(({ heldBytes }) => heldBytes)).toEqual([2, 2, 1, 0]);
  for (const holder of holders) memory.release(holder);
  expect(await decompress(fourth)).toHaveProperty("bytes");
});

test("createBodyMemory() has 64 MiB by default", () => {
  const memory = createBodyMemory();
  const holder = { heldBytes: 0 };
  expect(memory.take(64 * 1024 * 1024, holder)).toBe(true);
  expect(memory.take(1, holder)).toBe(false);
});
