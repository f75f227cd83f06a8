import { expect, test } from "vitest";
import { bodyOf, createHarness } from "../../test/ingress/harness.ts";
import { decodeBody } from "./decode-body.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MULTIPART = { "content-type": " Multipart/Form-Data; boundary=x" };

function decode(body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return decodeBody({ kind: "bytes", bytes }, headers);
}

function parsed(value: unknown, headers: Readonly<Record<string, string>> = {}) {
  return decodeBody({ kind: "parsed", value }, headers);
}

function refusal(status: number, code: string) {
  return { ok: false, gate: { refusal: { status, code } } };
}

test.each([
  ['{"a":[1,"é"]}', { a: [1, "é"] }],
  ["[1]", [1]],
  ["null", null],
  ["", {}],
  [" \r\n\t", {}],
  ["\ufeff", {}],
  ['\ufeff{"a":1}', { a: 1 }],
])("decodeBody() decodes %j", (body, payload) => {
  expect(decode(body)).toEqual({ ok: true, payload });
});

test.each([
  {},
  { "content-type": "text/plain" },
  FORM,
  MULTIPART,
  { "content-encoding": "identity" },
  { "content-encoding": " Identity " },
  { "content-encoding": "" },
])("decodeBody() reads JSON with the headers %j", (headers) => {
  expect(decode('{"a":1}', headers)).toEqual({ ok: true, payload: { a: 1 } });
});

test.each(["{", "{'a':1}", '{"a":1}x', "a=1", "NaN"])("decodeBody() refuses %j as JSON", (body) => {
  expect(decode(body)).toMatchObject(refusal(400, "invalid_json"));
});

test("decodeBody() refuses what is not UTF-8", () => {
  for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]]) {
    expect(decode(new Uint8Array(bytes))).toMatchObject(refusal(400, "invalid_encoding"));
  }
});

test.each([
  FORM,
  { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
  MULTIPART,
])("decodeBody() refuses a form with 415, for %j", (headers) => {
  expect(decode("payload=1&x=2", headers)).toMatchObject(refusal(415, "unsupported_media_type"));
  const file = new Uint8Array([0x2d, 0x2d, 0xff]);
  expect(decode(file, headers)).toMatchObject(refusal(415, "unsupported_media_type"));
  expect(parsed({ payload: "1" }, headers)).toMatchObject(refusal(415, "unsupported_media_type"));
});

test.each(["gzip", "br", "deflate, gzip"])(
  "decodeBody() refuses bodies in %s with 415",
  (coding) => {
    const headers = { "content-encoding": coding };
    expect(decode("{}", headers)).toMatchObject(refusal(415, "unsupported_media_type"));
  },
);

test("decodeBody() takes what a framework has parsed, also where it was compressed", () => {
  expect(parsed({ a: 1 }, { "content-encoding": "gzip" })).toEqual({ ok: true, payload: { a: 1 } });
  expect(parsed(null)).toEqual({ ok: true, payload: null });
});

test("decodeBody() takes a body that something before us has read and lost for no empty one", async () => {
  expect(parsed(undefined)).toMatchObject(refusal(500, "internal_error"));
  const harness = createHarness();
  expect((await harness.send({ body: { kind: "parsed", value: undefined } })).status).toBe(500);
  expect(harness.records[0]?.detail).toMatch(/has read the body/);
  expect(harness.dispatched).toEqual([]);
});

test("decodeBody() takes 100,000 levels and `__proto__` keys for plain data", () => {
  const levels = 100_000;
  expect(decode(`${"[".repeat(levels)}${"]".repeat(levels)}`)).toMatchObject({ ok: true });
  const decoding = decode('{"__proto__":{"polluted":true},"constructor":1}');
  if (!decoding.ok) throw new Error("must be decoded");
  expect(Object.keys(decoding.payload as object)).toEqual(["__proto__", "constructor"]);
  expect(decoding.payload).not.toHaveProperty("polluted");
});

test("decodeBody() tells the sender no text of a parser and nothing of the body", async () => {
  const answer = await createHarness().send({ body: '{"text": my-secret}' });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The body is not valid JSON.",
    code: "invalid_json",
  });
});
