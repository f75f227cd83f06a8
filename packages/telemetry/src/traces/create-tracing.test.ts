import { AsyncLocalStorage } from "node:async_hooks";
import { compileHooks } from "@hookwright/core";
import { createIngress, type IngressOptions } from "@hookwright/core/ingress";
import * as api from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTracing, type TracingOptions } from "./create-tracing.ts";

const TOKEN = "a-token-of-the-tracing-tests";
const exporter = new InMemorySpanExporter();

beforeEach(() => {
  exporter.reset();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  api.trace.setGlobalTracerProvider(provider);
  api.context.setGlobalContextManager(createContextManager());
});

afterEach(() => {
  api.trace.disable();
  api.context.disable();
});

/** What `@opentelemetry/context-async-hooks` does. */
function createContextManager(): api.ContextManager {
  const storage = new AsyncLocalStorage<api.Context>();
  const manager: api.ContextManager = {
    active: () => storage.getStore() ?? api.ROOT_CONTEXT,
    with: (context, run, thisArg, ...args) =>
      storage.run(context, () => run.call(thisArg, ...args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

interface Sent {
  readonly target?: string;
  readonly headers?: Record<string, string>;
  readonly dispatch?: IngressOptions["dispatch"];
  readonly options?: TracingOptions;
  readonly mapping?: object;
}

async function send({ target = "/hooks/ci", headers, dispatch, options, mapping }: Sent = {}) {
  // Below the age of any process: the SDK takes such a number for one of its own clock.
  let now = 0;
  const mappings = [{ id: "push", match: { path: "ci" }, messageTemplate: "x", ...mapping }];
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN, mappings } }),
    dispatch: dispatch ?? (() => undefined),
    tracing: createTracing(api, options),
    clock: () => (now += 10),
  });
  return ingress.receive({
    method: "POST",
    target,
    headers: () => ({ authorization: `Bearer ${TOKEN}`, ...headers }),
    remoteAddress: () => "192.0.2.1",
    readBody: async () => ({ kind: "parsed", value: { text: "x" } }),
    isGone: () => false,
  });
}

function spanOf(name: string): ReadableSpan {
  const found = exporter.getFinishedSpans().filter((span) => span.name === `hookwright.${name}`);
  expect(found).toHaveLength(1);
  return found[0] as ReadableSpan;
}

const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;
const millisecondsOf = ([seconds, nanoseconds]: api.HrTime) => seconds * 1_000 + nanoseconds / 1e6;

test("createTracing() makes spans of a request, its resolving and its dispatch, with the labels of metrics", async () => {
  await send();
  const [request, resolve, dispatch] = ["request", "resolve", "dispatch"].map(spanOf);
  const labels = { "hookwright.route": "ci", "hookwright.mapping": "push" };
  expect(request).toMatchObject({
    kind: api.SpanKind.SERVER,
    links: [],
    status: { code: api.SpanStatusCode.UNSET },
    attributes: {
      ...labels,
      "http.response.status_code": 202,
      "hookwright.outcome": "action",
    },
  });
  expect(resolve?.attributes).toEqual(labels);
  expect(dispatch?.attributes).toEqual(labels);
  for (const inner of [resolve, dispatch]) {
    expect(parentOf(inner as ReadableSpan)).toBe(request?.spanContext().spanId);
  }
  expect(millisecondsOf(request?.startTime as api.HrTime)).toBe(10);
  expect(millisecondsOf(request?.endTime as api.HrTime)).toBe(40);
  expect(millisecondsOf(resolve?.startTime as api.HrTime)).toBe(20);
  expect(millisecondsOf(resolve?.duration as api.HrTime)).toBe(10);
});

test("createTracing() names the vendor of a route", async () => {
  const auth = { provider: "gitlab", token: "a-token-of-the-route" };
  const mapping = { id: "gl", match: { path: "gl" }, messageTemplate: "x", auth };
  await send({ target: "/hooks/gl", mapping, headers: { "x-gitlab-token": auth.token } });
  for (const name of ["request", "resolve", "dispatch"]) {
    expect(spanOf(name).attributes).toMatchObject({ "hookwright.provider": "gitlab" });
  }
});

test("createTracing() makes one span of a request that was refused", async () => {
  await send({ target: "/hooks/secret-name", headers: { authorization: "Bearer wrong" } });
  expect(exporter.getFinishedSpans()).toHaveLength(1);
  expect(spanOf("request").attributes).toEqual({
    "hookwright.route": "other",
    "hookwright.code": "unauthorized",
    "http.response.status_code": 401,
  });
});

test.each<[string, IngressOptions["dispatch"]]>([
  [
    "throws",
    () => {
      throw new Error("secret of the gateway");
    },
  ],
  ["rejects", () => Promise.reject(new Error("secret of the gateway"))],
])(
  "createTracing() marks what failed if a dispatch %s, without its text",
  async (_how, dispatch) => {
    expect((await send({ dispatch }))?.status).toBe(503);
    for (const name of ["request", "dispatch"]) {
      expect(spanOf(name)).toMatchObject({
        status: { code: api.SpanStatusCode.ERROR },
        events: [],
      });
    }
    expect(spanOf("request").attributes["hookwright.code"]).toBe("dispatch_failed");
  },
);

test("createTracing() is the parent of what the dispatch traces, also later", async () => {
  const tracer = api.trace.getTracer("gateway");
  await send({
    dispatch: async () => {
      await new Promise(setImmediate);
      tracer.startSpan("hookwright.gateway").end();
    },
  });
  expect(parentOf(spanOf("gateway"))).toBe(spanOf("dispatch").spanContext().spanId);
});

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const headers = { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` };

test("createTracing() links the trace of the sender, and begins its own", async () => {
  await send({ headers });
  const request = spanOf("request");
  expect(request.spanContext().traceId).not.toBe(TRACE_ID);
  expect(parentOf(request)).toBe(undefined);
  expect(request.links).toMatchObject([{ context: { traceId: TRACE_ID, isRemote: true } }]);
});

test("createTracing() continues the trace of a sender if the option says so", async () => {
  await send({ headers, options: { continueTraces: true } });
  const request = spanOf("request");
  expect(request.spanContext().traceId).toBe(TRACE_ID);
  expect(parentOf(request)).toBe("b7ad6b7169203331");
  expect(request.links).toEqual([]);
});

test("createTracing() neither links nor continues the trace of a stranger", async () => {
  const wrong = { ...headers, authorization: "Bearer wrong" };
  await send({ headers: wrong, options: { continueTraces: true } });
  expect(spanOf("request")).toMatchObject({ links: [], parentSpanContext: undefined });
});

test("createTracing() belongs to the span that the server has begun", async () => {
  const tracer = api.trace.getTracer("server");
  const server = tracer.startSpan("server");
  const within = api.trace.setSpan(api.ROOT_CONTEXT, server);
  await api.context.with(within, () => send({ headers, options: { continueTraces: true } }));
  const request = spanOf("request");
  expect(parentOf(request)).toBe(server.spanContext().spanId);
  expect(request.kind).toBe(api.SpanKind.INTERNAL);
  expect(request.links).toHaveLength(1);
  exporter.reset();
  // The server's own instrumentation has continued that trace.
  const sent = { traceId: TRACE_ID, spanId: "b7ad6b7169203331", traceFlags: 1 };
  const continued = api.trace.setSpanContext(api.ROOT_CONTEXT, sent);
  await api.context.with(continued, () => send({ headers }));
  expect(spanOf("request").links).toEqual([]);
});

test("createTracing() only makes calls if there is no SDK", async () => {
  api.trace.disable();
  expect((await send({ headers }))?.status).toBe(202);
  expect(exporter.getFinishedSpans()).toEqual([]);
});
