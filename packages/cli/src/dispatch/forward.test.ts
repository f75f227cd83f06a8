import type { Action } from "@hookwright/core";
import { expect, test } from "vitest";
import { createContext } from "../../test/support/context.ts";
import { type GatewayAnswer, startGateway } from "../../test/support/gateway.ts";
import {
  createForward,
  DEFAULT_LIMITS,
  forwardedKey,
  type RetryLimits,
  requestFromAction,
} from "./forward.ts";

const WAKE: Action = {
  kind: "wake",
  text: "payload text",
  mode: "now",
  parts: [],
  untrustedText: "",
};
const CONTEXT = createContext();
/** Short pauses, otherwise the defaults. */
const QUICK: RetryLimits = { ...DEFAULT_LIMITS, firstPauseMs: 10 };
const ACCEPTED: GatewayAnswer = { status: 202, body: '{"ok":true,"runId":"theirs"}' };

test("createForward() posts the action with the token, and returns the gateway's run id", async () => {
  const { receipt, calls } = await forwardTo([ACCEPTED]);
  expect(receipt).toEqual({ runId: "theirs" });
  expect(calls).toMatchObject([
    {
      path: "/hooks/wake",
      headers: {
        authorization: "Bearer s3cret",
        "content-type": "application/json",
        "idempotency-key": "run-1",
      },
      body: { text: "payload text", mode: "now" },
    },
  ]);
});

test.each([
  ["no body", ""],
  ["no JSON", "accepted"],
  ["no object", "null"],
  ["no run id", "{}"],
  ["a run id that is not a string", '{"runId":7}'],
  ["a run id of an invalid form", '{"runId":"<b>two words</b>"}'],
])("createForward() accepts a successful answer with %s", async (_name, body) => {
  const { receipt } = await forwardTo([{ status: 200, body }]);
  expect(receipt).toEqual({});
});

test("createForward() retries with the same idempotency key until the gateway is back", async () => {
  const { receipt, calls } = await forwardTo([
    { status: 503 },
    { status: "cut" },
    { status: 429, headers: { "retry-after": "0" } },
    ACCEPTED,
  ]);
  expect(receipt).toEqual({ runId: "theirs" });
  expect(calls.map(({ headers }) => headers["idempotency-key"])).toEqual(Array(4).fill("run-1"));
});

test("createForward() waits longer before each retry", async () => {
  const { calls } = await forwardTo([{ status: 500 }, { status: 500 }, { status: 408 }, ACCEPTED], {
    ...DEFAULT_LIMITS,
    firstPauseMs: 60,
  });
  const pauses = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0));
  // Half of a pause is fixed; timers may be early by a millisecond.
  expect(pauses[0]).toBeGreaterThanOrEqual(29);
  expect(pauses[1]).toBeGreaterThanOrEqual(59);
  expect(pauses[2]).toBeGreaterThanOrEqual(119);
});

test("createForward() gives up after its last try, and reports the reason of that try", async () => {
  const { error, calls, url } = await failTo([{ status: 500, body: '{"code":"internal_error"}' }]);
  expect(calls).toHaveLength(4);
  expect(error).toEqual({
    name: "ForwardError",
    message: `${url}/wake failed after 4 tries: status 500 (internal_error)`,
  });
});

test.each([
  [400, "{}", "status 400"],
  [401, '{"code":"unauthorized"}', "status 401 (unauthorized)"],
  [404, "null", "status 404"],
  [413, "", "status 413"],
  [422, '{"code":"payload text, repeated"}', "status 422"],
])("createForward() does not retry after status %i", async (status, body, reason) => {
  const { error, calls, url } = await failTo([{ status, body }]);
  expect(calls).toHaveLength(1);
  expect(error.message).toBe(`${url}/wake failed after 1 try: ${reason}`);
});

test("createForward() does not follow a redirect, which could leak the token", async () => {
  const elsewhere = await startGateway([ACCEPTED]);
  const headers = { location: `${elsewhere.url}/wake` };
  const { error, calls } = await failTo([{ status: 307, headers }]);
  expect(error.message).toContain("status 307");
  expect([calls.length, elsewhere.calls.length]).toEqual([1, 0]);
});

test("createForward() waits as long as the gateway asks", async () => {
  const { calls } = await forwardTo([{ status: 503, headers: { "retry-after": "1" } }, ACCEPTED]);
  expect((calls[1]?.at ?? 0) - (calls[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
});

test("createForward() gives up at once if the gateway asks for more time than is left", async () => {
  // A full wait would exceed the time limit of the test.
  const { error, calls } = await failTo([{ status: 503, headers: { "retry-after": "60" } }]);
  expect(error.message).toContain("failed after 1 try: status 503");
  expect(calls).toHaveLength(1);
});

test.each([
  ["a try that gets no answer", { maxTries: 2, budgetMs: 60_000, tryMs: 50 }, "2 tries"],
  ["all tries within the budget", { maxTries: 9, budgetMs: 100, tryMs: 60_000 }, "1 try"],
])("createForward() ends %s", async (_what, limits, tries) => {
  const { error, url } = await failTo([{ status: "hang" }], { ...limits, firstPauseMs: 10 });
  expect(error.message).toBe(`${url}/wake failed after ${tries}: no answer in time`);
});

test("createForward() reports that no server listens", async () => {
  const forward = createForward({
    url: "http://127.0.0.1:1/hooks",
    token: "s3cret",
    limits: QUICK,
  });
  await expect(forward(WAKE, CONTEXT)).rejects.toThrow(
    /failed after 4 tries: no connection \([\w ]+\)$/,
  );
});

test("createForward() ends a try when its signal aborts, and does not retry", async () => {
  const stop = new AbortController();
  const { url, calls } = await startGateway([{ status: "hang" }]);
  const forward = createForward({ url, token: "s3cret" });
  const forwarding = forward(WAKE, createContext({ signal: stop.signal }));
  await expect.poll(() => calls.length).toBe(1);
  stop.abort();
  await expect(forwarding).rejects.toThrow(
    "failed after 1 try: the sender has gone, or the server stops",
  );
  expect(calls).toHaveLength(1);
});

test("createForward() ends a pause when its signal aborts", async () => {
  const stop = new AbortController();
  const { url, calls } = await startGateway([{ status: 503 }]);
  // A full wait would exceed the time limit of the test.
  const limits = { ...DEFAULT_LIMITS, budgetMs: 3_600_000, firstPauseMs: 600_000 };
  const forward = createForward({ url, token: "s3cret", limits });
  const forwarding = forward(WAKE, createContext({ signal: stop.signal }));
  await expect.poll(() => calls.length).toBe(1);
  stop.abort();
  await expect(forwarding).rejects.toThrow("failed after 1 try");
});

async function forwardTo(answers: readonly GatewayAnswer[], limits: RetryLimits = QUICK) {
  const { url, calls } = await startGateway(answers);
  const receipt = await createForward({ url, token: "s3cret", limits })(WAKE, CONTEXT);
  return { receipt, calls };
}

async function failTo(answers: readonly GatewayAnswer[], limits: RetryLimits = QUICK) {
  const { url, calls } = await startGateway(answers);
  const forward = createForward({ url, token: "s3cret", limits });
  const thrown = await Promise.resolve(forward(WAKE, CONTEXT)).catch((error: Error) => error);
  const { name, message } = thrown as Error;
  expect(message).not.toMatch(/s3cret|payload text/);
  return { error: { name, message }, calls, url };
}

test("DEFAULT_LIMITS end before a sender gives up after 10 seconds", () => {
  const { maxTries, budgetMs, tryMs, firstPauseMs } = DEFAULT_LIMITS;
  expect(budgetMs).toBeLessThanOrEqual(8_000);
  expect(tryMs).toBeLessThan(budgetMs);
  // All pauses at their longest leave time for the tries.
  expect(firstPauseMs * (2 ** (maxTries - 1) - 1)).toBeLessThan(budgetMs / 2);
});

const inHeader = { deliveryId: "d-1", deliveryIdFrom: "header" } as const;

test("forwardedKey() is the sender's key, else the id of a delivery header, else the run id", () => {
  expect(forwardedKey(createContext({ idempotencyKey: "k-1", ...inHeader }))).toBe("k-1");
  expect(forwardedKey(createContext(inHeader))).toBe("d-1");
  expect(forwardedKey(createContext())).toBe("run-1");
});

test("forwardedKey() does not use an id that stood in a body", () => {
  const inBody = { deliveryId: "evt_1", deliveryIdFrom: "body" } as const;
  expect(forwardedKey(createContext(inBody))).toBe("run-1");
});

test("forwardedKey() gives each element of a batch a key of its own that gateways accept", () => {
  expect(forwardedKey(createContext({ ...inHeader, index: 0 }))).toBe("d-1:0");
  expect(forwardedKey(createContext({ ...inHeader, index: 11 }))).toBe("d-1:11");
  expect(forwardedKey(createContext({ index: 3 }))).toBe("run-1");
  expect(forwardedKey(createContext({ idempotencyKey: "k#3", index: 3 }))).toBe("k#3");
  const long = "a".repeat(256);
  const keys = [1, 2].map((index) =>
    forwardedKey(createContext({ idempotencyKey: `${long}#${index}`, index })),
  );
  expect(new Set(keys).size).toBe(2);
  expect(keys.map((key) => key.length)).toEqual([64, 64]);
  expect(forwardedKey(createContext({ idempotencyKey: long }))).toBe(long);
});

test("requestFromAction() keeps every field of an agent action that /agent accepts", () => {
  const fields = {
    message: "Hello",
    name: "CI",
    sessionKey: "hook:ci",
    wakeMode: "now",
    deliver: false,
    channel: "slack",
    to: "#ci",
    model: "a/b",
    thinking: "low",
    timeoutSeconds: 60,
    agentId: "main",
    sessionMode: "persistent",
  } as const;
  const action: Action = {
    kind: "agent",
    parts: [],
    untrustedText: "",
    ...fields,
  };
  expect(requestFromAction(action)).toEqual({ path: "/agent", body: fields });
});
