import { expect, test } from "vitest";
import { BEARER, bodyOf, createHarness, TOKEN } from "../../test/ingress/harness.ts";
import { compileHooks } from "../engine.ts";
import { createIngress } from "./create-ingress.ts";

const agent = { target: "/hooks/agent", body: '{"message":"do it"}' };
const mappings = [{ id: "build", match: { path: "ci" }, messageTemplate: "{{job}}" }];

test("dispatchAction() answers with the run id that dispatch was given", async () => {
  const harness = createHarness({ ingress: { randomId: () => "run-1" } });
  expect((await harness.send(agent)).body).toBe('{"ok":true,"runId":"run-1"}');
  const { runId, mappingId } = harness.dispatched[0]?.context ?? {};
  expect({ runId, mappingId }).toEqual({ runId: "run-1", mappingId: undefined });
});

test("dispatchAction() makes an id for a wake only where somebody is told of it", async () => {
  let made = 0;
  const randomId = () => `run-${++made}`;
  const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN } });
  const request = {
    method: "POST",
    target: "/hooks/wake",
    headers: BEARER,
    remoteAddress: undefined,
    readBody: async () => ({ kind: "parsed", value: { text: "hello" } }) as const,
    isGone: () => false,
  };
  await createIngress({ hooks, dispatch: () => undefined, randomId }).receive(request);
  expect(made).toBe(0);
  const told: unknown[] = [];
  const dispatch = (_action: unknown, { runId }: { readonly runId: string }) =>
    void told.push(runId);
  await createIngress({ hooks, dispatch, randomId }).receive(request);
  const observer = ({ runId }: { readonly runId?: string }) => void told.push(runId);
  await createIngress({ hooks, dispatch, observer, randomId }).receive(request);
  expect(told).toEqual(["run-1", "run-2", "run-2"]);
});

test("dispatchAction() answers with the run id of the receipt where there is one", async () => {
  const receipts = [{ runId: "of-the-gateway" }, {}, undefined];
  const harness = createHarness({
    ingress: { randomId: () => "own", dispatch: async () => receipts.shift() },
  });
  const runIds: unknown[] = [];
  for (let sent = 0; sent < 3; sent++) runIds.push(bodyOf(await harness.send(agent)));
  expect(runIds).toEqual([
    { ok: true, runId: "of-the-gateway" },
    { ok: true, runId: "own" },
    { ok: true, runId: "own" },
  ]);
  expect(harness.records.map(({ runId }) => runId)).toEqual(["of-the-gateway", "own", "own"]);
});

test("dispatchAction() gives each action a run id of its own by default", async () => {
  const harness = createHarness();
  const ids = [bodyOf(await harness.send(agent)), bodyOf(await harness.send(agent))];
  expect(new Set(ids.map((body) => JSON.stringify(body))).size).toBe(2);
});

test("dispatchAction() tells dispatch the mapping", async () => {
  const harness = createHarness({ hooks: { mappings } });
  await harness.send({ target: "/hooks/ci", body: '{"job":"tests"}' });
  expect(harness.dispatched[0]?.context.mappingId).toBe("build");
  expect(harness.records[0]).toMatchObject({ mappingId: "build", action: "agent", status: 202 });
});

test("dispatchAction() waits for dispatch before it answers", async () => {
  let accept: () => void = () => undefined;
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  const harness = createHarness({ ingress: { dispatch: () => accepted } });
  let answered = false;
  const sending = harness.send().then((answer) => {
    answered = true;
    return answer;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(answered).toBe(false);
  accept();
  expect((await sending).status).toBe(200);
});

const failures = {
  "throws an error": () => {
    throw new TypeError("gateway down");
  },
  "rejects with an error": () => Promise.reject(new TypeError("gateway down")),
  "rejects with something else": () => Promise.reject("gateway down"),
};

test.each(Object.entries(failures))(
  "dispatchAction() answers 503 where dispatch %s",
  async (_how, dispatch) => {
    const harness = createHarness({ ingress: { dispatch } });
    for (const request of [agent, {}]) {
      const answer = await harness.send(request);
      expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
      expect(bodyOf(answer)).toEqual({
        ok: false,
        error: "The gateway could not take the action; try again.",
        code: "dispatch_failed",
      });
    }
    expect(harness.records).toMatchObject([
      { status: 503, code: "dispatch_failed", detail: expect.any(String) },
      { status: 503, code: "dispatch_failed" },
    ]);
    expect(harness.records[0]).not.toHaveProperty("action");
    expect(harness.records[0]).not.toHaveProperty("runId");
  },
);

test("dispatchAction() waits for whatever can be waited for", async () => {
  // biome-ignore lint/suspicious/noThenProperty: a promise that is none of the runtime's is the case.
  const receipt = { then: (resolve: (value: object) => void) => resolve({ runId: "later" }) };
  const harness = createHarness({
    ingress: { dispatch: () => receipt as unknown as Promise<{ runId: string }> },
  });
  expect(bodyOf(await harness.send(agent))).toEqual({ ok: true, runId: "later" });
});

test("dispatchAction() gives a 503 where dispatch throws at once", async () => {
  const dispatch = () => {
    throw new Error("full");
  };
  const harness = createHarness({ ingress: { dispatch } });
  expect((await harness.send(agent)).status).toBe(503);
  expect(harness.records[0]).toMatchObject({ status: 503, detail: "Error: full" });
});
