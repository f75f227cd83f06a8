import { expect, test } from "vitest";
import { BEARER, createHarness, type HarnessOptions, TOKEN } from "../../test/ingress/harness.ts";
import type { TracedRequest, Tracing } from "./tracing.ts";

const mappings = [
  { id: "push", match: { path: "ci" }, messageTemplate: "x" },
  {
    id: "signed",
    match: { path: "gl" },
    messageTemplate: "x",
    auth: { provider: "gitlab", token: "the-token-of-the-route" },
  },
  { id: "open", match: { path: "open" }, messageTemplate: "x", auth: "none" as const },
];

function create(options: HarnessOptions["ingress"] = {}) {
  const started: TracedRequest[] = [];
  const told: unknown[] = [];
  const tracing: Tracing = {
    start: (request) => {
      started.push(request);
      return {
        dispatch: (labels, run) => {
          told.push(labels);
          return run();
        },
        end: ({ status, route }) => void told.push([status, route]),
      };
    },
  };
  const harness = createHarness({
    hooks: { mappings },
    ingress: { tracing, clock: () => 5, ...options },
  });
  return { harness, started, told };
}

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("traceOf() starts one trace for each request, and ends it with its record", async () => {
  const { harness, started, told } = create();
  await harness.send({ target: "/hooks/ci", headers: { ...BEARER, traceparent } });
  await harness.send({
    target: "/hooks/gl",
    headers: { "x-gitlab-token": "the-token-of-the-route" },
  });
  await harness.send({ target: "/hooks/nobody" });
  expect(started).toEqual([
    { receivedAt: 5, traceparent },
    { receivedAt: 5, traceparent: undefined },
    { receivedAt: 5, traceparent: undefined },
  ]);
  expect(told).toEqual([
    { route: "ci", mapping: "push", provider: undefined },
    [202, "ci"],
    { route: "gl", mapping: "signed", provider: "gitlab" },
    [202, "gl"],
    [404, "other"],
  ]);
});

test("traceOf() hands on the trace of a sender that has proved who it is, and of no other", async () => {
  const { harness, started } = create();
  await harness.send({ headers: { traceparent } });
  await harness.send({ target: "/hooks/open", headers: { traceparent } });
  await harness.send({ headers: { ...BEARER, traceparent: `00-${TOKEN}` } });
  expect(started.map((request) => request.traceparent)).toEqual([undefined, undefined, "00-***"]);
});

test("traceOf() traces requests where there is no observer", async () => {
  const { harness, told } = create({ observer: undefined } as object);
  await harness.send({ target: "/hooks/ci" });
  expect(told).toHaveLength(2);
});

test("dispatchTraced() gives each element of a batch a span of its own", async () => {
  const told: unknown[] = [];
  const tracing: Tracing = {
    start: () => ({
      dispatch: (labels, run) => {
        told.push(labels);
        return run();
      },
      end: () => undefined,
    }),
  };
  const all = { id: "all", match: { path: "all" }, forEach: "list", messageTemplate: "x" };
  const harness = createHarness({ hooks: { mappings: [all] }, ingress: { tracing } });
  await harness.send({ target: "/hooks/all", body: '{"list":[1,2]}' });
  expect(told).toEqual(Array(2).fill({ route: "all", mapping: "all", provider: undefined }));
  expect(harness.dispatched).toHaveLength(2);
});

test("traceOf() serves a request whose trace cannot start or end", async () => {
  const fail = (): never => {
    throw new Error("no exporter");
  };
  const { harness } = create({ tracing: { start: fail } });
  expect((await harness.send({ target: "/hooks/ci" })).status).toBe(202);
  expect(harness.records).toHaveLength(1);
  const other = create({
    tracing: { start: () => ({ dispatch: (_labels, run) => run(), end: fail }) },
  });
  expect((await other.harness.send({ target: "/hooks/ci" })).status).toBe(202);
  expect(other.harness.records).toHaveLength(1);
  expect(other.harness.warnings.slice(1)).toEqual([expect.stringContaining("The tracing failed")]);
});
