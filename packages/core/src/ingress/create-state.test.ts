import { expect, test } from "vitest";
import { createHarness, TOKEN } from "../../test/ingress/harness.ts";
import { compileHooks } from "../engine.ts";
import { createState } from "./create-state.ts";

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

test("createState() takes a limit that no timer knows for the longest that one does", () => {
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
  "createIngress() answers as ever where the observer %s, and warns",
  async (_how, observer) => {
    const harness = createHarness({ ingress: { observer } });
    expect((await harness.send()).status).toBe(200);
    expect(harness.warnings).toEqual(["The observer failed; the record of a request is lost."]);
  },
);

test("createIngress() answers as ever where the log throws", async () => {
  const harness = createHarness({ ingress: { observer: failing.throws, warn: failing.throws } });
  const answer = await harness.send({ target: `/hooks/wake?token=${TOKEN}`, headers: {} });
  expect(answer.status).toBe(200);
});
