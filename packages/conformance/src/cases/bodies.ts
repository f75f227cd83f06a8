// Bodies: sizes, times, encodings, depths.
import type { Case } from "../case.ts";

const TARGET = "/hooks/whole";
const LIMIT = 2_000;

function jsonOf(length: number): string {
  return `{"a":"${"x".repeat(length - 8)}"}`;
}

function nested(levels: number): string {
  return `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
}

function accepted(text: string): Case["expect"] {
  return { status: 202, actions: [{ parts: [{ text }] }] };
}

const form = ["Content-Type", "application/x-www-form-urlencoded"] as const;

export const bodyCases: readonly Case[] = [
  {
    name: "an object",
    request: { target: TARGET, body: '{"a":1}' },
    expect: { ...(accepted('{"a":1}') as object), status: 202, record: { bodyBytes: 7 } },
  },
  { name: "a list", request: { target: TARGET, body: "[1,2]" }, expect: accepted("[1,2]") },
  {
    name: "an empty body counts as an empty object",
    request: { target: TARGET },
    expect: accepted("{}"),
  },
  {
    name: "white space counts as an empty object",
    request: { target: TARGET, body: " \r\n" },
    expect: accepted("{}"),
  },
  ...["null", "true", "12", '"text"'].map(
    (body): Case => ({
      name: `${body} as the whole body is a 400`,
      request: { target: TARGET, body },
      expect: { status: 400, code: "invalid_payload" },
    }),
  ),
  {
    name: "invalid JSON is a 400 without the parser's message",
    request: { target: TARGET, body: '{"a":s3cret}' },
    expect: { status: 400, code: "invalid_json", body: /^(?!.*s3cret|.*Unexpected)/ },
  },
  {
    name: "a body that ends early is a 400",
    request: { target: TARGET, body: '{"a":' },
    expect: { status: 400, code: "invalid_json" },
  },
  {
    name: "bytes that are not UTF-8 are a 400",
    request: { target: TARGET, body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) },
    expect: { status: 400, code: "invalid_encoding" },
  },
  {
    name: "a byte order mark is ignored",
    request: { target: TARGET, body: '\ufeff{"a":1}' },
    expect: accepted('{"a":1}'),
  },
  {
    name: "JSON is read with any content type",
    request: { target: TARGET, headers: [["Content-Type", "text/plain"]], body: '{"a":1}' },
    expect: accepted('{"a":1}'),
  },
  {
    name: "JSON with the content type of a form is read",
    request: { target: TARGET, headers: [form], body: '{"a":1}' },
    expect: accepted('{"a":1}'),
  },
  {
    name: "a form is a 415",
    request: { target: TARGET, headers: [form], body: "a=1" },
    expect: { status: 415, code: "unsupported_media_type" },
  },
  {
    name: "a multipart form is a 415",
    request: {
      target: TARGET,
      headers: [["Content-Type", "multipart/form-data; boundary=x"]],
      body: "--x--",
    },
    expect: { status: 415, code: "unsupported_media_type" },
  },
  {
    name: "chunks are joined",
    request: { target: TARGET, body: '{"a":"äöü"}', chunked: 3 },
    expect: accepted('{"a":"äöü"}'),
  },
  {
    name: "a body of exactly the limit is accepted",
    request: { target: TARGET, body: jsonOf(LIMIT) },
    expect: accepted(jsonOf(LIMIT)),
  },
  {
    name: "a declared length beyond the limit is a 413",
    request: { target: TARGET, body: jsonOf(LIMIT + 1) },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "chunks beyond the limit are a 413",
    request: { target: TARGET, body: jsonOf(LIMIT * 3), chunked: 500 },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "chunks of one byte are joined up to the limit",
    request: { target: TARGET, body: jsonOf(LIMIT), chunked: 1 },
    expect: accepted(jsonOf(LIMIT)),
  },
  {
    name: "chunks of one byte beyond the limit are a 413",
    request: { target: TARGET, body: jsonOf(LIMIT + 1), chunked: 1 },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "chunks of one byte without a token are a 401",
    request: { target: TARGET, token: null, body: jsonOf(LIMIT * 3), chunked: 1 },
    expect: { status: 401, code: "unauthorized" },
  },
  {
    name: "a body that stalls is a 408",
    request: { target: TARGET, body: '{"a":1}', declaredLength: 100 },
    expect: { status: 408, code: "request_timeout" },
  },
  {
    name: "400 levels are shown",
    hooks: { maxBodyBytes: 1_000_000 },
    request: { target: TARGET, body: nested(400) },
    expect: accepted(nested(400)),
  },
  {
    name: "10,000 levels that no template shows are accepted",
    hooks: { maxBodyBytes: 1_000_000 },
    request: { target: "/hooks/static", body: nested(10_000) },
    expect: { status: 202, actions: [{ message: "Check the calendar." }] },
  },
  {
    name: "10,000 levels that a template shows are a 400",
    hooks: { maxBodyBytes: 1_000_000 },
    request: { target: TARGET, body: nested(10_000) },
    expect: { status: 400, code: "payload_too_deep" },
  },
  {
    name: "100,000 levels that a template shows are a 400",
    hooks: { maxBodyBytes: 1_000_000 },
    request: { target: TARGET, body: nested(100_000) },
    expect: { status: 400, code: "payload_too_deep" },
  },
  {
    name: "__proto__ is plain data",
    request: {
      target: "/hooks/github",
      body: '{"__proto__":{"repository":"x","pusher":"y"},"repository":"acme"}',
    },
    expect: { status: 202, actions: [{ parts: [{ text: " pushed to acme" }] }] },
  },
  {
    name: "Expect: 100-continue is answered",
    request: { target: TARGET, headers: [["Expect", "100-continue"]], body: '{"a":1}' },
    expect: accepted('{"a":1}'),
  },
];
