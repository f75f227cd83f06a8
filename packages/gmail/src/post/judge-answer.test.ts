import { expect, test } from "vitest";
import { judgeAnswer } from "./create-post.ts";

const now = Date.UTC(2026, 0, 31);
const judge = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  judgeAnswer(
    { status, headers: new Headers(headers), text: JSON.stringify(body) },
    { target: "/hooks/gmail", now },
  );

test.each([200, 202, 204])("run 9: %i is taken", (status) => {
  expect(judge(status)).toEqual({ ok: true });
});

test.each([429, 500, 503, 504, 408, 409, 425])("run 9: %i is posted again later", (status) => {
  expect(judge(status)).toMatchObject({ ok: false, isFinal: false });
});

test("run 9: Retry-After is read in seconds and as a date", () => {
  expect(judge(503, {}, { "retry-after": "5" })).toMatchObject({ retryAfterMs: 5_000 });
  const date = new Date(now + 9_000).toUTCString();
  expect(judge(429, {}, { "retry-after": date })).toMatchObject({ retryAfterMs: 9_000 });
  expect(judge(503, {}, { "retry-after": "soon" })).not.toHaveProperty("retryAfterMs");
});

test.each([
  [400, "mail", "explain"],
  [401, "host", "hooks.token"],
  [403, "host", "hooks.token"],
  [404, "mail", "hooks.presets"],
  [413, "mail", "maxBodyBytes"],
  [422, "mail", "explain"],
  [307, "host", "hookUrl"],
  [405, "host", "/hooks/gmail"],
])("run 9: %i stops with the reason and what to change", (status, concerns, hint) => {
  const body = { ok: false, error: "Said\nby the host.", code: "a_code" };
  expect(judge(status, body)).toEqual({
    ok: false,
    isFinal: true,
    concerns,
    reason: `the host answered ${status} a_code: Said by the host.`,
    hint: expect.stringContaining(hint),
  });
});

test("run 9: a mail that was taken with other labels was taken", () => {
  expect(judge(422, { code: "idempotency_conflict" })).toEqual({ ok: true });
});

test("run 9: what a host says in another form is not repeated", () => {
  const context = { target: "x", now };
  for (const text of ["<html>", "null", '{"error":{},"code":"A B"}']) {
    expect(judgeAnswer({ status: 400, headers: new Headers(), text }, context)).toMatchObject({
      reason: "the host answered 400",
    });
  }
});
