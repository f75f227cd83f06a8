// The handler on real Request objects; test/srvx.slow.test.ts has it on a real server.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { createTestIngress } from "../../adapter-node/test/support/test-ingress.ts";
import { createFetchHandler } from "./create-fetch-handler.ts";

function post(url: string, body?: NonNullable<RequestInit["body"]>, init?: RequestInit): Request {
  return new Request(url, { method: "POST", ...(body !== undefined && { body }), ...init });
}

test("createFetchHandler() hands the request on as it was sent", async () => {
  const ingress = createTestIngress();
  const request = post("https://host:8443/hooks/a%20b?x=1&x=2", "{}", {
    headers: { "X-Some": "Thing" },
  });
  await createFetchHandler(ingress)(request, { remoteAddress: "203.0.113.7" });
  const [received] = ingress.requests;
  expect(received).toMatchObject({
    method: "POST",
    target: "/hooks/a%20b?x=1&x=2",
  });
  expect(received?.headers()).toMatchObject({
    "x-some": "Thing",
    "content-type": "text/plain;charset=UTF-8",
  });
  expect(received?.remoteAddress()).toBe("203.0.113.7");
});

test("createFetchHandler() hands headers on as plain data", async () => {
  const ingress = createTestIngress();
  const headers: [string, string][] = [
    ["__proto__", "1"],
    ["constructor", "2"],
  ];
  await createFetchHandler(ingress)(post("http://host/hooks/a", "{}", { headers }));
  const received = ingress.requests[0]?.headers() ?? {};
  expect(Object.getPrototypeOf(received)).toBe(null);
  expect(Object.entries(received)).toEqual(expect.arrayContaining(headers));
  expect(received["toString"]).toBe(undefined);
});

test("createFetchHandler() has no address unless an option returns it", async () => {
  const ingress = createTestIngress();
  const handler = createFetchHandler(ingress);
  await handler(post("http://host/hooks/a"));
  await handler(post("http://host/hooks/a"), {});
  expect(ingress.requests.map(({ remoteAddress }) => remoteAddress())).toEqual([
    undefined,
    undefined,
  ]);
});

test("createFetchHandler() hands the integrator's context on to dispatch", async () => {
  const tenants: unknown[] = [];
  const ingress = createIngress<{ readonly tenant: string }>({
    hooks: compileHooks({ hooks: { enabled: true, token: "a-token-of-more-than-24-characters" } }),
    dispatch: (_action, { context }) => void tenants.push(context?.tenant),
  });
  const handler = createFetchHandler(ingress);
  const wake = () =>
    post("http://host/hooks/wake", '{"text":"hi"}', {
      headers: { authorization: "Bearer a-token-of-more-than-24-characters" },
    });
  await handler(wake(), { context: { tenant: "acme" } });
  await handler(wake());
  expect(tenants).toEqual(["acme", undefined]);
});

test("createFetchHandler() returns undefined for what is not for the hooks, and reads nothing", async () => {
  const request = post("http://host/other", "kept");
  expect(await createFetchHandler(createTestIngress())(request)).toBe(undefined);
  expect(await request.text()).toBe("kept");
});

test("createFetchHandler() looks at no header of what is not for the hooks", async () => {
  const request = post("http://host/other");
  Object.defineProperty(request, "headers", {
    get: () => {
      throw new Error("the headers are read");
    },
  });
  expect(await createFetchHandler(createTestIngress())(request)).toBe(undefined);
});

test("createFetchHandler() answers", async () => {
  const handler = createFetchHandler(createTestIngress());
  const response = await handler(post("http://host/hooks/a", '{"a":"é"}'));
  expect(response?.status).toBe(200);
  expect(response?.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response?.headers.get("connection")).toBe(null);
  expect(await response?.json()).toEqual({ read: "bytes", text: '{"a":"é"}' });
});

test("createFetchHandler() accepts a request without a body", async () => {
  const handler = createFetchHandler(createTestIngress());
  const response = await handler(post("http://host/hooks/a"));
  expect(await response?.json()).toEqual({ read: "bytes", text: "" });
});

test("createFetchHandler() sends a 204 without a body", async () => {
  const response = await createFetchHandler(createTestIngress())(
    post("http://host/hooks/nothing", "{}"),
  );
  expect(response?.status).toBe(204);
  expect(response?.body).toBe(null);
});

test("createFetchHandler() does not take a body that somebody has read for an empty one", async () => {
  const ingress = createTestIngress();
  const request = post("http://host/hooks/a", "{}");
  await request.text();
  const response = await createFetchHandler(ingress)(request);
  expect(ingress.reads).toEqual([{ kind: "parsed", value: undefined }]);
  expect(await response?.json()).toMatchObject({ read: "parsed" });
});

test("createFetchHandler() notifies the ingress when the client has disconnected", async () => {
  const client = new AbortController();
  const gone: boolean[] = [];
  const ingress = createTestIngress({
    work: (request) => {
      gone.push(request.isGone());
      client.abort();
      gone.push(request.isGone());
    },
  });
  await createFetchHandler(ingress)(post("http://host/hooks/a", "{}", { signal: client.signal }));
  expect(gone).toEqual([false, true]);
});

test("createFetchHandler() notifies waiting listeners when the client disconnects, and no others", async () => {
  const client = new AbortController();
  const calls: string[] = [];
  const ingress = createTestIngress({
    work: (request) => {
      const stop = request.onGone?.(() => calls.push("stopped"));
      request.onGone?.(() => calls.push("waiting"));
      stop?.();
      client.abort();
    },
  });
  await createFetchHandler(ingress)(post("http://host/hooks/a", "{}", { signal: client.signal }));
  expect(calls).toEqual(["waiting"]);
});

test("createFetchHandler() answers 500 if the address cannot be read", async () => {
  const ingress = createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: "a-token-of-more-than-24-characters" } }),
    dispatch: () => undefined,
  });
  const info = {
    get remoteAddress(): string {
      throw new TypeError("no such header");
    },
  };
  const handler = createFetchHandler(ingress);
  expect((await handler(post("http://host/hooks/wake", "{}"), info))?.status).toBe(500);
  expect(await handler(post("http://host/other", "{}"), info)).toBe(undefined);
});

/** A body that goes on after `chunks` when the test says so. */
function uploading(chunks: readonly string[]): {
  request: (path: string) => Request;
  finish: () => void;
} {
  let finish = (): void => undefined;
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      finish = () => controller.close();
    },
  });
  return {
    request: (path) => post(`http://host${path}`, body, { duplex: "half" } as RequestInit),
    finish: () => finish(),
  };
}

test.each([
  ["an early refusal", "/hooks/secret", { ok: false }, 401],
  ["a body that is too large", "/hooks/a", { read: "too-large", text: "" }, 413],
])(
  "createFetchHandler() returns the whole answer of %s at once, and its end when the upload ends",
  async (_what, path, body, status) => {
    const { request, finish } = uploading(["0123456789", "more"]);
    const response = await createFetchHandler(createTestIngress({ maxBytes: 5 }))(request(path));
    expect(response?.status).toBe(status);
    expect(response?.headers.get("connection")).toBe("close");
    const reader = response?.body?.getReader();
    const first = await reader?.read();
    expect(JSON.parse(new TextDecoder().decode(first?.value))).toEqual(body);
    expect(response?.headers.get("content-length")).toBe(String(first?.value?.length));
    let ended = false;
    const end = reader?.read().then(({ done }) => {
      ended = done;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended).toBe(false);
    finish();
    await end;
    expect(ended).toBe(true);
  },
);

test("createFetchHandler() answers a body that stalls with 408", async () => {
  const { request, finish } = uploading(["abc"]);
  const response = await createFetchHandler(createTestIngress({ timeoutMs: 20 }))(
    request("/hooks/a"),
  );
  expect(response?.status).toBe(408);
  finish();
  expect(await response?.json()).toMatchObject({ read: "timeout" });
});

test("createFetchHandler() survives a client that does not wait for the end of an answer", async () => {
  const { request, finish } = uploading(["abc"]);
  const response = await createFetchHandler(createTestIngress())(request("/hooks/secret"));
  const reader = response?.body?.getReader();
  await reader?.read();
  const reading = reader?.read();
  await reader?.cancel();
  expect(await reading).toMatchObject({ done: true });
  finish();
  await new Promise((resolve) => setTimeout(resolve, 20));
});
