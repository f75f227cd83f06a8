import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createNodeDecompressor } from "./create-node-decompressor.ts";

const node = createNodeDecompressor();
const text = '{"a":1}'.repeat(3_000);

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
] as const)(
  "createNodeDecompressor() decompresses %s up to its limit",
  async (coding, compress) => {
    expect(node.codings).toContain(coding);
    const result = await node.decompress(compress(text), { coding, maxBytes: text.length });
    expect(result.ok && Buffer.from(result.bytes).toString()).toBe(text);
    const less = { coding, maxBytes: text.length - 1 };
    expect(await node.decompress(compress(text), less)).toEqual({ ok: false, reason: "too-large" });
  },
);

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
] as const)(
  "createNodeDecompressor() stops a bomb of %s at the limit",
  async (coding, compress) => {
    const bomb = compress(Buffer.alloc(8 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(10_000);
    expect(await node.decompress(bomb, { coding, maxBytes: 100_000 })).toEqual({
      ok: false,
      reason: "too-large",
    });
  },
);

test("createNodeDecompressor() asks for what has come out, and stops where there is no room", async () => {
  const zipped = gzipSync(Buffer.alloc(200_000));
  const asked: number[] = [];
  const take = (bytes: number) => asked.push(bytes) < 3;
  expect(await node.decompress(zipped, { coding: "gzip", maxBytes: 200_000, take })).toEqual({
    ok: false,
    reason: "overloaded",
  });
  expect(asked).toHaveLength(3);
  const all: number[] = [];
  await node.decompress(zipped, {
    coding: "gzip",
    maxBytes: 200_000,
    take: (bytes) => all.push(bytes) > 0,
  });
  expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBe(200_000);
});

test("createNodeDecompressor() refuses what is not compressed, or ends early", async () => {
  for (const bytes of [Buffer.from("{}"), gzipSync(text).subarray(0, 50)]) {
    expect(await node.decompress(bytes, { coding: "gzip", maxBytes: 100_000 })).toEqual({
      ok: false,
      reason: "malformed",
    });
  }
});
