import { expect, test } from "vitest";
import { createFakeTime, letPromisesGoOn } from "../../../test/ingress/fake-time.ts";
import {
  BEARER,
  bodyOf,
  createHarness,
  type Harness,
  type HarnessOptions,
  TOKEN,
} from "../../../test/ingress/harness.ts";
import type { IngressAnswer } from "./request.ts";
import type { Completion, RunFacts } from "./runs-port.ts";

const DONE: RunFacts = { state: "done", deliveries: [{ channel: "telegram", state: "queued" }] };

interface Wait {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly end: (facts: RunFacts | undefined) => void;
  readonly fail: (error: Error) => void;
}

interface WaitingHarness extends Harness {
  readonly waits: Wait[];
  readonly time: ReturnType<typeof createFakeTime>;
  readonly known: Map<string, { readonly facts: RunFacts; readonly proof: string }>;
}

/** The runs `run-1`, `run-2` and so on, whose ends the test says. */
function createWaiting({ ingress, ...options }: HarnessOptions = {}): WaitingHarness {
  const waits: Wait[] = [];
  const known: WaitingHarness["known"] = new Map();
  const time = createFakeTime();
  let runs = 0;
  const completion: Completion = {
    wait: (runId, signal) =>
      new Promise((end, fail) => waits.push({ runId, signal: signal as AbortSignal, end, fail })),
    find: async (runId, proof) => {
      const run = known.get(runId);
      return run?.proof === proof ? run.facts : undefined;
    },
  };
  const harness = createHarness({
    ...options,
    ingress: {
      completion,
      clock: time.clock,
      timer: time.timer,
      randomId: () => `run-${++runs}`,
      ...ingress,
    },
  });
  return { ...harness, waits, time, known };
}

const asking = (fields: object = {}) => ({
  target: "/hooks/agent",
  body: JSON.stringify({ message: "Run the tests.", waitForCompletion: true, ...fields }),
});

test("answerRequest() answers a caller that waits when its run has ended, with its state and deliveries", async () => {
  const harness = createWaiting();
  const sent = harness.send(asking());
  await letPromisesGoOn();
  expect(harness.dispatched).toHaveLength(1);
  expect(harness.records).toEqual([]);
  expect(harness.waits).toMatchObject([{ runId: "run-1" }]);
  await harness.time.advance(90_000);
  harness.waits[0]?.end({ ...DONE, text: "All green." });
  const answer = await sent;
  expect(answer.status).toBe(200);
  expect(answer.body).toBe(
    '{"ok":true,"runId":"run-1","state":"done","text":"All green.","deliveries":[{"channel":"telegram","state":"queued"}]}',
  );
  expect(harness.records).toMatchObject([
    { status: 200, outcome: "action", runId: "run-1", waitMs: 90_000, dispatchMs: 0 },
  ]);
  expect(harness.waits[0]?.signal.aborted).toBe(true);
});

test("answerRequest() waits no longer than timeoutSeconds, and never longer than five minutes, whatever the limits of a dispatch", async () => {
  for (const { fields, seconds } of [
    { fields: {}, seconds: 300 },
    { fields: { timeoutSeconds: 2.5 }, seconds: 2.5 },
    { fields: { timeoutSeconds: 900 }, seconds: 300 },
  ]) {
    const harness = createWaiting({ ingress: { dispatchTimeoutMs: 10, requestTimeoutMs: 10 } });
    const sent = harness.send(asking(fields));
    await letPromisesGoOn();
    await harness.time.advance(seconds * 1_000 - 1);
    expect(harness.records).toEqual([]);
    await harness.time.advance(1);
    expect(await sent).toMatchObject({ status: 202, body: '{"ok":true,"runId":"run-1"}' });
    expect(harness.waits[0]?.signal.aborted).toBe(true);
    expect(harness.time.timersRunning()).toBe(0);
  }
});

test("answerRequest() begins to wait when the request is accepted, and not for one that is not", async () => {
  const fail = () => Promise.reject(new Error("no gateway"));
  const harness = createWaiting({ ingress: { dispatch: fail } });
  expect(await harness.send(asking())).toMatchObject({ status: 503 });
  expect(await harness.send(asking({ message: "" }))).toMatchObject({ status: 400 });
  expect(harness.waits).toEqual([]);
});

test("answerRequest() waits only if waitForCompletion is true, and says so if it is no boolean", async () => {
  const harness = createWaiting();
  expect(await harness.send(asking({ waitForCompletion: false }))).toMatchObject({ status: 202 });
  const wrong = await harness.send(asking({ waitForCompletion: "true" }));
  expect(bodyOf(wrong)).toMatchObject({
    code: "invalid_payload",
    issues: [{ path: "/waitForCompletion" }],
  });
  expect(harness.waits).toEqual([]);
});

test("answerRequest() gives the 202 to a caller whose wait its host ends, and to all when waiting stops or the ingress is aborted", async () => {
  const harness = createWaiting();
  const refused = harness.send(asking());
  await letPromisesGoOn();
  harness.waits[0]?.end(undefined);
  expect(await refused).toMatchObject({ status: 202 });
  const aborted = harness.send(asking());
  await letPromisesGoOn();
  harness.abort();
  expect(await aborted).toMatchObject({ status: 202 });
  const stopped = harness.send(asking());
  await letPromisesGoOn();
  harness.stopWaiting();
  expect(await stopped).toMatchObject({ status: 202 });
  // Later ones do not wait at all.
  expect(await harness.send(asking())).toMatchObject({ status: 202 });
  expect(harness.waits).toHaveLength(3);
  expect(harness.dispatched).toHaveLength(4);
});

test("answerRequest() gives the 202 if the wait fails, and warns once", async () => {
  const harness = createWaiting();
  for (const at of [0, 1]) {
    const sent = harness.send(asking());
    await letPromisesGoOn();
    harness.waits[at]?.fail(new Error("no store"));
    expect(await sent).toMatchObject({ status: 202 });
  }
  expect(harness.warnings).toEqual([expect.stringMatching(/^A wait for the end of a run failed/)]);
});

test("answerRequest() ends the wait of a caller that leaves, and its run goes on", async () => {
  let leave = (): void => undefined;
  const harness = createWaiting();
  const sent = harness.send({
    ...asking(),
    onGone: (listener) => {
      leave = listener;
      return () => undefined;
    },
  });
  await letPromisesGoOn();
  leave();
  await sent;
  expect(harness.waits[0]?.signal.aborted).toBe(true);
  expect(harness.records).toMatchObject([{ outcome: "action", runId: "run-1" }]);
});

test("answerRequest() lets a repeat wait, too, also after the first one has left", async () => {
  const harness = createWaiting();
  const keyed = { ...asking(), headers: { ...BEARER, "idempotency-key": "build 7" } };
  const first = harness.send(keyed);
  await letPromisesGoOn();
  const second = harness.send(keyed);
  await letPromisesGoOn();
  expect(harness.waits.map(({ runId }) => runId)).toEqual(["run-1", "run-1"]);
  for (const { end } of harness.waits) end(DONE);
  expect(await first).toMatchObject({ status: 200 });
  const repeated = await second;
  expect(repeated).toMatchObject({ status: 200, headers: { "idempotent-replayed": "true" } });
  expect(bodyOf(repeated)).toEqual({ ok: true, runId: "run-1", ...DONE });
  expect(harness.dispatched).toHaveLength(1);
});

test("answerRequest() keeps warnings of the request in the answer with the result", async () => {
  const harness = createWaiting();
  const sent = harness.send(asking({ colour: "red" }));
  await letPromisesGoOn();
  harness.waits[0]?.end({ state: "dead", code: "timeout", deliveries: [] });
  expect(bodyOf(await sent)).toEqual({
    ok: true,
    runId: "run-1",
    state: "dead",
    code: "timeout",
    deliveries: [],
    warnings: ['The field "colour" is not known and was ignored.'],
  });
});

test("answerRequest() counts the memory of a body no longer while its sender waits", async () => {
  const large = asking({ message: "x".repeat(900) });
  const harness = createWaiting({ ingress: { trustedBodies: { maxBytes: 2_000 } } });
  const all = [1, 2, 3, 4].map(() => harness.send(large));
  await letPromisesGoOn();
  for (let sent = 0; sent < 4; sent++) {
    const next = harness.send(large);
    await letPromisesGoOn();
    all.push(next);
  }
  expect(harness.waits.length).toBeGreaterThan(4);
  for (const { end } of harness.waits) end(DONE);
  await Promise.all(all);
});

test("answerRequest() refuses to wait without a completion, names the option, and does not start the run", async () => {
  const harness = createHarness();
  const answer = await harness.send(asking());
  expect(answer.status).toBe(400);
  expect(bodyOf(answer)).toMatchObject({
    code: "completion_unavailable",
    error: expect.stringContaining("--dispatch host"),
  });
  expect(harness.dispatched).toEqual([]);
});

test("answerRequest() passes on which credentials a request had, for each value of a rotated token the same", async () => {
  const old = "the-token-before-the-rotation";
  const harness = createHarness({
    hooks: {
      token: [TOKEN, old],
      mappings: [
        {
          match: { path: "ci" },
          auth: { token: "a-token-of-the-sender-alone", header: "x-token", orToken: true },
          messageTemplate: "m",
        },
      ],
    },
  });
  await harness.send();
  await harness.send({ headers: { authorization: `Bearer ${old}` } });
  await harness.send({ target: "/hooks/ci", body: "{}" });
  await harness.send({
    target: "/hooks/ci",
    body: "{}",
    headers: { "x-token": "a-token-of-the-sender-alone" },
  });
  const [first, second, third, own] = harness.dispatched.map(({ context }) => context.proof);
  expect([first, second, third]).toEqual(["token", "token", "token"]);
  expect(own).not.toBe("token");
  expect(own).not.toContain("a-token-of-the-sender-alone");
});

const RUN = { method: "GET", target: "/hooks/runs/run-7" };

test("answerAskedRun() answers with the state of a run, which nobody may store, for GET and HEAD", async () => {
  const harness = createWaiting();
  harness.known.set("run-7", { facts: { state: "running", deliveries: [] }, proof: "token" });
  for (const method of ["GET", "HEAD"]) {
    const answer = await harness.send({ ...RUN, method });
    expect(answer).toMatchObject({
      status: 200,
      headers: { "cache-control": "no-store" },
      body: '{"ok":true,"runId":"run-7","state":"running","deliveries":[]}',
    });
  }
  expect(harness.bodyReads).toEqual([]);
  expect(harness.records).toMatchObject([
    {
      method: "GET",
      name: "runs/run-7",
      route: "runs",
      status: 200,
      lookup: "run",
      runId: "run-7",
    },
    { method: "HEAD", route: "runs", status: 200 },
  ]);
});

test("answerAskedRun() gives one and the same 404 for runs that are unknown, and that came by other credentials", async () => {
  const harness = createWaiting();
  harness.known.set("run-7", { facts: DONE, proof: "auth of github" });
  const answers: IngressAnswer[] = [];
  for (const id of ["run-7", "run-8", "a/b", "%E0%A4%A", "", "x".repeat(300)]) {
    answers.push(await harness.send({ ...RUN, target: `/hooks/runs/${id}` }));
  }
  const [first, ...others] = answers;
  expect(first).toMatchObject({ status: 404, headers: { "cache-control": "no-store" } });
  expect(bodyOf(first as IngressAnswer)).toMatchObject({ code: "run_not_found" });
  // Without an id it is a hook like any other.
  expect(others.map((answer) => answer.status)).toEqual([404, 404, 404, 405, 404]);
  expect(others.slice(0, 3)).toEqual([first, first, first]);
});

test("answerAskedRun() decodes the id of a run", async () => {
  const harness = createWaiting();
  harness.known.set("run 7/ä", { facts: DONE, proof: "token" });
  const answer = await harness.send({ ...RUN, target: "/hooks/runs/run%207%2F%C3%A4?x=1" });
  expect(bodyOf(answer)).toMatchObject({ runId: "run 7/ä", state: "done" });
});

test("answerAskedRun() checks credentials before it looks, counts failures, and takes each value of a rotated token", async () => {
  const asked: string[] = [];
  const harness = createWaiting({
    hooks: { token: [TOKEN, "the-token-before-the-rotation"], throttle: { failures: 2 } },
    ingress: {
      completion: {
        wait: () => undefined,
        find: (runId, proof) => {
          asked.push(`${runId} ${proof}`);
          return DONE;
        },
      },
    },
  });
  const wrong = { ...RUN, headers: { authorization: "Bearer wrong" } };
  const statuses: IngressAnswer[] = [];
  for (let tries = 0; tries < 3; tries++) statuses.push(await harness.send(wrong));
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 429]);
  expect(statuses.map(({ headers }) => headers["cache-control"])).toEqual(
    Array(3).fill("no-store"),
  );
  expect(asked).toEqual([]);
  for (const token of [TOKEN, "the-token-before-the-rotation"]) {
    const right = await harness.send({ ...RUN, headers: { authorization: `Bearer ${token}` } });
    expect(right.status).toBe(200);
  }
  expect(asked).toEqual(["run-7 token", "run-7 token"]);
  const query = await harness.send({ ...RUN, headers: {}, target: `${RUN.target}?token=${TOKEN}` });
  expect(query.headers).toHaveProperty("deprecation");
  expect(harness.warnings).toContainEqual(expect.stringContaining('The hook "runs" was called'));
});

test("answerAskedRun() asks to try again if the state cannot be read", async () => {
  const fail = (): never => {
    throw new Error("the store is closed");
  };
  const harness = createWaiting({
    ingress: { completion: { wait: () => undefined, find: fail } },
  });
  const answer = await harness.send(RUN);
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(answer.body).not.toContain("closed");
  expect(harness.records).toMatchObject([
    { code: "run_unreadable", detail: "Error: the store is closed" },
  ]);
});

test("answerRequest() leaves requests to runs/… to mappings if they are a POST, or if there is no completion", async () => {
  const mappings = [{ match: { path: "runs/run-7" }, messageTemplate: "m" }];
  const harness = createWaiting({ hooks: { mappings } });
  expect(await harness.send({ ...RUN, method: "POST", body: "{}" })).toMatchObject({ status: 202 });
  expect(await harness.send({ ...RUN, method: "PUT" })).toMatchObject({ status: 405 });
  const without = createHarness({ hooks: { mappings } });
  expect(await without.send(RUN)).toMatchObject({ status: 405 });
});
