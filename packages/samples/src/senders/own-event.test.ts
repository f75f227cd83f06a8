import { expect, test } from "vitest";
import type { Proof } from "./build-sample.ts";
import { type OwnEvent, writeOwnEvent } from "./own-event.ts";

const NO_PROOF: Proof = { kind: "none" };

function write(
  event: Partial<OwnEvent>,
  changes: Partial<Parameters<typeof writeOwnEvent>[1]> = {},
) {
  return writeOwnEvent(
    { headers: {}, query: {}, content: { payload: { a: 1 } }, ...event },
    { contentType: "application/json", headers: {}, query: "", proof: NO_PROOF, ...changes },
  );
}

test("writeOwnEvent() sends the event's headers and query, and the given ones before them", () => {
  const headers = { "X-Event": "push", "x-list": ["a", "b"], "x-none": undefined, Host: "a" };
  const query = { a: "1", list: ["2", "3"], none: undefined };
  expect(write({ headers, query }, { headers: { "x-event": "own" }, query: "a=0&b=4" })).toEqual({
    method: "POST",
    headers: { "content-type": "application/json", "x-event": "own", "x-list": "a, b" },
    query: "b=4&a=1&list=2&list=3",
    body: '{"a":1}',
  });
});

test("writeOwnEvent() writes a list as lines of JSON for that content type", () => {
  const content = { payload: [{ a: 1 }, "b"] };
  expect(write({ content }, { contentType: "application/x-ndjson" }).body).toBe('{"a":1}\n"b"\n');
});

test("writeOwnEvent() removes an earlier proof from the headers", () => {
  const headers = { authorization: "old", "x-hub-signature-256": "old", "x-hook1": "old" };
  const namesWith = (proof: unknown): readonly string[] =>
    Object.keys(write({ headers }, { proof: proof as Proof }).headers).slice(1);
  const signature = (scheme: unknown) => ({ kind: "signature", key: "k", scheme });
  expect(namesWith({ kind: "token", token: "t", place: {} })).not.toContain("authorization");
  expect(namesWith({ kind: "token", token: "t", place: { header: "x-hook1" } })).toEqual([
    "authorization",
    "x-hub-signature-256",
  ]);
  const hmac = { scheme: "hmac", signature: { header: "x-hub-signature-256" } };
  expect(namesWith(signature(hmac))).not.toContain("x-hub-signature-256");
  const numbered = { scheme: "hmac", signature: { header: ["x-hook"], numbered: 2 } };
  expect(namesWith(signature(numbered))).not.toContain("x-hook1");
  const jwt = { scheme: "jwt", header: "authorization" };
  expect(namesWith(signature(jwt))).not.toContain("authorization");
  expect(namesWith(signature("sns"))).toEqual(Object.keys(headers));
});

test.each([
  ["application/json", { text: "a" }, '{"text":"a"}'],
  ["text/plain; charset=utf-8", { text: "a" }, "a"],
  ["text/plain", { text: 1 }, '{"text":1}'],
  ["text/plain", [1], "[1]"],
  ["application/x-www-form-urlencoded", { a: "1", b: [true, 2] }, "a=1&b=true&b=2"],
  [
    "application/x-www-form-urlencoded",
    { a: { b: 1 } },
    "payload=%7B%22a%22%3A%7B%22b%22%3A1%7D%7D",
  ],
  ["application/x-www-form-urlencoded", [1], "payload=%5B1%5D"],
  ["", { a: 1 }, '{"a":1}'],
])("writeOwnEvent() writes a payload as %s", (contentType, payload, body) => {
  expect(write({ content: { payload } }, { contentType }).body).toBe(body);
});

test("writeOwnEvent() sends bytes unchanged", () => {
  const bytes = Uint8Array.of(0, 255);
  expect(write({ content: { bytes } }).body).toBe(bytes);
});

test("writeOwnEvent() refuses what cannot be sent", () => {
  expect(() => write({}, { contentType: "multipart/form-data; boundary=a" })).toThrow(
    "An event file cannot be sent as multipart/form-data.",
  );
  for (const headers of [{ "a b": "1" }, { a: "1\n2" }, { a: "\u20ac" }] as const) {
    expect(() => write({ headers })).toThrow("cannot be sent.");
  }
});
