import { expect, test } from "vitest";
import { createGate } from "../../../../../tools/test-support/gate.ts";
import { createFakeTime } from "../../../test/ingress/fake-time.ts";
import { BEARER, bodyOf, createHarness, TOKEN } from "../../../test/ingress/harness.ts";
import { compileHooks } from "../../compile-hooks.ts";
import { problemToText } from "../../model/index.ts";
import type { Hooks } from "../resolve/hooks.ts";
import { createIngress, createState } from "./create-ingress.ts";
import type { IngressRequest } from "./request.ts";
import { createActivity, createStopSwitch } from "./state.ts";

test("createIngress() uses the clock and the ids that its hooks were compiled with", async () => {
  const compiled = compileHooks(
    {
      hooks: {
        enabled: true,
        token: TOKEN,
        mappings: [{ match: { path: "ci" }, messageTemplate: "{{now}}" }],
      },
    },
    { clock: () => 0, randomId: () => "id-of-the-hooks" },
  );
  for (const hooks of [compiled, () => compiled]) {
    const harness = createHarness({ ingress: { hooks } });
    const answer = await harness.send({ target: "/hooks/ci" });
    expect(bodyOf(answer)).toEqual({ ok: true, runId: "id-of-the-hooks" });
    expect(harness.dispatched[0]?.action.parts[0]?.text).toBe("1970-01-01T00:00:00.000Z");
    expect(harness.records).toMatchObject([{ receivedAt: 0, durationMs: 0 }]);
  }
});

test.each(["/api", "api/", "//api//"])(
  "createIngress() serves hooks below the base path %j of a router",
  async (basePath) => {
    const harness = createHarness({ ingress: { basePath } });
    expect((await harness.send({ target: "/api/hooks/wake" })).status).toBe(200);
    expect(harness.isOurs("/hooks/wake")).toBe(false);
    expect(harness.isOurs("/apis/hooks/wake")).toBe(false);
  },
);

test("createIngress() treats a base path of slashes as none, and applies it before the first hooks", async () => {
  expect((await createHarness({ ingress: { basePath: "/" } }).send()).status).toBe(200);
  const hooks = () => {
    throw new Error("no hooks");
  };
  const harness = createHarness({ ingress: { hooks, basePath: "/api" } });
  expect((await harness.send({ target: "/api/hooks/wake" })).status).toBe(500);
  expect(harness.isOurs("/hooks/wake")).toBe(false);
});

test("createIngress() answers 404 to the base path alone, even if a mapping takes any name", async () => {
  const harness = createHarness({ hooks: { mappings: [{ messageTemplate: "any" }] } });
  expect((await harness.send({ target: "/hooks" })).status).toBe(404);
  expect((await harness.send({ target: "/hooks/" })).status).toBe(404);
  expect((await harness.send({ target: "/hooks/any/name" })).status).toBe(202);
});

test.each([
  ["an error", new RangeError("inner secret")],
  ["something else", "inner secret"],
])("createIngress() answers 500 if a port throws %s, and never rejects", async (_what, thrown) => {
  const hooks = {
    ...compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    verifyToken: () => {
      throw thrown;
    },
  };
  const harness = createHarness({ ingress: { hooks } });
  const answer = await harness.send();
  expect(answer.status).toBe(500);
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The request could not be served.",
    code: "internal_error",
  });
  expect(harness.records).toMatchObject([{ status: 500, code: "internal_error" }]);
  expect(harness.records[0]?.detail).toMatch(/RangeError: inner secret|string/);
});

test("createIngress() asks for its hooks once a request, and serves it to its end by those", async () => {
  const served = (token: string, path: string, text: string) =>
    compileHooks({
      hooks: {
        enabled: true,
        token: `${token}-${TOKEN}`,
        path,
        mappings: [{ match: { path: "ci" }, action: "wake", textTemplate: text }],
      },
    });
  let current = served("old", "/old", "old");
  let asked = 0;
  const harness = createHarness({
    ingress: {
      hooks: () => {
        asked += 1;
        return current;
      },
    },
  });
  const send = (token: string, target: string) =>
    harness.send({ target, headers: { authorization: `Bearer ${token}-${TOKEN}` }, body: "{}" });

  const inFlight = send("old", "/old/ci");
  current = served("new", "/new", "new");
  expect((await inFlight).status).toBe(200);
  expect(asked).toBe(1);
  expect(harness.isOurs("/old/ci")).toBe(false);
  expect((await send("old", "/new/ci")).status).toBe(401);
  expect((await send("new", "/new/ci")).status).toBe(200);
  expect(harness.dispatched.map(({ action }) => action.parts[0]?.text)).toEqual(["old", "new"]);
});

test("createIngress() continues to count failures if its hooks change", async () => {
  const hooks = () => compileHooks({ hooks: { enabled: true, token: TOKEN } });
  const harness = createHarness({ ingress: { hooks } });
  for (let failure = 0; failure < 20; failure++) {
    expect((await harness.send({ headers: {} })).status).toBe(401);
  }
  expect((await harness.send({ headers: {} })).status).toBe(429);
});

test("createIngress() warns in one line of what hooks() throws, once until the hooks are had again", async () => {
  const thrown: unknown[] = [];
  const hooks = () => {
    const [failure] = thrown.splice(0, 1);
    if (failure !== undefined) throw failure;
    return compileHooks({ hooks: { enabled: true, token: TOKEN } });
  };
  const harness = createHarness({ ingress: { hooks } });
  const first = new Error("hooks.token: missing\n  hooks.path: wrong");
  thrown.push(first, first, "a text", undefined, first);
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) statuses.push((await harness.send()).status);
  expect(statuses).toEqual([500, 500, 500, 200, 500]);
  const begin = "hooks() failed, so requests for the hooks get a 500.";
  expect(harness.warnings).toEqual([
    `${begin} Error: hooks.token: missing hooks.path: wrong`,
    `${begin} string`,
    `${begin} Error: hooks.token: missing hooks.path: wrong`,
  ]);
});

test("createIngress() warns of what hooks() throws without the token that served before", async () => {
  let isBroken = false;
  const hooks = () => {
    if (isBroken) throw new Error(`cannot read ${TOKEN}`);
    return compileHooks({ hooks: { enabled: true, token: TOKEN } });
  };
  const harness = createHarness({ ingress: { hooks } });
  await harness.send();
  isBroken = true;
  await harness.send();
  expect(harness.warnings).toHaveLength(1);
  expect(harness.warnings[0]).not.toContain(TOKEN);
});

test.each([
  ["a promise", () => Promise.resolve(compileHooks({}))],
  ["a result", () => ({ ok: true, hooks: compileHooks({}) })],
  ["nothing", () => undefined],
])(
  "createIngress() answers 500 and says what to return if hooks() gives %s",
  async (_what, give) => {
    const harness = createHarness({ ingress: { hooks: give as unknown as () => Hooks } });
    expect((await harness.send()).status).toBe(500);
    expect(harness.warnings).toEqual([
      "hooks() failed, so requests for the hooks get a 500. TypeError: The option hooks has no compiled hooks. Pass what compileHooks returns, or the hooks in the resolved result of loadHooks.",
    ]);
    const hooks = give() as unknown as Hooks;
    expect(() => createIngress({ hooks, dispatch: () => undefined })).toThrow(
      "compileHooks returns",
    );
  },
);

test("createIngress() reports hooks that cannot be loaded, even if the clock fails, too", async () => {
  const fail = (what: string) => () => {
    throw new Error(what);
  };
  const harness = createHarness({ ingress: { hooks: fail("hooks"), clock: fail("clock") } });
  expect((await harness.send()).status).toBe(500);
  expect(harness.warnings).toEqual([
    "hooks() failed, so requests for the hooks get a 500. Error: hooks",
    "The observer failed; the record of a request is lost.",
  ]);
});

test("createIngress() uses the previous hooks to recognize requests for hooks that cannot be loaded", async () => {
  let settings = { enabled: true, path: "/first" };
  let isBroken = false;
  const hooks = () => {
    if (isBroken) throw new Error("the file is being written");
    return compileHooks({ hooks: { ...settings, token: TOKEN } });
  };
  const harness = createHarness({ ingress: { hooks } });
  expect((await harness.send({ target: "/first/wake" })).status).toBe(200);
  isBroken = true;
  expect((await harness.send({ target: "/first/wake" })).status).toBe(500);
  expect(harness.isOurs("/hooks/wake")).toBe(false);
  isBroken = false;
  settings = { enabled: false, path: "/first" };
  expect(harness.isOurs("/first/wake")).toBe(false);
  isBroken = true;
  expect(harness.isOurs("/first/wake")).toBe(false);
});

test("createIngress() answers 500 if the address of the client cannot be read", async () => {
  const records: unknown[] = [];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    dispatch: () => undefined,
    observer: (record) => void records.push(record),
  });
  const answer = await ingress.receive({
    method: "POST",
    target: "/hooks/wake",
    headers: () => ({}),
    remoteAddress: () => {
      throw new TypeError("no such header");
    },
    readBody: async () => ({ kind: "gone" }),
    isGone: () => false,
  });
  expect(answer?.status).toBe(500);
  expect(records).toMatchObject([
    { status: 500, code: "internal_error", detail: "TypeError: no such header" },
  ]);
});

test("createIngress() answers 500 if the clock throws", async () => {
  const clock = () => {
    throw new Error("stopped");
  };
  const harness = createHarness({ ingress: { clock } });
  expect((await harness.send()).status).toBe(500);
  expect(harness.warnings).toEqual(["The observer failed; the record of a request is lost."]);
});

const DISABLED =
  'hooks.enabled: hooks.enabled is not true, so nothing is served. Write "enabled": true into "hooks", and a "token".';

test("createIngress() warns at once of hooks that are not enabled", () => {
  const { warnings } = createHarness({ hooks: { enabled: false } });
  expect(warnings).toEqual([DISABLED]);
  expect(createHarness().warnings).toEqual([]);
});

test("createIngress() warns once of hooks that are not enabled when they are asked for", () => {
  const warnings: string[] = [];
  const ingress = createIngress({
    // Other hooks for each request.
    hooks: () => compileHooks({ hooks: {} }),
    dispatch: () => undefined,
    warn: (message) => warnings.push(message),
  });
  expect(warnings).toEqual([]);
  const request = { method: "POST", target: "/hooks/ci", headers: {}, readBody: () => never };
  for (let count = 0; count < 3; count++) {
    expect(ingress.receive(request as unknown as Parameters<typeof ingress.receive>[0])).toBe(
      undefined,
    );
  }
  expect(warnings).toEqual([DISABLED]);
});

test("createIngress() reports each warning of its hooks once, before the first request", () => {
  const mapping = { match: { path: "ci" }, messageTemplate: "{{job}} is red" };
  const weak = compileHooks({ hooks: { enabled: true, token: "abc", mappings: [mapping] } });
  const { warnings } = createHarness({
    hooks: { token: "abc", mappings: [mapping] },
  });
  expect(warnings).toEqual(weak.warnings.map(problemToText));
  expect(warnings[0]).toContain("hooks.token is shorter than");

  const reported: string[] = [];
  let hooks = weak;
  const ingress = createIngress({
    hooks: () => hooks,
    dispatch: () => undefined,
    warn: (message) => reported.push(message),
  });
  const request = { method: "POST", target: "/other", headers: {}, readBody: () => never };
  const ask = () => ingress.receive(request as unknown as Parameters<typeof ingress.receive>[0]);
  ask();
  // Reloaded with the same warning and another one, then without any, then as at first.
  const copies = [mapping, mapping];
  const doubled = { hooks: { enabled: true, token: "abc", mappings: copies } };
  const [unreachable, short] = compileHooks(doubled).warnings.map(problemToText);
  hooks = compileHooks(doubled);
  ask();
  expect(reported).toEqual([short, unreachable]);
  hooks = compileHooks({ hooks: { enabled: true, token: "a-long-random-text-of-your-own" } });
  ask();
  hooks = weak;
  ask();
  expect(reported).toEqual([short, unreachable, short]);
});

const never = new Promise<never>(() => undefined);

const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN } });

test("createState() has a default for every option", () => {
  const state = createState({ hooks, dispatch: () => undefined });
  expect(state).toMatchObject({
    carriers: { headers: [], query: true },
    bodyTimeoutMs: 15_000,
    dispatchTimeoutMs: 30_000,
    requestTimeoutMs: 30_000,
  });
  expect(state.clock()).toBeCloseTo(Date.now(), -3);
  expect(state.randomId()).toMatch(/^[0-9a-f-]{36}$/);
  expect(state.throttleOf(hooks.throttle).fail("a")).toBe(0);
  state.warnQueryToken("wake");
});

test("createState() reduces a limit to the longest time of a timer", () => {
  const forever = Number.POSITIVE_INFINITY;
  const limits = { dispatchTimeoutMs: forever, requestTimeoutMs: forever };
  expect(createState({ hooks, dispatch: () => undefined, ...limits })).toMatchObject({
    dispatchTimeoutMs: 2_147_483_647,
    requestTimeoutMs: 2_147_483_647,
  });
});

test("createState() counts failures by the clock of the option", () => {
  let now = 0;
  const { throttleOf } = createState({ hooks, dispatch: () => undefined, clock: () => now });
  const throttle = throttleOf(hooks.throttle);
  for (let failure = 0; failure < 20; failure++) throttle.fail("a");
  expect(throttle.fail("a")).toBe(60);
  now = 60_000;
  expect(throttle.fail("a")).toBe(0);
});

const failing = {
  throws: () => {
    throw new Error("disk full");
  },
  rejects: () => Promise.reject(new Error("disk full")),
};

test.each(Object.entries(failing))(
  "createIngress() answers as usual if the observer %s, and warns",
  async (_how, observer) => {
    const harness = createHarness({ ingress: { observer } });
    expect((await harness.send()).status).toBe(200);
    expect(harness.warnings).toEqual(["The observer failed; the record of a request is lost."]);
  },
);

test("createIngress() answers as usual if the log throws", async () => {
  const harness = createHarness({ ingress: { observer: failing.throws, warn: failing.throws } });
  const answer = await harness.send({ target: `/hooks/wake?token=${TOKEN}`, headers: {} });
  expect(answer.status).toBe(200);
});

test("createStopSwitch() calls each listener at each stop, and none that was removed", () => {
  const { onStop, stop } = createStopSwitch();
  const heard: string[] = [];
  onStop(() => heard.push("a"));
  const leave = onStop(() => heard.push("b"));
  stop();
  leave();
  stop();
  expect(heard).toEqual(["a", "b", "a"]);
});

test("createStopSwitch() does not call listeners that are added during a stop", () => {
  const { onStop, stop } = createStopSwitch();
  let late = 0;
  onStop(() => {
    onStop(() => {
      late += 1;
    });
  });
  stop();
  expect(late).toBe(0);
});

test("createIngress() asks for headers and address once, and only for requests to the hooks", async () => {
  const asked: string[] = [];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    dispatch: () => undefined,
  });
  const requestOf = (target: string): IngressRequest => ({
    method: "POST",
    target,
    headers: () => {
      asked.push("headers");
      return BEARER;
    },
    remoteAddress: () => {
      asked.push("address");
      return undefined;
    },
    readBody: async () => ({ kind: "parsed", value: { text: "hello" } }),
    isGone: () => false,
  });
  expect(ingress.receive(requestOf("/other"))).toBe(undefined);
  expect(asked).toEqual([]);
  expect((await ingress.receive(requestOf("/hooks/wake")))?.status).toBe(200);
  expect(asked).toEqual(["headers", "address"]);
});

/** Whether a promise has resolved by the next turns of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  return settled;
}

test("idle() resolves each time if nothing runs", async () => {
  const harness = createHarness();
  await harness.idle();
  await harness.send();
  await harness.send({ headers: {} });
  await harness.idle();
});

test("idle() waits for every request in progress, and for those that come meanwhile", async () => {
  const gates = [createGate(), createGate()];
  const waiting = [...gates];
  const harness = createHarness({ ingress: { dispatch: () => waiting.shift()?.opened } });
  const first = harness.send();
  const idle = Promise.all([harness.idle(), harness.idle()]);
  const second = harness.send();
  gates[0]?.open();
  await first;
  expect(await isSettled(idle)).toBe(false);
  gates[1]?.open();
  await second;
  await idle;
});

test("requests() counts the requests in progress, and no other work", () => {
  const activity = createActivity(createFakeTime().timer);
  activity.begin();
  activity.beginRequest();
  activity.beginRequest();
  activity.endRequest();
  expect(activity.requests()).toBe(1);
});

test("idle() continues to wait if a request comes in the turn in which the last one ended", async () => {
  const time = createFakeTime();
  const gate = createGate();
  const harness = createHarness({
    ingress: { dispatch: () => gate.opened, timer: time.timer, clock: time.clock },
  });
  const idle = harness.idle();
  const request = harness.send();
  await time.advance(0);
  expect(await isSettled(idle)).toBe(false);
  gate.open();
  await request;
  await time.advance(0);
  await idle;
});

test("idle() waits for a dispatch whose sender got a 503", async () => {
  const gate = createGate();
  const harness = createHarness({ ingress: { dispatch: () => gate.opened, dispatchTimeoutMs: 5 } });
  expect((await harness.send()).status).toBe(503);
  const idle = harness.idle();
  expect(await isSettled(idle)).toBe(false);
  gate.open();
  await idle;
});

test("idle() does not count requests that are not for the hooks", async () => {
  const harness = createHarness();
  expect(harness.isOurs("/other")).toBe(false);
  await harness.idle();
});

test("idle() counts a request whose hooks cannot be loaded", async () => {
  const hooks = () => {
    throw new Error("no hooks");
  };
  const harness = createHarness({ ingress: { hooks } });
  expect((await harness.send()).status).toBe(500);
  await harness.idle();
});
