import { expect, test } from "vitest";
import { bodyOf, createHarness } from "../../test/ingress/harness.ts";

const FAILED = { status: 503, code: "dispatch_failed", retryAfter: "5" };

test.each([
  [
    { code: "queue_full", retryAfterSeconds: 30 },
    { code: "queue_full", retryAfter: "30" },
  ],
  [{ code: "queue_full" }, { code: "queue_full" }],
  [{ retryAfterSeconds: 1.2 }, { retryAfter: "2" }],
  [{ retryAfterSeconds: 0 }, { retryAfter: "0" }],
  [{ retryAfterSeconds: 1e9 }, { retryAfter: "86400" }],
  [{ code: "server_stopping" }, { code: "server_stopping" }],
  [{ code: "unauthorized" }, {}],
  [{ code: "ECONNREFUSED", retryAfterSeconds: -1 }, {}],
  [{ code: "a secret text", retryAfterSeconds: Number.NaN }, {}],
  [{ code: 42, retryAfterSeconds: "30" }, {}],
  [undefined, {}],
])("refuseRejection() answers a rejection with %j", async (extras, expected) => {
  for (const isAsync of [true, false]) {
    const error = extras && Object.assign(new Error("inner text"), extras);
    const dispatch = () => {
      if (isAsync) return Promise.reject(error);
      throw error;
    };
    const harness = createHarness({ ingress: { dispatch } });
    const answer = await harness.send();
    const body = bodyOf(answer) as { readonly code: string; readonly error: string };
    const { status, headers } = answer;
    expect({ status, code: body.code, retryAfter: headers["retry-after"] }).toEqual({
      ...FAILED,
      ...expected,
    });
    expect(body.error).toBe("The gateway could not take the action; try again.");
    const detail = extras === undefined ? "undefined" : "Error: inner text";
    expect(harness.records).toMatchObject([{ status: 503, code: body.code, detail }]);
  }
});

test("refuseRejection() lets an element of a batch name the answer of the batch", async () => {
  const rejection = { code: "queue_full", retryAfterSeconds: 7 };
  const harness = createHarness({
    hooks: {
      mappings: [{ match: { path: "ci" }, forEach: "list", messageTemplate: "{{list[0].t}}" }],
    },
    ingress: { dispatch: () => Promise.reject(rejection) },
  });
  const answer = await harness.send({ target: "/hooks/ci", body: '{"list":[{"t":"a"}]}' });
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "7"]);
  expect(bodyOf(answer)).toMatchObject({ code: "queue_full" });
});
