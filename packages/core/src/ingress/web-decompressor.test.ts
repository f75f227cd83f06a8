import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { DecompressResult } from "../base/ports.ts";
import { createWebDecompressor, type DecompressionStreamClass } from "./decompress-body.ts";

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

test("createWebDecompressor() takes several pieces of what was sent", async () => {
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * at * 7 + at) % 251));
  const result = await web.decompress(gzipSync(noise, { level: 0 }), {
    coding: "gzip",
    maxBytes: 40_000,
  });
  expect(result.ok && Buffer.compare(noise, result.bytes)).toBe(0);
});

test("trap 2 createWebDecompressor() stops a bomb at the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(5_000);
  expect(await web.decompress(bomb, { coding: "gzip", maxBytes: 100_000 })).toEqual({
    ok: false,
    reason: "too-large",
  });
});

test("trap 2 createWebDecompressor() reads nothing, and feeds nothing, beyond the limit", async () => {
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

test("createWebDecompressor() asks for what has come out, and stops where there is no room", async () => {
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

test("createWebDecompressor() takes no br, and nothing where the runtime has no such class", async () => {
  expect(web.codings).toEqual(["gzip", "deflate"]);
  const br = { coding: "br", maxBytes: 1_000_000 } as const;
  expect(await web.decompress(brotliCompressSync(text), br)).toEqual(MALFORMED);
  const none = createWebDecompressor(() => undefined);
  expect(none.codings).toEqual([]);
  const gzip = { coding: "gzip", maxBytes: 1_000_000 } as const;
  expect(await none.decompress(gzipSync(text), gzip)).toEqual(MALFORMED);
});
