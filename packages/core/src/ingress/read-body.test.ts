import { expect, test } from "vitest";
import { BEARER, bodyOf, createHarness } from "../../test/ingress/harness.ts";
import { checkBody, checkDeclaredLength } from "./read-body.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

const LIMITS: BodyLimits = { maxBytes: 10, timeoutMs: 50 };

test.each([{ "content-length": "10" }, {}, { "transfer-encoding": "chunked" }])(
  "checkDeclaredLength() lets pass %j",
  (headers) => {
    expect(checkDeclaredLength(headers, LIMITS)).toBeUndefined();
  },
);

test("checkDeclaredLength() refuses more than the limit", () => {
  expect(checkDeclaredLength({ "content-length": "11" }, LIMITS)).toMatchObject({
    refusal: { status: 413, code: "payload_too_large" },
  });
});

test.each([
  ["too-large", 413, "payload_too_large"],
  ["timeout", 408, "request_timeout"],
  ["gone", 499, "client_closed"],
  ["no-length", 411, "length_required"],
  ["overloaded", 503, "bodies_overloaded"],
] as const)("checkBody() makes a %s body a %i", (kind, status, code) => {
  expect(checkBody({ kind }, LIMITS)).toMatchObject({ refusal: { status, code } });
});

test("checkBody() takes bytes, and what a framework has parsed", () => {
  const bodies: readonly BodyRead[] = [
    { kind: "bytes", bytes: new Uint8Array(10) },
    { kind: "parsed", value: ["x", 1] },
    { kind: "parsed", value: undefined },
  ];
  for (const body of bodies) expect(checkBody(body, LIMITS)).toBe(body);
});

test.each<BodyRead>([
  { kind: "bytes", bytes: new Uint8Array(11) },
  { kind: "parsed", value: { text: "12" } },
])("checkBody() refuses what is larger, whoever has read it: $kind", (body) => {
  expect(checkBody(body, LIMITS)).toMatchObject({
    refusal: { status: 413, code: "payload_too_large" },
  });
});

test("answerRequest() limits bodies to 256 KiB and 15 seconds by default", async () => {
  const harness = createHarness();
  await harness.send();
  expect(harness.bodyReads).toMatchObject([{ maxBytes: 262_144, timeoutMs: 15_000 }]);
  const answer = await harness.send({ headers: { ...BEARER, "content-length": "262145" } });
  expect(answer.status).toBe(413);
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The body is larger than 262144 bytes.",
    code: "payload_too_large",
  });
  expect(harness.bodyReads).toHaveLength(1);
});

test("answerRequest() takes the limits from hooks.maxBodyBytes and the option", async () => {
  const harness = createHarness({ hooks: { maxBodyBytes: 5 }, ingress: { bodyTimeoutMs: 7 } });
  await harness.send();
  expect(harness.bodyReads).toMatchObject([{ maxBytes: 5, timeoutMs: 7 }]);
});
