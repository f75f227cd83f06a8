import { expect, test } from "vitest";
import { bodyOf, createHarness, type HarnessOptions } from "../../test/ingress/harness.ts";

const push = { id: "push", match: { path: "ci" }, messageTemplate: "{{n}}" } as const;
const limited = { ...push, rateLimit: { events: 2, perSeconds: 60 } } as const;
const ci = { target: "/hooks/ci", body: '{"n":1}' };

function create(mapping: object, options: HarnessOptions = {}) {
  return createHarness({ ...options, hooks: { mappings: [mapping] } });
}

async function statuses(harness: ReturnType<typeof createHarness>, count: number, request = ci) {
  const all: number[] = [];
  for (let at = 0; at < count; at++) all.push((await harness.send(request)).status);
  return all;
}

test("checkRate() answers 429 with the time to wait, and goes on afterwards", async () => {
  let now = 0;
  const harness = create(limited, { ingress: { clock: () => now } });
  expect(await statuses(harness, 2)).toEqual([202, 202]);
  const answer = await harness.send(ci);
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "30" } });
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "Too many events of this kind; send it later.",
    code: "rate_limited",
  });
  expect(harness.dispatched).toHaveLength(2);
  expect(harness.records[2]).toMatchObject({
    status: 429,
    code: "rate_limited",
    outcome: "action",
    mappingId: "push",
  });
  now = 30_000;
  expect(await statuses(harness, 2)).toEqual([202, 429]);
});

test("checkRate() allows the burst that the mapping names, and one event a second by default", async () => {
  const harness = create({ ...push, rateLimit: { events: 1, burst: 3 } });
  expect(await statuses(harness, 4)).toEqual([202, 202, 202, 429]);
});

test("checkRate() limits no other mapping, and no built-in route", async () => {
  const other = { match: { path: "other" }, messageTemplate: "x" };
  const harness = createHarness({ hooks: { mappings: [limited, other] } });
  expect(await statuses(harness, 3)).toEqual([202, 202, 429]);
  expect(await statuses(harness, 3, { target: "/hooks/other", body: "{}" })).toEqual([
    202, 202, 202,
  ]);
  expect(await statuses(harness, 3, { target: "/hooks/wake", body: '{"text":"x"}' })).toEqual([
    200, 200, 200,
  ]);
});

test("checkRate() counts a batch once, and nothing that is not dispatched", async () => {
  const harness = create({ ...limited, forEach: "list", messageTemplate: "{{n}}" });
  const send = (list: unknown) => harness.send({ ...ci, body: JSON.stringify({ list }) });
  expect((await send([])).status).toBe(204);
  expect((await send([{ n: 1 }, { n: 2 }])).status).toBe(202);
  expect((await send([{ n: "" }, { n: 2 }, { n: 3 }])).status).toBe(202);
  expect((await send([{ n: 1 }])).status).toBe(429);
});

test("checkRate() asks the limiter of the option, for the mapping and the way of proof", async () => {
  const asked: unknown[] = [];
  const rateLimiter = {
    take: async (...call: unknown[]) => {
      asked.push(call);
      return asked.length === 1 ? 0 : 1.5;
    },
  };
  const auth = { token: "a-token-of-the-route-itself", header: "x-key", orToken: true };
  const harness = create({ ...limited, auth }, { ingress: { rateLimiter } });
  expect((await harness.send(ci)).status).toBe(202);
  const answer = await harness.send({ ...ci, headers: { "x-key": auth.token } });
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
  const limit = { intervalMs: 30_000, burst: 2 };
  expect(asked).toEqual([
    ["push token", limit],
    ["push auth:ci", limit],
  ]);
});

test("checkRate() dispatches where the limiter fails, and warns once", async () => {
  const rateLimiter = { take: () => Promise.reject(new Error("down")) };
  const harness = create(limited, { ingress: { rateLimiter } });
  expect(await statuses(harness, 3)).toEqual([202, 202, 202]);
  expect(harness.warnings).toEqual([expect.stringContaining("The rate limiter failed")]);
});

test("checkRate() answers 503 to a sender that switches a hook off on 4xx", async () => {
  const auth = { provider: "gitlab", token: "a-token-of-the-route-itself" };
  const harness = create({ ...limited, rateLimit: { events: 1, perSeconds: 60 }, auth });
  const headers = { "x-gitlab-token": auth.token };
  expect((await harness.send({ ...ci, headers })).status).toBe(202);
  const answer = await harness.send({ ...ci, headers, body: `{"n":2}` });
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "60" } });
  expect(bodyOf(answer)).toMatchObject({ code: "rate_limited" });
});
