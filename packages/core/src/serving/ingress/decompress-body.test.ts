import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ContentCoding, Decompressor, DecompressResult } from "../../model/ports.ts";
import { readCoding } from "./decode-body.ts";
import {
  createWebDecompressor,
  type DecompressionStreamClass,
  decompressBody,
} from "./decompress-body.ts";
import { createBodyMemory, type MemoryHolder } from "./read-body.ts";

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
  ["GZIP", "gzip"],
  ["deflate, gzip", "deflate, gzip"],
  ["gzip, identity", "gzip"],
  [" , ", undefined],
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

test.each(["deflate", "zstd"])(
  "decompressBody() refuses %s with 415, and says what is taken",
  async (coding) => {
    const { decompressor, calls } = createPort(WORKS);
    expect(await decompressBody(BYTES, { coding, decompressor, ...rest() })).toMatchObject({
      refusal: {
        status: 415,
        message: "Compressed bodies are accepted in gzip, br, with one coding at a time.",
      },
      answer: { headers: { "accept-encoding": "gzip, br" } },
    });
    expect(calls).toEqual([]);
  },
);

test("decompressBody() refuses every coding if the runtime supports none", async () => {
  const { decompressor } = createPort(WORKS, []);
  expect(await decompressBody(BYTES, { coding: "gzip", decompressor, ...rest() })).toMatchObject({
    refusal: { status: 415, message: "Compressed bodies are not accepted here." },
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

const Stream = globalThis.DecompressionStream as unknown as DecompressionStreamClass;
const web = createWebDecompressor(() => Stream);

const text = '{"a":1}'.repeat(3_000);
const MALFORMED: DecompressResult = { ok: false, reason: "malformed" };

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
] as const)("createWebDecompressor() decompresses %s up to its limit", async (coding, compress) => {
  const options = { coding, maxBytes: text.length };
  const result = await web.decompress(compress(text), options);
  expect(result.ok && Buffer.from(result.bytes).toString()).toBe(text);
  const less = { coding, maxBytes: text.length - 1 };
  expect(await web.decompress(compress(text), less)).toEqual({ ok: false, reason: "too-large" });
});

test("createWebDecompressor() reads input in several pieces", async () => {
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * at * 7 + at) % 251));
  const result = await web.decompress(gzipSync(noise, { level: 0 }), {
    coding: "gzip",
    maxBytes: 40_000,
  });
  expect(result.ok && Buffer.compare(noise, result.bytes)).toBe(0);
});

test("createWebDecompressor() stops a bomb at the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(5_000);
  expect(await web.decompress(bomb, { coding: "gzip", maxBytes: 100_000 })).toEqual({
    ok: false,
    reason: "too-large",
  });
});

test("createWebDecompressor() reads nothing, and feeds nothing, beyond the limit", async () => {
  const calls: string[] = [];
  class Endless {
    readonly writable = {
      getWriter: () => ({
        write: async (bytes: Uint8Array) => void calls.push(`write ${bytes.length}`),
        close: async () => undefined,
        abort: async () => void calls.push("abort"),
      }),
    };
    readonly readable = {
      getReader: () => ({
        read: async () => {
          calls.push("read");
          return { done: false as const, value: new Uint8Array(40) };
        },
        cancel: async () => Promise.reject(new Error(`${calls.push("cancel")}`)),
      }),
    };
  }
  const port = createWebDecompressor(() => Endless);
  expect(await port.decompress(new Uint8Array(4_096), { coding: "gzip", maxBytes: 100 })).toEqual({
    ok: false,
    reason: "too-large",
  });
  expect(calls).toEqual(["write 4096", "read", "read", "read", "abort", "cancel"]);
});

test("createWebDecompressor() charges its output, and stops if there is no room", async () => {
  const zipped = gzipSync(Buffer.alloc(200_000));
  const asked: number[] = [];
  const take = (bytes: number) => asked.push(bytes) < 2;
  expect(await web.decompress(zipped, { coding: "gzip", maxBytes: 200_000, take })).toEqual({
    ok: false,
    reason: "overloaded",
  });
  expect(asked).toHaveLength(2);
  const all: number[] = [];
  await web.decompress(zipped, {
    coding: "gzip",
    maxBytes: 200_000,
    take: (bytes) => all.push(bytes) > 0,
  });
  expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBe(200_000);
});

test("createWebDecompressor() refuses what is not compressed, or ends early", async () => {
  const options = { coding: "gzip", maxBytes: 1_000_000 } as const;
  expect(await web.decompress(Buffer.from("{}"), options)).toEqual(MALFORMED);
  expect(await web.decompress(gzipSync(text).subarray(0, 50), options)).toEqual(MALFORMED);
  expect(await web.decompress(deflateSync(text), options)).toEqual(MALFORMED);
});

test("createWebDecompressor() supports no br, and nothing if the runtime has no such class", async () => {
  expect(web.codings).toEqual(["gzip", "deflate"]);
  const br = { coding: "br", maxBytes: 1_000_000 } as const;
  expect(await web.decompress(brotliCompressSync(text), br)).toEqual(MALFORMED);
  const none = createWebDecompressor(() => undefined);
  expect(none.codings).toEqual([]);
  const gzip = { coding: "gzip", maxBytes: 1_000_000 } as const;
  expect(await none.decompress(gzipSync(text), gzip)).toEqual(MALFORMED);
});
