import { expect, test } from "vitest";
import type { MappingInput } from "../authoring/config/config.ts";
import { compileHooks } from "../compile-hooks.ts";
import { EventView } from "./event.ts";
import type { TransformContext } from "./transform.ts";

const request = {
  path: "ci",
  payload: {},
  receivedAt: 0,
  headers: { "x-event": "push", "x-list": ["a", "b"], cookie: "session=1" },
  query: { token: "1", q: "2" },
  url: "/hooks/ci",
  secretHeaders: ["cookie"],
};

test("EventView reads one header of a request without a look at the others", () => {
  const headers = new Proxy(request.headers, {
    ownKeys: () => {
      throw new Error("all are read");
    },
  });
  const view = new EventView({ ...request, headers });
  const read = ["x-event", "x-list", "x-none", "cookie", "__proto__"].map((name) =>
    view.header(name),
  );
  expect(read).toEqual(["push", "a, b", undefined, undefined, undefined]);
});

test("EventView shows the headers and the query of a request without secrets, made once", () => {
  const view = new EventView(request);
  expect(view.headers).toEqual({ "x-event": "push", "x-list": ["a", "b"] });
  expect(view.query).toEqual({ q: "2" });
  const part = view.forMapping("m");
  expect([part.headers === view.headers, part.query === view.query]).toEqual([true, true]);
});

test("EventView hides a secret in headers and query, by its value", () => {
  const view = new EventView({
    ...request,
    headers: { referer: "/x?token=s3cret", "x-list": ["s3cret", "b"], "x-none": undefined },
    query: { s3cret: "1", q: "s3cret", none: undefined },
    hideSecrets: (text) => text.replaceAll("s3cret", "***"),
  });
  expect(view.headers).toEqual({ referer: "/x?token=***", "x-list": ["***", "b"] });
  expect(view.query).toEqual({ "***": "1", q: "***" });
  expect(["referer", "x-list", "x-none"].map((name) => view.header(name))).toEqual([
    "/x?token=***",
    "***, b",
    undefined,
  ]);
});

test("EventView leaves out what is called __proto__", () => {
  const record = JSON.parse('{"__proto__":"x","y":"z"}') as Record<string, string>;
  const { headers, query } = new EventView({ ...request, headers: record, query: record });
  expect(Object.keys(headers)).toEqual(["y"]);
  expect(Object.keys(query)).toEqual(["y"]);
});

test("EventView.of() returns a view unchanged, and shows an integrator's event in full", () => {
  const clock = () => 7;
  const view = new EventView(request);
  expect(EventView.of(view, clock)).toBe(view);
  const own = EventView.of({ path: "/ci/", payload: undefined, headers: { Cookie: "a" } }, clock);
  const { path, payload, receivedAt, headers, query, url } = own;
  expect({ path, payload, receivedAt, headers, query, url }).toEqual({
    path: "ci",
    payload: {},
    receivedAt: 7,
    headers: { cookie: "a" },
    query: {},
    url: undefined,
  });
  expect(own.header("cookie")).toBe("a");
});

const mapping: MappingInput = {
  match: { path: "ci" },
  messageTemplate: "{{headers.x-event}}|{{query.q}}|{{now}}",
  allowUnsafeExternalContent: true,
};
const clock = () => 1_767_323_045_678;

test("EventView finds headers in any case", async () => {
  const hooks = compileHooks({ hooks: { mappings: [mapping] } }, { clock });
  const headers = { "X-Event": "push", "x-other": undefined };
  expect(await hooks.resolve({ path: "ci", payload: {}, headers })).toMatchObject({
    action: { message: "push||2026-01-02T03:04:05.678Z" },
  });
});

test("EventView goes by the time of receipt before the clock", async () => {
  const hooks = compileHooks({ hooks: { mappings: [mapping] } }, { clock });
  const event = { path: "ci", payload: {}, query: { q: "1" }, receivedAt: 0 };
  expect(await hooks.resolve(event)).toMatchObject({
    action: { message: "|1|1970-01-01T00:00:00.000Z" },
  });
});

test("EventView gives transforms a URL, made of the name and the query if the event has none", async () => {
  const contexts: TransformContext[] = [];
  const hooks = compileHooks(
    { hooks: { mappings: [{ ...mapping, transform: { module: "keep.js" } }] } },
    {
      clock,
      transforms: {
        "keep.js": (context: TransformContext) => {
          contexts.push(context);
        },
      },
    },
  );
  const payload = { a: 1 };
  await hooks.resolve({ path: "/ci", payload });
  await hooks.resolve({ path: "ci", payload, url: "/hooks/ci?q=1" });
  await hooks.resolve({ path: "ci", payload, query: { "a b": "c&d", none: undefined } });
  expect(contexts.map(({ url }) => url.href)).toEqual([
    "http://localhost/hooks/ci",
    "http://localhost/hooks/ci?q=1",
    "http://localhost/hooks/ci?a+b=c%26d",
  ]);
  expect(contexts[0]).toEqual({
    payload,
    body: payload,
    headers: {},
    query: {},
    path: "ci",
    url: new URL("http://localhost/hooks/ci"),
    now: "2026-01-02T03:04:05.678Z",
  });
});
