import { expect, test } from "vitest";
import { BEARER, bodyOf, createHarness } from "../../test/ingress/harness.ts";
import { readBody } from "./read-body.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

const LIMITS: BodyLimits = { maxBytes: 10, timeoutMs: 50 };

function read(headers: Record<string, string>, body: BodyRead) {
  const asked: BodyLimits[] = [];
  const reading = readBody(
    {
      method: "POST",
      target: "/hooks/wake",
      headers,
      remoteAddress: undefined,
      readBody: async (limits) => {
        asked.push(limits);
        return body;
      },
      isGone: () => false,
    },
    LIMITS,
  );
  return { reading, asked };
}

test.each([{ "content-length": "10" }, {}, { "transfer-encoding": "chunked" }])(
  "readBody() asks for the body with the limits, for %j",
  async (headers) => {
    const body: BodyRead = { kind: "bytes", bytes: new Uint8Array(10) };
    const { reading, asked } = read(headers, body);
    expect(await reading).toEqual({ ok: true, body });
    expect(asked).toEqual([LIMITS]);
  },
);

test("readBody() refuses a declared length without a look at the body", async () => {
  const { reading, asked } = read({ "content-length": "11" }, { kind: "gone" });
  expect(await reading).toMatchObject({
    ok: false,
    gate: { refusal: { status: 413, code: "payload_too_large" } },
  });
  expect(asked).toEqual([]);
});

test.each([
  ["too-large", 413, "payload_too_large"],
  ["timeout", 408, "request_timeout"],
  ["gone", 499, "client_closed"],
] as const)("readBody() makes a %s body a %i", async (kind, status, code) => {
  expect(await read({}, { kind }).reading).toMatchObject({
    ok: false,
    gate: { refusal: { status, code } },
  });
});

test("readBody() takes what a framework has parsed", async () => {
  const body: BodyRead = { kind: "parsed", value: { text: "x" } };
  expect(await read({}, body).reading).toEqual({ ok: true, body });
});

test("answerRequest() limits bodies to 256 KiB and 15 seconds by default", async () => {
  const harness = createHarness();
  await harness.send();
  expect(harness.bodyReads).toEqual([{ maxBytes: 262_144, timeoutMs: 15_000 }]);
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
  expect(harness.bodyReads).toEqual([{ maxBytes: 5, timeoutMs: 7 }]);
});
