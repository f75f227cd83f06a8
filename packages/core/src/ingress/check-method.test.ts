import { expect, test } from "vitest";
import { bodyOf, createHarness } from "../../test/ingress/harness.ts";
import { checkMethod } from "./check-method.ts";

test("checkMethod() lets POST pass", () => {
  expect(checkMethod("POST")).toBe(undefined);
});

test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "post"])(
  "checkMethod() refuses %s and says what is allowed",
  (method) => {
    expect(checkMethod(method)).toMatchObject({
      refusal: { status: 405, code: "method_not_allowed" },
      headers: { allow: "POST" },
    });
  },
);

test("answerRequest() looks at the method before the token, and reads no body for either", async () => {
  const harness = createHarness();
  const answer = await harness.send({ method: "GET", target: "/hooks/nothing", headers: {} });
  expect(answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "Hooks accept POST requests only.",
    code: "method_not_allowed",
  });
  expect(harness.bodyReads).toEqual([]);
});
