import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import { bodyOf, createHarness, type HarnessOptions } from "../../../test/ingress/harness.ts";
import { createRateLimiter, createThrottle, createThrottles } from "./throttle.ts";

const limits = { maxFailures: 3, windowMs: 10_000 };

function failures(throttle: { fail: (client: string) => number }, client: string, count: number) {
  return Array.from({ length: count }, () => throttle.fail(client));
}

test("createThrottle() returns the seconds until the window ends, once there were too many", () => {
  let now = 20_000;
  const throttle = createThrottle(() => now, limits);
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
  now = 29_001;
  expect(throttle.fail("a")).toBe(1);
  now = 29_999;
  expect(throttle.fail("a")).toBe(1);
});

test("createThrottle() starts anew when the window is over", () => {
  let now = 5_000;
  const throttle = createThrottle(() => now, limits);
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 5]);
  now = 10_000;
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() starts anew when the clock is set back", () => {
  let now = 3_600_000;
  const throttle = createThrottle(() => now, limits);
  failures(throttle, "a", 4);
  now = 0;
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() counts each client for itself", () => {
  const throttle = createThrottle(() => 0, limits);
  failures(throttle, "a", 3);
  expect(throttle.fail("b")).toBe(0);
  expect(throttle.fail("a")).toBe(10);
});

test("createThrottle() counts clients that share a counter together", () => {
  const throttle = createThrottle(() => 0, { ...limits, counters: 1 });
  expect(["a", "b", "c", "d"].map(throttle.fail)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() counts more failures than 16 bits hold", () => {
  const throttle = createThrottle(() => 0, limits);
  expect(failures(throttle, "a", 70_000).lastIndexOf(0)).toBe(2);
});

test("createThrottle() keeps counting a client while many others fail", () => {
  const throttle = createThrottle(() => 0, limits);
  failures(throttle, "a", 4);
  for (let number = 0; number < 100_000; number++) throttle.fail(`192.0.2.1:${number}`);
  expect(throttle.fail("a")).toBe(10);
});

test("createThrottle() never counts too little, for any number of clients and counters", () => {
  const attempts = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 0, max: 4_000 })));
  fc.assert(
    fc.property(attempts, fc.integer({ min: 1, max: 4 }), (all, counters) => {
      let now = 0;
      const throttle = createThrottle(() => now, { ...limits, counters });
      const alone = new Map<string, ReturnType<typeof createThrottle>>();
      for (const [number, elapsed] of all) {
        now += elapsed;
        const client = `192.0.2.${number}`;
        const own = alone.get(client) ?? createThrottle(() => now, limits);
        alone.set(client, own);
        expect(throttle.fail(client)).toBeGreaterThanOrEqual(own.fail(client));
      }
    }),
  );
});

test("createThrottles() keeps the counts while the limits stay the same", () => {
  const throttleOf = createThrottles(() => 0);
  const throttle = throttleOf(limits);
  expect(throttleOf({ ...limits })).toBe(throttle);
  expect(throttleOf({ ...limits, maxFailures: 2 })).not.toBe(throttle);
  const other = throttleOf(limits);
  expect(throttleOf({ ...limits, windowMs: 20_000 })).not.toBe(other);
});

// Many failures of one address on signed routes get a 429, and the real sender behind it does not.

const SECRET = "secret-of-the-signed-routes";
const BODY = '{"action":"opened"}';

const sign = (secret: string): Record<string, string> => {
  const hmac = createHmac("sha256", secret).update(BODY).digest("hex");
  return { "x-hub-signature-256": `sha256=${hmac}` };
};

const RIGHT = { target: "/hooks/a", headers: sign(SECRET), body: BODY };
const WRONG = { ...RIGHT, headers: sign("another-secret") };

function create(ingress: HarnessOptions["ingress"] = {}) {
  const auth = { provider: "github", secret: SECRET };
  return createHarness({
    hooks: { mappings: [{ id: "a", match: { path: "a" }, auth, messageTemplate: "{{action}}" }] },
    ingress,
  });
}

test("authenticate() accepts a right signature after any number of wrong ones from the same address", async () => {
  const harness = create();
  const statuses: number[] = [];
  for (let at = 0; at < 25; at++) statuses.push((await harness.send(WRONG)).status);
  expect(statuses.slice(19, 21)).toEqual([401, 429]);
  expect((await harness.send(RIGHT)).status).toBe(202);
  // The same answer as for a token that is wrong, and a name that nobody has.
  const refused = await harness.send(WRONG);
  for (const target of ["/hooks/wake", "/hooks/unknown"]) {
    const answer = await harness.send({ target, headers: {} });
    expect({ ...answer, headers: {} }).toEqual({ ...refused, headers: {} });
    expect(Object.keys(answer.headers)).toEqual(Object.keys(refused.headers));
  }
});

test("authenticate() does not wait for a throttle that hangs", async () => {
  const time = createFakeTime();
  const fail = () => new Promise<number>(() => undefined);
  const harness = create({ throttle: { fail }, clock: time.clock, timer: time.timer });
  const answers: unknown[] = [];
  void harness.send(WRONG).then((answer) => answers.push(answer));
  await vi.waitFor(() => expect(time.timersRunning()).toBe(1), { timeout: 60_000 });
  await time.advance(1_000);
  await expect.poll(() => answers).toMatchObject([{ status: 401 }]);
  expect(time.timersRunning()).toBe(0);
});

/** Two a second, three at once. */
const limit = { intervalMs: 500, burst: 3 };

test("createRateLimiter() accepts a burst at once, then one in each interval", () => {
  let now = 1_000_000;
  const limiter = createRateLimiter(() => now);
  const take = () => limiter.take("a", limit);
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  now += 499;
  expect(take()).toBe(1);
  now += 1;
  expect([take(), take()]).toEqual([0, 1]);
  now += 3_600_000;
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
});

test("createRateLimiter() returns the seconds until the next event may come", () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const slow = { intervalMs: 10_000, burst: 1 };
  expect([limiter.take("a", slow), limiter.take("a", slow)]).toEqual([0, 10]);
  now = 8_500;
  expect(limiter.take("a", slow)).toBe(2);
  now = 10_000;
  expect(limiter.take("a", slow)).toBe(0);
});

test("createRateLimiter() counts each key for itself", () => {
  const limiter = createRateLimiter(() => 0);
  const one = { intervalMs: 1_000, burst: 1 };
  expect(["a", "b", "a"].map((key) => limiter.take(key, one))).toEqual([0, 0, 1]);
});

test("createRateLimiter() never waits longer than for a full burst when the clock is set back", () => {
  let now = 3_600_000;
  const limiter = createRateLimiter(() => now);
  for (let at = 0; at < 4; at++) limiter.take("a", limit);
  now = 0;
  expect(limiter.take("a", limit)).toBe(1);
  now = 500;
  expect(limiter.take("a", limit)).toBe(0);
});

test("createRateLimiter() forgets the oldest key beyond its bound", () => {
  const limiter = createRateLimiter(() => 0, 2);
  const one = { intervalMs: 1_000, burst: 1 };
  for (const key of ["a", "b", "c"]) limiter.take(key, one);
  expect(["b", "c"].map((key) => limiter.take(key, one))).toEqual([1, 1]);
  expect(limiter.take("a", one)).toBe(0);
});

test("createRateLimiter() never accepts more than the burst and one for each interval", () => {
  const steps = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 200 });
  const limits = fc.record({
    intervalMs: fc.constantFrom(1_000 / 3, 1, 250, 999.9),
    burst: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(steps, limits, (waits, chosen) => {
      let now = 0;
      const limiter = createRateLimiter(() => now);
      const taken: number[] = [];
      for (const wait of waits) {
        now += wait;
        if (limiter.take("a", chosen) === 0) taken.push(now);
      }
      for (const [from, start] of taken.entries()) {
        const most = Math.floor((now - start) / chosen.intervalMs + 1e-3) + chosen.burst;
        expect(taken.length - from).toBeLessThanOrEqual(most);
      }
    }),
  );
});

const push = { id: "push", match: { path: "ci" }, messageTemplate: "{{n}}" } as const;
const limited = { ...push, rateLimit: { events: 2, perSeconds: 60 } } as const;
const ci = { target: "/hooks/ci", body: '{"n":1}' };

function createLimited(mapping: object, options: HarnessOptions = {}) {
  return createHarness({ ...options, hooks: { mappings: [mapping] } });
}

async function statuses(harness: ReturnType<typeof createHarness>, count: number, request = ci) {
  const all: number[] = [];
  for (let at = 0; at < count; at++) all.push((await harness.send(request)).status);
  return all;
}

test("checkRate() answers 429 with the time to wait, and goes on afterwards", async () => {
  let now = 0;
  const harness = createLimited(limited, { ingress: { clock: () => now } });
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
  const harness = createLimited({ ...push, rateLimit: { events: 1, burst: 3 } });
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
  const harness = createLimited({ ...limited, forEach: "list", messageTemplate: "{{n}}" });
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
  const harness = createLimited({ ...limited, auth }, { ingress: { rateLimiter } });
  expect((await harness.send(ci)).status).toBe(202);
  const answer = await harness.send({ ...ci, headers: { "x-key": auth.token } });
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
  const limit = { intervalMs: 30_000, burst: 2 };
  expect(asked).toEqual([
    ["push token", limit],
    ["push auth:ci", limit],
  ]);
});

test("checkRate() dispatches if the limiter fails, and warns once", async () => {
  const rateLimiter = { take: () => Promise.reject(new Error("down")) };
  const harness = createLimited(limited, { ingress: { rateLimiter } });
  expect(await statuses(harness, 3)).toEqual([202, 202, 202]);
  expect(harness.warnings).toEqual([expect.stringContaining("The rate limiter failed")]);
});

test("checkRate() answers 503 to a sender that switches a hook off on 4xx", async () => {
  const auth = { provider: "gitlab", token: "a-token-of-the-route-itself" };
  const harness = createLimited({ ...limited, rateLimit: { events: 1, perSeconds: 60 }, auth });
  const headers = { "x-gitlab-token": auth.token };
  expect((await harness.send({ ...ci, headers })).status).toBe(202);
  const answer = await harness.send({ ...ci, headers, body: `{"n":2}` });
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "60" } });
  expect(bodyOf(answer)).toMatchObject({ code: "rate_limited" });
});
