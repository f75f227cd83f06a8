// Bodies: sizes, times, encodings, and deep nesting.
import { PRIVATE } from "../base-config.ts";
import type { Case, CaseExpectation } from "../case.ts";

const TARGET = "/hooks/whole";
const LIMIT = 2_000;

function jsonOf(length: number): string {
  return `{"a":"${"x".repeat(length - 8)}"}`;
}

function nested(levels: number): string {
  return `${"[".repeat(levels)}${"]".repeat(levels)}`;
}

const DEEP = { maxBodyBytes: 1_000_000 };

/** A JSON object of this many bytes, in characters of two bytes. */
function textOf(bytes: number): string {
  return `{"text":"${"é".repeat((bytes - 11) / 2)}"}`;
}

function accepted(text: string): CaseExpectation {
  return { status: 202, actions: [{ parts: [{ text }] }] };
}

const form = ["Content-Type", "application/x-www-form-urlencoded"] as const;
const MULTIPART = ["Content-Type", "multipart/form-data; boundary=x"] as const;

export const bodyCases: readonly Case[] = [
  {
    name: "an object",
    request: { target: TARGET, body: '{"a":1}' },
    expect: { ...accepted('{"a":1}'), record: { bodyBytes: 7 } },
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
  ...Object.entries({
    "bytes that are not UTF-8": [0x7b, 0x22, 0xff, 0x22, 0x7d],
    "UTF-16": [0xff, 0xfe, 0x5b, 0, 0x5d, 0],
  }).map(
    ([what, bytes]): Case => ({
      name: `a body in ${what} is a 400`,
      request: { target: TARGET, body: new Uint8Array(bytes) },
      expect: { status: 400, code: "invalid_encoding" },
    }),
  ),
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
      headers: [MULTIPART],
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
    request: { target: TARGET, body: `{"a":${nested(400)}}` },
    expect: accepted(`{"a":${nested(400)}}`),
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
  {
    name: "the limit counts bytes, not characters",
    request: { target: "/hooks/note", body: textOf(LIMIT + 1) },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "a chunked body of exactly the limit is accepted",
    request: { target: "/hooks/note", body: textOf(LIMIT - 1), chunked: 333 },
    expect: { status: 200, actions: [{ kind: "wake" }], record: { bodyBytes: LIMIT - 1 } },
  },
  {
    name: "the default limit is 256 KiB",
    hooks: { maxBodyBytes: undefined },
    request: { target: "/hooks/note", body: textOf(262_145) },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "a body just below the default limit is accepted",
    hooks: { maxBodyBytes: undefined },
    request: { target: "/hooks/note", body: textOf(262_143) },
    expect: { status: 200, actions: [{ kind: "wake" }] },
  },
  {
    name: "the coding identity is accepted",
    request: { target: "/hooks/whole", headers: [["Content-Encoding", "Identity"]], body: "[1]" },
    expect: accepted("[1]"),
  },
  {
    name: "a byte order mark alone is an empty body",
    request: { target: "/hooks/whole", body: "\ufeff" },
    expect: accepted("{}"),
  },
  {
    name: "an empty form is an empty body",
    request: { target: "/hooks/whole", headers: [MULTIPART] },
    expect: accepted("{}"),
  },
  {
    name: "a form that carries a file is a 415",
    request: { target: "/hooks/whole", headers: [MULTIPART], body: new Uint8Array([45, 45, 255]) },
    expect: { status: 415, code: "unsupported_media_type" },
  },
  {
    name: "the answer contains neither the parser's message nor the body",
    request: { target: "/hooks/whole", body: `{"a":"${PRIVATE}" "b"}` },
    expect: {
      status: 400,
      body: '{"ok":false,"error":"The body is not valid JSON.","code":"invalid_json"}',
      code: "invalid_json",
    },
  },
  {
    name: "the last of repeated keys counts",
    request: { target: "/hooks/note", body: '{"text":"1","text":"2"}' },
    expect: { status: 200, actions: [{ parts: [{ text: "note: 2" }] }] },
  },
  ...[10_000, 100_000].flatMap((levels): readonly Case[] => [
    {
      name: `/wake names a field of ${levels} levels and ignores it`,
      hooks: DEEP,
      request: { target: "/hooks/wake", body: `{"text":"x","deep":${nested(levels)}}` },
      expect: { status: 200, body: /"warnings":\[".*\\"deep\\"/, actions: [{ kind: "wake" }] },
    },
    {
      name: `/agent refuses a message of ${levels} levels`,
      hooks: DEEP,
      request: { target: "/hooks/agent", body: `{"message":${nested(levels)}}` },
      expect: { status: 400, code: "invalid_payload", issues: ["/message"] },
    },
    {
      name: `a list of ${levels} levels at the top that nobody shows`,
      hooks: DEEP,
      request: { target: "/hooks/static", body: nested(levels) },
      expect: { status: 202, actions: [{ message: "Check the calendar." }] },
    },
    {
      name: `a session key of ${levels} levels is a 400`,
      hooks: DEEP,
      request: { target: "/hooks/key", body: `{"key":${nested(levels)}}` },
      expect: { status: 400, code: "payload_too_deep" },
    },
    ...Object.entries({
      lists: `{"a":${nested(levels)}}`,
      objects: `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`,
    }).map(
      ([what, body]): Case => ({
        name: `${what} of ${levels} levels that a template renders are a 400`,
        hooks: DEEP,
        request: { target: "/hooks/whole", body },
        expect: { status: 400, code: "payload_too_deep" },
      }),
    ),
    {
      name: `a transform gets ${levels} levels without harm`,
      hooks: DEEP,
      request: { target: "/hooks/made", body: `{"deep":${nested(levels)}}` },
      expect: { status: 202, actions: [{ message: "As written." }] },
    },
  ]),
];
