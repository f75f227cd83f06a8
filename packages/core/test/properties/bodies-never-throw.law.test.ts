// Laws: whatever bytes come with whatever headers, decoding ends in a payload or a refusal; what encoders write is read.
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import type { BodyFormat } from "../../../signatures/src/model.ts";
import { type DecodeOptions, decodeBody } from "../../src/serving/ingress/decode-body.ts";
import { createWebDecompressor } from "../../src/serving/ingress/decompress-body.ts";
import { jsonValues } from "./arbitraries.ts";

const Stream = globalThis.DecompressionStream as never;
const decompressor = createWebDecompressor(() => Stream);
const MAX_BYTES = 4_096;

function decode(
  bytes: Uint8Array,
  { headers, formats = ["json"] }: Partial<Pick<DecodeOptions, "headers" | "formats">>,
) {
  const limits = { maxBytes: MAX_BYTES, timeoutMs: 1_000 };
  return decodeBody(
    { kind: "bytes", bytes },
    {
      headers: headers ?? {},
      formats,
      limits,
      decompressor,
      take: () => true,
    },
  );
}

/** One, as a mapping says it, or several, as a vendor sends them. */
const someFormats = fc.uniqueArray(
  fc.constantFrom<BodyFormat>("json", "form", "multipart", "text", "ndjson"),
  { minLength: 1 },
);
const types = fc.oneof(
  fc.constantFrom(
    "",
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/xml",
    "text/plain; charset=utf-16",
    "application/json; charset=iso-8859-1",
  ),
  fc.string(),
);
const codings = fc.constantFrom("", "identity", "gzip", "deflate", "br", "gzip, gzip", "x-gzip");
const texts = fc.string({ unit: "binary" });
const pieces = fc.constantFrom(
  "--x",
  "--x--",
  "\r\n",
  "\r\n\r\n",
  "&",
  "=",
  "%",
  "payload=",
  "{",
  "}",
);
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(fc.oneof(pieces, texts), { maxLength: 12 }).map((list) => Buffer.from(list.join(""))),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => gzipSync(bytes)),
  fc.nat(200_000).map((length) => gzipSync(Buffer.alloc(length, "a=1&"))),
);

test("decodeBody() ends in a payload or a refusal, whatever comes", async () => {
  await fc.assert(
    fc.asyncProperty(bodies, types, codings, someFormats, async (bytes, type, coding, formats) => {
      const headers = { "content-type": type, "content-encoding": coding };
      const result = await decode(bytes, { headers, formats });
      if (!result.ok) {
        expect([400, 413, 415]).toContain(result.gate.refusal.status);
        expect(result.gate.answer.body).not.toContain("Error");
      } else if (!formats.includes("json")) {
        expect(typeof result.payload).toBe("object");
        // Each byte of a text is at most six of its JSON, and each field has a name.
        expect(JSON.stringify(result.payload).length).toBeLessThan(12 * MAX_BYTES);
      }
    }),
    { numRuns: runs(400) },
  );
});

test("decodeBody() returns the same for a body and for its compressed bytes", async () => {
  await fc.assert(
    fc.asyncProperty(jsonValues, fc.boolean(), async (value, isGzip) => {
      const bytes = Buffer.from(JSON.stringify(value));
      fc.pre(bytes.length <= MAX_BYTES);
      const sent = isGzip ? gzipSync(bytes) : deflateSync(bytes);
      const headers = { "content-encoding": isGzip ? "gzip" : "deflate" };
      expect(await decode(sent, { headers })).toEqual(await decode(bytes, {}));
    }),
    { numRuns: runs(200) },
  );
});

const NAMES = fc.stringMatching(/^[a-z_]{1,8}$/).filter((name) => name !== "payload");
const fields = fc.array(fc.tuple(NAMES, fc.string({ unit: "grapheme" })), { maxLength: 6 });

/** Written in another way than by what is tested. */
function byName(pairs: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const payload: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const known = payload[name];
    if (known === undefined) payload[name] = value;
    else payload[name] = [...[known].flat(), value];
  }
  return { ...payload };
}

test("decodeBody() reads the forms that URLSearchParams writes", async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (pairs) => {
      const body = new URLSearchParams(pairs).toString();
      fc.pre(body.length <= MAX_BYTES);
      const result = await decode(Buffer.from(body), { formats: ["form"] });
      expect(result).toEqual({ ok: true, payload: byName(pairs) });
    }),
    { numRuns: runs(200) },
  );
});

test("decodeBody() reads the forms with files that FormData writes", async () => {
  const files = fc.record({ name: NAMES, bytes: fc.uint8Array({ maxLength: 50 }) });
  await fc.assert(
    fc.asyncProperty(fields, fc.option(files), async (pairs, file) => {
      const form = new FormData();
      for (const [name, value] of pairs) form.append(name, value);
      if (file !== null) {
        form.append("file:", new File([new Uint8Array(file.bytes)], `${file.name}.bin`));
      }
      const request = new Response(form);
      const headers = { "content-type": request.headers.get("content-type") ?? "" };
      const bytes = new Uint8Array(await request.arrayBuffer());
      const result = await decode(bytes, { headers, formats: ["multipart"] });
      // A form in this encoding has no other line ends than CRLF (HTML, "constructing the entry list").
      const written = pairs.map(
        ([name, value]) => [name, value.replaceAll(/\r?\n|\r/g, "\r\n")] as const,
      );
      const type = "application/octet-stream";
      const sent = file && { filename: `${file.name}.bin`, type, size: file.bytes.length };
      expect(result).toEqual({
        ok: true,
        payload: { ...byName(written), ...(sent && { "file:": sent }) },
        ...(sent?.size && { warning: expect.stringContaining("was dropped") }),
      });
    }),
    { numRuns: runs(200) },
  );
});
