import { expect, test } from "vitest";
import type { ContentCoding, Decompressor, DecompressResult } from "../../model/ports.ts";
import { decompressBody, readCoding } from "./decompress-body.ts";

const BYTES = Uint8Array.of(1, 2);
const limits = { maxBytes: 10, timeoutMs: 1_000 };

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
])("readCoding() of %j is %j", (header, coding) => {
  expect(readCoding(header === undefined ? {} : { "content-encoding": header })).toBe(coding);
});

test.each(["gzip", "x-gzip"])(
  "decompressBody() hands %s to the port, with the limit",
  async (coding) => {
    const { decompressor, calls } = createPort(WORKS);
    expect(await decompressBody(BYTES, { coding, limits, decompressor })).toEqual(WORKS);
    expect(calls).toEqual([[BYTES, { coding: "gzip", maxBytes: 10 }]]);
  },
);

test.each(["deflate", "zstd", "gzip, gzip", "gzip, br"])(
  "decompressBody() refuses %s with 415, and says what is taken",
  async (coding) => {
    const { decompressor, calls } = createPort(WORKS);
    expect(await decompressBody(BYTES, { coding, limits, decompressor })).toMatchObject({
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
  expect(await decompressBody(BYTES, { coding: "gzip", limits, decompressor })).toMatchObject({
    refusal: { status: 415, message: "Compressed bodies are not taken here." },
    answer: { headers: { "accept-encoding": "identity" } },
  });
});

test("decompressBody() refuses what is too large with 413, and what is not compressed with 400", async () => {
  const refuse = (reason: "too-large" | "malformed") => {
    const { decompressor } = createPort({ ok: false, reason });
    return decompressBody(BYTES, { coding: "gzip", limits, decompressor });
  };
  expect(await refuse("too-large")).toMatchObject({
    refusal: { status: 413, message: "The body is larger than 10 bytes." },
  });
  expect(await refuse("malformed")).toMatchObject({
    refusal: { status: 400, code: "invalid_encoding" },
  });
});
