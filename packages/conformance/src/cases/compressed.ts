// Compressed bodies: accepted codings, their limits, and the refusals.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Case, CaseExpectation } from "../case.ts";

const JSON_BODY = '{"a":"é"}';

function sent(coding: string, body: string | Uint8Array, chunked?: number): Case["request"] {
  const headers = [["Content-Encoding", coding]] as const;
  return { target: "/hooks/whole", headers, body, ...(chunked !== undefined && { chunked }) };
}

const accepted: CaseExpectation = { status: 202, actions: [{ parts: [{ text: JSON_BODY }] }] };

function refused(message: string): CaseExpectation {
  return {
    status: 415,
    code: "unsupported_media_type",
    headers: { "accept-encoding": /^gzip, deflate/ },
    body: new RegExp(message),
  };
}

const zipped = gzipSync(JSON_BODY);
const large = JSON.stringify({ a: "x".repeat(2_000) });

export const compressedCases: readonly Case[] = [
  {
    name: "a body in gzip is decompressed",
    request: sent("gzip", zipped),
    expect: { ...accepted, record: { bodyBytes: zipped.length } },
  },
  { name: "x-gzip is gzip", request: sent("X-GZIP", zipped), expect: accepted },
  {
    name: "a body in gzip in chunks of one byte is decompressed",
    request: sent("gzip", zipped, 1),
    expect: accepted,
  },
  {
    name: "a body in deflate is decompressed",
    request: sent("deflate", deflateSync(JSON_BODY)),
    expect: accepted,
  },
  {
    name: "deflate may be the bare stream",
    request: sent("deflate", deflateRawSync(JSON_BODY)),
    expect: accepted,
  },
  ...["identity", "UTF-8", "us-ascii", "none"].map(
    (coding): Case => ({
      name: `the coding ${coding} is none`,
      request: sent(coding, JSON_BODY),
      expect: accepted,
    }),
  ),
  {
    name: "a coding beside identity is that coding",
    request: sent("gzip, identity", zipped),
    expect: accepted,
  },
  {
    name: "an empty body in gzip is an empty body",
    request: sent("gzip", ""),
    expect: { status: 202, actions: [{ parts: [{ text: "{}" }] }] },
  },
  {
    name: "a form in gzip is decompressed",
    hooks: {
      mappings: [{ match: { path: "whole" }, body: "form", messageTemplate: "{{a}}" }],
    },
    request: sent("gzip", gzipSync("a=1")),
    expect: { status: 202, actions: [{ parts: [{ text: "1" }] }] },
  },
  {
    name: "what decompresses to more than the limit is a 413",
    request: sent("gzip", gzipSync(large)),
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "a bomb is a 413",
    hooks: { maxBodyBytes: 100_000 },
    request: sent("gzip", gzipSync(new Uint8Array(20_000_000))),
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "what is too large together with what others hold is a 503",
    options: { trustedBodies: { maxBytes: zipped.length + JSON_BODY.length - 1 } },
    request: sent("gzip", zipped),
    expect: {
      status: 503,
      code: "bodies_overloaded",
      headers: { "retry-after": /^\d+$/ },
    },
  },
  ...[undefined, 7].map(
    (chunked): Case => ({
      name: `a plain body that is too large beside what others hold is a 503 (${chunked === undefined ? "with its length" : "in chunks"})`,
      options: { trustedBodies: { maxBytes: 40 } },
      before: { times: 2, request: { target: "/hooks/wake", body: '{"text":"hello"}' } },
      request: {
        target: "/hooks/wake",
        body: `{"text":"${"x".repeat(100)}"}`,
        ...(chunked !== undefined && { chunked }),
      },
      expect: {
        status: 503,
        code: "bodies_overloaded",
        headers: { "retry-after": /^\d+$/ },
        actions: [{}, {}],
      },
    }),
  ),
  {
    name: "what answered requests held is free again",
    options: { trustedBodies: { maxBytes: Buffer.byteLength(JSON_BODY) + zipped.length } },
    before: { times: 3, request: sent("gzip", zipped) },
    request: sent("gzip", zipped),
    expect: { ...accepted, actions: Array(4).fill({}) },
  },
  {
    name: "what is not gzip is a 400",
    request: sent("gzip", JSON_BODY),
    expect: { status: 400, code: "invalid_encoding" },
  },
  {
    name: "gzip that ends early is a 400",
    request: sent("gzip", zipped.subarray(0, -9)),
    expect: { status: 400, code: "invalid_encoding" },
  },
  {
    name: "decompressed JSON that is none is a 400",
    request: sent("gzip", gzipSync("{")),
    expect: { status: 400, code: "invalid_json" },
  },
  {
    name: "br is a 415 if the runtime has no decompressor of it, which names those that are taken",
    request: sent("br", brotliCompressSync(JSON_BODY)),
    expect: refused("accepted in gzip, deflate"),
  },
  {
    name: "gzip in gzip is a 415",
    request: sent("gzip, gzip", gzipSync(zipped)),
    expect: refused("one coding at a time"),
  },
  {
    name: "an unknown coding is a 415",
    request: sent("zstd", JSON_BODY),
    expect: {
      ...refused("gzip, deflate"),
      record: { detail: 'The Content-Encoding of the request is "zstd".' },
    },
  },
];
