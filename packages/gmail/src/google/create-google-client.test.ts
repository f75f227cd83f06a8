import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import type { Timer } from "@hookwright/base";
import type { Time } from "@hookwright/node-kit/clock";
import { OAuth2Client } from "google-auth-library";
import { afterEach, describe, expect, test } from "vitest";
import type { MailFailure } from "../model/failure.ts";
import type { GoogleRequest } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { createGoogleClient } from "./create-google-client.ts";
import { repeat, waitOf } from "./create-repeating-send.ts";
import { importGoogleAuth } from "./import-google-auth.ts";

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
type Seen = { url: string; token: string | undefined; body: string };
type Answerer = (seen: Seen) => Reply | undefined;

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

async function serve(answer: Answerer): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request);
    seen.push(one);
    const reply = answer(one);
    if (reply === undefined) return;
    const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.body === undefined ? "" : text);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function read(request: IncomingMessage): Promise<Seen> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return { url: request.url ?? "", token: request.headers.authorization, body };
}

const REFRESH_TOKEN = "1//a-refresh-token";

async function clientOf(
  answer: Answerer,
  token: (refreshes: number) => Reply = (n) => ({
    status: 200,
    body: { access_token: `fresh-${n}`, expires_in: 3599, token_type: "Bearer" },
  }),
  credentials: object = { access_token: "old", expiry_date: Date.now() + 3_000_000 },
) {
  let refreshes = 0;
  const tokens = await serve(() => {
    refreshes += 1;
    return token(refreshes);
  });
  const google = await serve(answer);
  const auth = new OAuth2Client({
    clientId: "id",
    clientSecret: "a-client-secret",
    endpoints: { oauth2TokenUrl: `${tokens.url}/token` },
  });
  auth.setCredentials({ refresh_token: REFRESH_TOKEN, ...credentials });
  const send = createGoogleClient({
    clients: { gmail: auth, pubsub: auth },
    baseUrls: { gmail: google.url, pubsub: google.url },
  });
  return { send, seen: google.seen, tokens: tokens.seen };
}

const GET: GoogleRequest = {
  service: "gmail",
  method: "GET",
  path: "/gmail/v1/users/me/history",
  signal: new AbortController().signal,
};

const gmailError = (code: number, reason: string, message = "Said by Google."): Reply => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: "usageLimits", reason }] } },
});
const pubsubError = (code: number, status: string, message = "Said by Google."): Reply => ({
  status: code,
  body: { error: { code, message, status } },
});

describe("createGoogleClient()", () => {
  test("sends lists as repeated parameters, a body as JSON, and the token in a header", async () => {
    const { send, seen } = await clientOf(() => ({ status: 200, body: { historyId: "7" } }));
    const query = { startHistoryId: "5", historyTypes: ["messageAdded", "labelAdded"] };
    expect(await send({ ...GET, query })).toEqual({ ok: true, value: { historyId: "7" } });
    expect(seen[0]?.url).toBe(
      "/gmail/v1/users/me/history?startHistoryId=5&historyTypes=messageAdded&historyTypes=labelAdded",
    );
    expect(seen[0]?.token).toBe("Bearer old");
    await send({ ...GET, service: "pubsub", method: "POST", path: "/x", body: { maxMessages: 5 } });
    expect(seen[1]?.body).toBe('{"maxMessages":5}');
  });

  test("takes an empty answer and 204 as an empty object", async () => {
    const { send } = await clientOf(({ url }) => ({ status: url === "/a" ? 204 : 200 }));
    expect(await send({ ...GET, path: "/a" })).toEqual({ ok: true, value: {} });
    expect(await send({ ...GET, path: "/b" })).toEqual({ ok: true, value: {} });
  });

  test("reports a response that is not JSON as unavailable, not empty", async () => {
    const { send } = await clientOf(({ url }) => ({
      status: 200,
      body: url === "/a" ? '{"his' : '"text"',
    }));
    for (const path of ["/a", "/b"]) {
      expect(await send({ ...GET, path })).toMatchObject({
        ok: false,
        failure: { code: "unavailable", status: 200 },
      });
    }
  });

  test("createGoogleClient(): a 401 gets one fresh token; a second 401 needs a login", async () => {
    const ends = await clientOf(({ token }) =>
      token === "Bearer old" ? gmailError(401, "authError") : { status: 200, body: {} },
    );
    expect(await ends.send(GET)).toEqual({ ok: true, value: {} });
    expect(ends.seen.map(({ token }) => token)).toEqual(["Bearer old", "Bearer fresh-1"]);
    const refused = await clientOf(() => gmailError(401, "authError"));
    expect(await refused.send(GET)).toMatchObject({
      ok: false,
      failure: { code: "needs_login", status: 401, reason: "authError" },
    });
    expect(refused.seen).toHaveLength(2);
    expect(refused.tokens).toHaveLength(1);
  });

  test("requests that meet a 401 together ask for one fresh token", async () => {
    const { send, tokens } = await clientOf(({ token }) =>
      token === "Bearer old" ? gmailError(401, "authError") : { status: 200, body: {} },
    );
    const results = await Promise.all([send(GET), send(GET), send(GET)]);
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(tokens).toHaveLength(1);
  });

  test("createGoogleClient(): invalid_grant needs a login, names four reasons, and shows no secret", async () => {
    const { send } = await clientOf(
      () => ({ status: 200, body: {} }),
      () => ({ status: 400, body: { error: "invalid_grant", error_description: "Bad Request" } }),
      { expiry_date: 1 },
    );
    const result = await send(GET);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "needs_login", reason: "invalid_grant", status: 400 },
    });
    for (const reason of ["Testing", "revoked", "password", "6 months"]) {
      expect(inspect(result, { depth: 9 })).toContain(reason);
    }
    expect(inspect(result, { depth: 9 })).not.toMatch(/a-refresh-token|a-client-secret/);
  });

  test("other refusals of the token service say what to do", async () => {
    const cases = [
      [{ status: 401, body: { error: "invalid_client" } }, "forbidden", "id and secret"],
      [{ status: 400, body: { error: "unauthorized_client" } }, "forbidden", "delegation"],
      [{ status: 418, body: "<html>" }, "forbidden", "id and secret"],
    ] as const;
    for (const [reply, code, hint] of cases) {
      const { send } = await clientOf(
        () => ({ status: 200, body: {} }),
        () => reply,
        { expiry_date: 1 },
      );
      const failure = { code, hint: expect.stringContaining(hint) };
      expect(await send(GET)).toMatchObject({ ok: false, failure });
    }
  });

  test("a client without any token needs a login", async () => {
    const { send } = await clientOf(() => ({ status: 200, body: {} }), undefined, {
      refresh_token: undefined,
    });
    expect(await send(GET)).toMatchObject({ ok: false, failure: { code: "needs_login" } });
  });

  test.each([
    [gmailError(403, "rateLimitExceeded"), { code: "quota" }],
    [gmailError(403, "userRateLimitExceeded"), { code: "quota" }],
    [gmailError(429, "rateLimitExceeded"), { code: "quota" }],
    [
      { status: 429, body: "slow down" },
      { code: "quota", message: /status 429/ },
    ],
    [gmailError(403, "dailyLimitExceeded"), { code: "quota", retryAfterMs: 3_600_000 }],
    [gmailError(403, "insufficientPermissions"), { code: "needs_login", hint: /every box/ }],
    [
      pubsubError(403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT"),
      { code: "needs_login", hint: /every box/ },
    ],
    [
      gmailError(
        403,
        "accessNotConfigured",
        "See https://console.developers.google.com/apis/x then",
      ),
      { code: "forbidden", hint: /https:\/\/console\.developers\.google\.com\/apis\/x$/ },
    ],
    [
      pubsubError(403, "SERVICE_DISABLED"),
      { code: "forbidden", hint: /https:\/\/console\.cloud\.google\.com\/apis\/library/ },
    ],
    [gmailError(403, "domainPolicy"), { code: "forbidden", hint: /administrator/ }],
    [gmailError(400, "failedPrecondition"), { code: "invalid", hint: /no Gmail mailbox/ }],
    [gmailError(400, "invalidArgument"), { code: "invalid", reason: "invalidArgument" }],
    [gmailError(404, "notFound"), { code: "not_found" }],
    [gmailError(500, "backendError"), { code: "unavailable" }],
    [{ status: 408, body: {} }, { code: "unavailable" }],
    [{ status: 502, body: "<html>" }, { code: "unavailable" }],
    [{ status: 504, body: {} }, { code: "unavailable" }],
    [pubsubError(409, "ALREADY_EXISTS"), { code: "exists" }],
    [pubsubError(409, "ABORTED"), { code: "conflict" }],
    [{ status: 409, body: {} }, { code: "conflict" }],
    [pubsubError(403, "PERMISSION_DENIED"), { code: "forbidden", reason: "PERMISSION_DENIED" }],
    [pubsubError(400, "FAILED_PRECONDITION"), { code: "invalid", reason: "FAILED_PRECONDITION" }],
    [pubsubError(429, "RESOURCE_EXHAUSTED"), { code: "quota" }],
    [pubsubError(499, "CANCELLED"), { code: "unavailable" }],
    [
      { ...pubsubError(503, "UNAVAILABLE"), headers: { "retry-after": "7" } },
      { retryAfterMs: 7_000 },
    ],
    [
      gmailError(429, "rateLimitExceeded", "Retry after 2999-01-01T00:00:00.000Z"),
      { code: "quota" },
    ],
  ] as const)("section 1: %j", async (reply, expected) => {
    const { send, seen, tokens } = await clientOf(() => reply as Reply);
    const result = await send(GET);
    if (result.ok) throw new Error("it succeeded");
    for (const [key, value] of Object.entries(expected)) {
      const actual = result.failure[key as keyof typeof result.failure];
      if (value instanceof RegExp) expect(actual).toMatch(value);
      else expect(actual).toBe(value);
    }
    // 0.5: the library repeats nothing, and gets no fresh token because of a 403.
    expect(seen).toHaveLength(1);
    expect(tokens).toHaveLength(0);
  });

  test("the reason ACCESS_TOKEN_SCOPE_INSUFFICIENT and the activation link are found in details", async () => {
    const details = [
      {
        reason: "SERVICE_DISABLED",
        metadata: { activationUrl: "https://console.cloud.google.com/apis/y?project=1" },
      },
    ];
    const { send } = await clientOf(() => ({
      status: 403,
      body: { error: { code: 403, message: "Off.", status: "PERMISSION_DENIED", details } },
    }));
    expect(await send(GET)).toMatchObject({
      failure: { code: "forbidden", hint: expect.stringContaining("/apis/y?project=1") },
    });
  });

  test("a sentence of Google's becomes one line of 300 characters", async () => {
    const { send } = await clientOf(() => gmailError(400, "x", `a\u001b\n\n${"b".repeat(900)}`));
    const result = await send(GET);
    expect(result.ok || result.failure.message).toBe(`a ${"b".repeat(298)}`);
  });

  test("no answer in time, a stop and a closed port are unavailable", async () => {
    const { send } = await clientOf(() => undefined);
    expect(await send({ ...GET, timeoutMs: 20 })).toMatchObject({
      failure: { code: "unavailable", message: expect.stringContaining("in time") },
    });
    expect(await send({ ...GET, signal: AbortSignal.abort() })).toMatchObject({
      failure: { code: "unavailable" },
    });
    // node-fetch alone would end the process here.
    const stopped = {
      method: "POST",
      body: { ackIds: ["a"] },
      signal: AbortSignal.abort(),
    } as const;
    expect(await send({ ...GET, ...stopped })).toMatchObject({ failure: { code: "unavailable" } });
    const auth = new OAuth2Client();
    auth.setCredentials({ access_token: "t" });
    const closed = createGoogleClient({
      clients: { gmail: auth, pubsub: auth },
      baseUrls: { gmail: "http://127.0.0.1:1" },
    });
    expect(await closed(GET)).toMatchObject({
      failure: { code: "unavailable", reason: "ECONNREFUSED" },
    });
  });
});

test("0.3: importGoogleAuth() switches the library's own log off, which prints tokens", async () => {
  process.env["GOOGLE_SDK_NODE_LOGGING"] = "all";
  await importGoogleAuth();
  expect(process.env["GOOGLE_SDK_NODE_LOGGING"]).toBeUndefined();
});

const failed = (failure: Partial<MailFailure>): MailResult<string> => ({
  ok: false,
  failure: { code: "unavailable", message: "No.", ...failure },
});
const never = new AbortController().signal;

function setUp(results: readonly MailResult<string>[]) {
  const waits: number[] = [];
  const time: Time = {
    clock: () => 0,
    random: () => 0.5,
    timer: (task, ms) => {
      waits.push(ms);
      queueMicrotask(task);
      return () => undefined;
    },
  };
  let calls = 0;
  const run = async (): Promise<MailResult<string>> => {
    calls += 1;
    return results[Math.min(calls, results.length) - 1] ?? failed({});
  };
  return { waits, time, run, calls: () => calls };
}

test("repeat() waits 1 s, doubled up to 60 s, and tells each wait", async () => {
  const { waits, time, run } = setUp([
    ...Array.from({ length: 8 }, () => failed({})),
    { ok: true, value: "done" },
  ]);
  const told: number[] = [];
  const options = { time, signal: never, onWait: (_: MailFailure, ms: number) => told.push(ms) };
  expect(await repeat(run, options)).toEqual({ ok: true, value: "done" });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(told).toEqual(waits);
});

test("repeat() waits as long as the service asks for, and leaves a longer wait to its caller", async () => {
  const day = setUp([
    failed({ code: "quota", retryAfterMs: 3_600_000 }),
    failed({ code: "invalid" }),
  ]);
  await repeat(day.run, { time: day.time, signal: never });
  expect(day.waits).toEqual([3_600_000]);
  const short = setUp([failed({ code: "quota", retryAfterMs: 3_600_000 })]);
  const result = await repeat(short.run, { time: short.time, signal: never, maxWaitMs: 60_000 });
  expect(result).toMatchObject({ ok: false, failure: { code: "quota" } });
  expect(short.waits).toEqual([]);
});

test("repeat() gives back what no repetition helps, and the last of so many tries", async () => {
  const final = setUp([failed({ code: "needs_login" })]);
  await repeat(final.run, { time: final.time, signal: never });
  expect(final.calls()).toBe(1);
  const thrice = setUp([failed({})]);
  await repeat(thrice.run, { time: thrice.time, signal: never, maxTries: 3 });
  expect(thrice.calls()).toBe(3);
});

test("repeat() ends with the last failure when it is stopped, before a wait or in one", async () => {
  const stopped = setUp([failed({})]);
  await repeat(stopped.run, { time: stopped.time, signal: AbortSignal.abort() });
  expect([stopped.calls(), stopped.waits]).toEqual([1, []]);
  const stop = new AbortController();
  const during = setUp([failed({})]);
  const timer: Timer = () => {
    queueMicrotask(() => stop.abort());
    return () => undefined;
  };
  const time = { ...during.time, timer };
  expect(await repeat(during.run, { time, signal: stop.signal })).toMatchObject({ ok: false });
  expect(during.calls()).toBe(1);
});

test("waitOf() spreads a wait by a fifth", () => {
  expect(waitOf({}, 1, { random: () => 0 })).toBe(800);
  expect(waitOf({}, 100, { random: () => 0.999999 })).toBe(72_000);
  expect(waitOf({ retryAfterMs: 9e9 }, 1, { random: () => 0 })).toBe(3_600_000);
});
