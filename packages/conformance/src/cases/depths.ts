// Bodies at the limits: exact sizes, rare encodings, deep nesting.
import { PRIVATE } from "../base-config.ts";
import type { Case, CaseExpectation } from "../case.ts";

const LIMIT = 2_000;
const DEEP = { maxBodyBytes: 1_000_000 };

function textOf(bytes: number): string {
  return `{"text":"${"é".repeat((bytes - 11) / 2)}"}`;
}

function nested(levels: number, [open, close]: readonly [string, string] = ["[", "]"]): string {
  return `${open.repeat(levels)}${close.repeat(levels)}`;
}

function whole(text: string): CaseExpectation {
  return { status: 202, actions: [{ parts: [{ text }] }] };
}

const MULTIPART = ["Content-Type", "multipart/form-data; boundary=x"] as const;

export const depthCases: readonly Case[] = [
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
    name: "a chunked body of one byte more is a 413",
    request: { target: "/hooks/note", body: textOf(LIMIT + 1), chunked: 333 },
    expect: { status: 413, code: "payload_too_large" },
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
    expect: whole("[1]"),
  },
  {
    name: "a byte order mark alone is an empty body",
    request: { target: "/hooks/whole", body: "\ufeff" },
    expect: whole("{}"),
  },
  {
    name: "an empty form is an empty body",
    request: { target: "/hooks/whole", headers: [MULTIPART] },
    expect: whole("{}"),
  },
  {
    name: "a form that carries a file is a 415",
    request: { target: "/hooks/whole", headers: [MULTIPART], body: new Uint8Array([45, 45, 255]) },
    expect: { status: 415, code: "unsupported_media_type" },
  },
  {
    name: "UTF-16 is a 400",
    request: { target: "/hooks/whole", body: new Uint8Array([0xff, 0xfe, 0x5b, 0, 0x5d, 0]) },
    expect: { status: 400, code: "invalid_encoding" },
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
  ...(["10000", "100000"] as const).flatMap((levels): readonly Case[] => [
    {
      name: `/wake names a field of ${levels} levels and ignores it`,
      hooks: DEEP,
      request: { target: "/hooks/wake", body: `{"text":"x","deep":${nested(Number(levels))}}` },
      expect: { status: 200, body: /"warnings":\[".*\\"deep\\"/, actions: [{ kind: "wake" }] },
    },
    {
      name: `/agent refuses a message of ${levels} levels`,
      hooks: DEEP,
      request: { target: "/hooks/agent", body: `{"message":${nested(Number(levels))}}` },
      expect: { status: 400, code: "invalid_payload", issues: ["/message"] },
    },
    {
      name: `a list of ${levels} levels at the top that nobody shows`,
      hooks: DEEP,
      request: { target: "/hooks/static", body: nested(Number(levels)) },
      expect: { status: 202, actions: [{ message: "Check the calendar." }] },
    },
    {
      name: `a session key of ${levels} levels is a 400`,
      hooks: DEEP,
      request: { target: "/hooks/key", body: `{"key":${nested(Number(levels))}}` },
      expect: { status: 400, code: "payload_too_deep" },
    },
    {
      name: `objects of ${levels} levels that a template shows are a 400`,
      hooks: DEEP,
      request: {
        target: "/hooks/whole",
        body: `${'{"a":'.repeat(Number(levels))}1${"}".repeat(Number(levels))}`,
      },
      expect: { status: 400, code: "payload_too_deep" },
    },
    {
      name: `a transform gets ${levels} levels without harm`,
      hooks: DEEP,
      request: { target: "/hooks/made", body: `{"deep":${nested(Number(levels))}}` },
      expect: { status: 202, actions: [{ message: "As written." }] },
    },
  ]),
];
