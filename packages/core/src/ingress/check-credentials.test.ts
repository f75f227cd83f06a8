import { expect, test } from "vitest";
import {
  BEARER,
  bodyOf,
  createHarness,
  type SentRequest,
  TOKEN,
} from "../../test/ingress/harness.ts";
import { compileHooks } from "../engine.ts";

const wrong: SentRequest = { headers: { authorization: "Bearer wrong" } };

test("checkCredentials() refuses a missing and a wrong token alike", async () => {
  const harness = createHarness();
  for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: `${TOKEN}` }]) {
    const answer = await harness.send({ headers });
    expect(answer).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(bodyOf(answer)).toEqual({
      ok: false,
      error: "Missing or wrong credentials.",
      code: "unauthorized",
    });
  }
});

test.each([
  ["a part of it", TOKEN.slice(0, -1)],
  ["more than it", `${TOKEN}x`],
  ["another case of it", TOKEN.toUpperCase()],
  ["it twice", `${TOKEN}${TOKEN}`],
])("checkCredentials() refuses %s", async (_what, token) => {
  const answer = await createHarness().send({ headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test("checkCredentials() does not look behind a wrong token for a right one", async () => {
  const headers = { authorization: "Bearer wrong", "x-gateway-token": TOKEN };
  const answer = await createHarness().send({ headers, target: `/hooks/wake?token=${TOKEN}` });
  expect(answer.status).toBe(401);
});

test("checkCredentials() accepts header names of the option in any case", async () => {
  const harness = createHarness({ ingress: { tokenHeaders: ["X-OpenClaw-Token"] } });
  const answer = await harness.send({ headers: { "x-openclaw-token": TOKEN } });
  expect(answer.status).toBe(200);
});

test("checkCredentials() keeps the body of a stranger unread", async () => {
  const harness = createHarness();
  await harness.send({ ...wrong, body: { kind: "too-large" } });
  await harness.send({ headers: {}, target: "/hooks/unknown" });
  expect(harness.bodyReads).toEqual([]);
  expect(harness.dispatched).toEqual([]);
});

test("checkCredentials() answers 429 with Retry-After after 20 failures of a client", async () => {
  const now = 1_020_000;
  const harness = createHarness({ ingress: { clock: () => now } });
  for (let failure = 1; failure <= 20; failure++) {
    expect((await harness.send(wrong)).status).toBe(401);
  }
  const answer = await harness.send(wrong);
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect(bodyOf(answer)).toMatchObject({ ok: false, code: "too_many_failures" });
  expect((await harness.send({ ...wrong, remoteAddress: "192.0.2.2" })).status).toBe(401);
});

test("checkCredentials() lets a right token pass after any number of failures", async () => {
  const harness = createHarness();
  for (let failure = 0; failure < 30; failure++) await harness.send(wrong);
  expect((await harness.send()).status).toBe(200);
  // Its success does not forgive the others: one of them may guess from behind the same proxy.
  expect((await harness.send(wrong)).status).toBe(429);
});

test.each([
  ["::ffff:192.0.2.9", "192.0.2.9"],
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
  ["192.0.2.9:1000", "192.0.2.9:2000"],
])("checkCredentials() counts %s and %s as one client", async (one, other) => {
  const harness = createHarness();
  for (let failure = 0; failure < 20; failure++) {
    expect((await harness.send({ ...wrong, remoteAddress: one })).status).toBe(401);
  }
  expect((await harness.send({ ...wrong, remoteAddress: other })).status).toBe(429);
});

test("checkCredentials() takes no token from the query where the config says so", async () => {
  const query: SentRequest = { headers: {}, target: `/hooks/wake?token=${TOKEN}` };
  const send = (queryToken: boolean, option: boolean) =>
    createHarness({ hooks: { queryToken }, ingress: { queryToken: option } }).send(query);
  expect((await send(true, true)).status).toBe(200);
  expect((await send(false, true)).status).toBe(401);
  expect((await send(true, false)).status).toBe(401);
});

test("checkCredentials() counts clients without an address together", async () => {
  const harness = createHarness();
  for (let failure = 0; failure < 20; failure++) {
    await harness.send({ ...wrong, remoteAddress: undefined });
  }
  expect((await harness.send({ ...wrong, remoteAddress: undefined })).status).toBe(429);
});

test("checkCredentials() counts with the throttle of the option", async () => {
  const calls: string[] = [];
  const throttle = {
    fail: (client: string) => calls.push(client) * 7,
  };
  const harness = createHarness({ ingress: { throttle } });
  expect(await harness.send(wrong)).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
  await harness.send({ headers: BEARER });
  expect(calls).toEqual(["192.0.2.1"]);
});

test("checkCredentials() waits for a throttle on another machine", async () => {
  const counts = new Map<string, number>();
  const fail = async (client: string) => {
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count > 2 ? 6.2 : 0;
  };
  const harness = createHarness({ ingress: { throttle: { fail } } });
  const statuses: number[] = [];
  for (let at = 0; at < 3; at++) statuses.push((await harness.send(wrong)).status);
  expect(statuses).toEqual([401, 401, 429]);
  expect((await harness.send(wrong)).headers["retry-after"]).toBe("7");
  expect((await harness.send()).status).toBe(200);
  expect([...counts]).toEqual([["192.0.2.1", 4]]);
});

test("checkCredentials() answers 401 where the throttle fails, and warns once", async () => {
  const fail = () => Promise.reject(new Error("down"));
  const harness = createHarness({ ingress: { throttle: { fail } } });
  for (let at = 0; at < 3; at++) expect((await harness.send(wrong)).status).toBe(401);
  expect(harness.warnings).toEqual([expect.stringContaining("The throttle failed")]);
});

test("checkCredentials() has the limits of the hooks in use", async () => {
  const hooks = (failures: number) =>
    compileHooks({ hooks: { enabled: true, token: TOKEN, throttle: { failures } } });
  let current = hooks(1);
  const harness = createHarness({ ingress: { hooks: () => current } });
  expect((await harness.send(wrong)).status).toBe(401);
  expect((await harness.send(wrong)).status).toBe(429);
  current = hooks(2);
  expect((await harness.send(wrong)).status).toBe(401);
  expect((await harness.send(wrong)).status).toBe(401);
  expect((await harness.send(wrong)).status).toBe(429);
});
