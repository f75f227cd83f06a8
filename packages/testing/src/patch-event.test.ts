import { compileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { event } from "./event.ts";
import type { EventChanges } from "./model.ts";
import { patchEvent } from "./patch-event.ts";

const base = event("ci", {
  headers: { "X-Event": "push", other: ["a", "b"] },
  query: { a: "1" },
  payload: { list: [{ n: 1 }, { n: 2 }], "a.b": 1, text: "t", nothing: null },
  receivedAt: 1,
});

function patched(changes: EventChanges): unknown {
  const result = patchEvent(base, changes);
  return result.ok ? result.event : result.problem;
}

const withPayload = (payload: unknown) => ({ ...base, payload });

test("patchEvent() reaches a list element", () => {
  expect(patched({ patch: { "payload.list.1.n": 3 } })).toEqual(
    withPayload({ ...(base.payload as object), list: [{ n: 1 }, { n: 3 }] }),
  );
  expect(patched({ patch: { "payload.list[2].n": 3 } })).toMatchObject({
    payload: { list: [{ n: 1 }, { n: 2 }, { n: 3 }] },
  });
});

test("patchEvent() sets a key with a dot, and creates missing parents", () => {
  expect(patched({ patch: { "payload.[a.b]": 2, "payload.new.0.deep": 1 } })).toMatchObject({
    payload: { "a.b": 2, new: [{ deep: 1 }] },
  });
  const keys = JSON.stringify(patched({ patch: { "payload.__proto__.x": 1 } }));
  expect(keys).toContain('"__proto__":{"x":1}');
  expect(
    Object.keys((patched({ patch: { "payload.text": "u" } }) as typeof base).payload as object),
  ).toEqual(Object.keys(base.payload as object));
});

test("patchEvent() sets and removes below every root", () => {
  const patch = {
    path: "deploy",
    "headers.x-event": "tag",
    "headers.[x.dotted]": "d",
    "query.b": "2",
    payload: [1],
    receivedAt: "1970-01-01T00:00:00.005Z",
  };
  expect(patched({ patch })).toEqual({
    path: "deploy",
    headers: { other: ["a", "b"], "x-event": "tag", "x.dotted": "d" },
    query: { a: "1", b: "2" },
    payload: [1],
    receivedAt: 5,
  });
  expect(patched({ patch: { headers: { a: "b" }, query: {}, receivedAt: 7 } })).toMatchObject({
    headers: { a: "b" },
    query: {},
    receivedAt: 7,
  });
  expect(patched({ patch: { "headers.list": ["a", "b"] } })).toMatchObject({
    headers: { list: ["a", "b"] },
  });
  expect(patched({ remove: ["path", "headers", "query.a", "payload", "receivedAt"] })).toEqual({
    path: "",
    headers: {},
    query: {},
    payload: {},
    receivedAt: undefined,
  });
  expect(patched({ remove: ["headers.x-event"] })).toMatchObject({
    headers: { other: ["a", "b"] },
  });
  expect(
    patchEvent({ path: "ci", payload: {} }, { patch: { "query.a": "1" }, remove: ["headers.x"] }),
  ).toEqual({
    ok: true,
    event: { path: "ci", payload: {}, headers: {}, query: { a: "1" } },
  });
});

test("patchEvent() removes before it sets, and ignores what is already missing", () => {
  expect(patched({ remove: ["payload.list"], patch: { "payload.list.0": 1 } })).toMatchObject({
    payload: { list: [1] },
  });
  expect(patched({ remove: ["payload.list.0"] })).toMatchObject({ payload: { list: [{ n: 2 }] } });
  expect(patched({ remove: ["payload.list.1.n", "payload.text"] })).toEqual(
    withPayload({ list: [{ n: 1 }, {}], "a.b": 1, nothing: null }),
  );
  const remove = ["list.9", "list.x", "missing.x", "text.x", "nothing.x"].map(
    (path) => `payload.${path}`,
  );
  expect(patched({ remove })).toEqual(base);
});

test.each([
  [{ "payload.text.x": 1 }, '"payload.text.x": "x" cannot be set, because it is below a string.'],
  [{ "payload.nothing.x": 1 }, '"payload.nothing.x": "x" cannot be set, because it is below null.'],
  [
    { "payload.list.5": 1 },
    '"payload.list.5": "5" is not an index of the list; its last index is 1.',
  ],
  [
    { "payload.empty": [], "payload.empty.x": 1 },
    '"payload.empty.x": "x" is not an index of the list; it is empty.',
  ],
  [
    { "review.state": 1 },
    '"review.state" does not begin with path, headers, query, payload or receivedAt. Write "payload.review.state".',
  ],
  [
    { "header.x": 1 },
    '"header.x" does not begin with path, headers, query, payload or receivedAt. Did you mean "headers"?',
  ],
  [
    { "a[": 1 },
    '"a[" does not begin with path, headers, query, payload or receivedAt. Write "payload.a[".',
  ],
  [{ "path.x": 1 }, '"path.x" is below a value that is not an object.'],
  [{ path: 1 }, '"path" must be set to a text. Write the value in quotes.'],
  [{ "headers.x": 1 }, '"headers.x" must be set to a text. Write the value in quotes.'],
  [{ headers: "x" }, '"headers" must be set to an object.'],
  [{ receivedAt: "soon" }, '"receivedAt" must be set to a time: "2026-01-31T12:00:00Z".'],
])("patchEvent() reports %j as a problem of the case", (patch, problem) => {
  expect(patched({ patch })).toBe(problem);
});

test("patchEvent() rethrows other errors", () => {
  const payload = {
    get a(): never {
      throw new TypeError("broken");
    },
  };
  expect(() => patchEvent({ path: "x", payload }, { patch: { "payload.b": 1 } })).toThrow("broken");
});

test("event() has an empty body unless a payload is given", () => {
  expect(event("ci")).toEqual({ path: "ci", payload: {} });
  expect(event("ci", { payload: [1], headers: { a: "b" } })).toEqual({
    path: "ci",
    payload: [1],
    headers: { a: "b" },
  });
});

test("patchEvent() makes a mapping match by the change that an explanation proposes", async () => {
  const match = {
    path: "ci",
    headers: { "X-Event": "push" },
    query: { kind: "full" },
    when: { and: [{ ">": [{ var: "payload.jobs.0.ms" }, 5] }, { exists: "payload.team" }] },
    not: { when: { "==": [{ var: "payload.draft" }, true] } },
  };
  const hooks = compileHooks({ hooks: { mappings: [{ match, messageTemplate: "x" }] } });
  const event = { path: "ci", payload: { jobs: [{ ms: 1 }], draft: true } };
  const { matches } = await hooks.explain(event, { details: "report" });
  const patched = patchEvent(event, matches[0]?.change ?? {});
  if (!patched.ok) throw new Error(patched.problem);
  expect(await hooks.resolve(event)).toMatchObject({ outcome: "unmatched" });
  expect(await hooks.resolve(patched.event)).toMatchObject({ outcome: "action" });
});
