import { compileHooks } from "@hookwright/core";
import { createIngress, type RequestRecord } from "@hookwright/core/ingress";
import * as promClient from "prom-client";
import { expect, test } from "vitest";
import { createBoundNames } from "./bound-names.ts";
import { createMetrics } from "./create-metrics.ts";
import { METRICS } from "./metric-rows.ts";

function create() {
  const register = new promClient.Registry();
  const metrics = createMetrics(promClient, { register });
  /** The value of the series with these labels; undefined if there is none. */
  const read = async (name: string, labels: Record<string, string> = {}) => {
    const found = (await register.getMetricsAsJSON()).find((metric) => metric.name === name);
    const values = (found?.values ?? []) as {
      readonly value: number;
      readonly metricName?: string;
      readonly labels: Record<string, string | number>;
    }[];
    const series = values.filter((one) =>
      Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
    return series.filter(({ metricName = name }) => !metricName.endsWith("_bucket"));
  };
  return { ...metrics, register, read };
}

const RECORD: RequestRecord = {
  requestId: "request-1",
  receivedAt: 0,
  durationMs: 30,
  readMs: 5,
  resolveMs: 5,
  dispatchMs: 20,
  method: "POST",
  name: "github",
  route: "github",
  provider: "github",
  mappingId: "push",
  action: "agent",
  status: 202,
  bodyBytes: 1_000,
  answerBytes: 27,
};
const OF_PUSH = { route: "github", mapping: "push", provider: "github" };

test("createMetrics() counts requests, dispatches, durations and bytes by the names of the config", async () => {
  const { observer, read } = create();
  observer(RECORD);
  observer(RECORD);
  expect(await read("hookwright_requests_total", { ...OF_PUSH, code: "ok" })).toMatchObject([
    { value: 2 },
  ]);
  expect(await read("hookwright_dispatches_total", OF_PUSH)).toMatchObject([{ value: 2 }]);
  expect(await read("hookwright_failures_total")).toEqual([]);
  const sums = async (name: string, labels: Record<string, string>) =>
    (await read(name, labels)).map(({ value }) => value);
  expect(await sums("hookwright_request_duration_seconds", OF_PUSH)).toEqual([0.06, 2]);
  expect(await sums("hookwright_request_bytes", OF_PUSH)).toEqual([2_000, 2]);
  expect(await sums("hookwright_answer_bytes", OF_PUSH)).toEqual([54, 2]);
  const ofStage = (stage: string) =>
    sums("hookwright_stage_duration_seconds", { stage, route: "github" });
  expect(await ofStage("dispatch")).toEqual([0.04, 2]);
  expect(await ofStage("read")).toEqual([0.01, 2]);
});

test("createMetrics() counts refusals by their code, and 5xx as failures", async () => {
  const { observer, read } = create();
  const { mappingId: _id, action: _action, dispatchMs: _time, ...refused } = RECORD;
  observer({ ...refused, status: 401, code: "unauthorized" });
  observer({ ...RECORD, status: 503, code: "dispatch_failed" });
  const unknown = { route: "github", mapping: "", provider: "github" };
  expect(
    await read("hookwright_requests_total", { ...unknown, code: "unauthorized" }),
  ).toMatchObject([{ value: 1 }]);
  expect(await read("hookwright_failures_total")).toMatchObject([
    { value: 1, labels: { ...OF_PUSH, code: "dispatch_failed" } },
  ]);
  expect(await read("hookwright_stage_duration_seconds", { stage: "dispatch" })).toMatchObject([
    { value: 0.02 },
    { value: 1 },
  ]);
});

test("createMetrics() counts the elements of a batch, and none of an event that came again", async () => {
  const { observer, read } = create();
  const { action: _action, ...batch } = RECORD;
  observer({ ...batch, outcome: "batch", dispatched: 3, refused: 1, skipped: 0 });
  observer({ ...RECORD, dedupe: "replayed" } as RequestRecord);
  expect(await read("hookwright_dispatches_total")).toMatchObject([{ value: 3 }]);
  expect(await read("hookwright_replays_total")).toMatchObject([{ value: 1, labels: OF_PUSH }]);
});

test("createMetrics() reads the requests in flight of the ingress that it watches", async () => {
  const { observer, watch, read, register } = create();
  expect(await read("hookwright_requests_in_flight")).toMatchObject([{ value: 0 }]);
  let letGo = (): void => undefined;
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: "a-token-of-the-metrics-tests" } }),
    dispatch: () =>
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
    observer,
  });
  watch(ingress);
  const answer = ingress.receive({
    method: "POST",
    target: "/hooks/wake",
    headers: () => ({ authorization: "Bearer a-token-of-the-metrics-tests" }),
    remoteAddress: () => undefined,
    readBody: async () => ({ kind: "parsed", value: { text: "x" } }),
    isGone: () => false,
  });
  await new Promise(setImmediate);
  expect(await register.metrics()).toContain("hookwright_requests_in_flight 1");
  letGo();
  expect((await answer)?.status).toBe(200);
  expect(await read("hookwright_requests_in_flight")).toMatchObject([{ value: 0 }]);
});

test("createMetrics() has no label that a sender can choose", async () => {
  const { observer, register } = create();
  for (let at = 0; at < 50; at++) {
    observer({
      ...RECORD,
      requestId: `hostile-${at}`,
      name: `hostile-${at}`,
      method: `HOSTILE${at}`,
      route: "other",
      remoteAddress: `hostile-${at}`,
      runId: `hostile-${at}`,
      detail: `hostile-${at}`,
    });
  }
  const text = await register.metrics();
  expect(text.toLowerCase()).not.toContain("hostile");
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
  expect([...labels].sort()).toEqual(["code", "le", "mapping", "provider", "route", "stage"]);
});

test("createMetrics() has as many series as the config has names, and a bound above", async () => {
  const { observer, read } = create();
  for (let at = 0; at < 1_200; at++) {
    observer({ ...RECORD, mappingId: `tenant-${at}`, status: 503, code: `code_${at % 150}` });
  }
  expect(await read("hookwright_dispatches_total")).toHaveLength(1_001);
  expect(await read("hookwright_dispatches_total", { mapping: "other" })).toMatchObject([
    { value: 200 },
  ]);
  const codes = (await read("hookwright_failures_total")).map(({ labels }) => labels["code"]);
  expect(new Set(codes).size).toBe(101);
});

test("createMetrics() registers the metrics that METRICS lists, in the global registry by default", async () => {
  promClient.register.clear();
  createMetrics(promClient);
  const found = await promClient.register.getMetricsAsJSON();
  promClient.register.clear();
  const rows = Object.values(METRICS);
  expect(found.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  expect(found.map(({ type }) => String(type))).toEqual(rows.map(({ kind }) => kind));
});

test("createBoundNames() keeps known names, and returns other beyond the bound", () => {
  const bound = createBoundNames(2);
  expect(["a", "b", "c", "a", "b", "d"].map(bound)).toEqual(["a", "b", "other", "a", "b", "other"]);
});
