import { expect, test } from "vitest";
import { event } from "../event.ts";
import { FIXED_NOW } from "../fixed-ports.ts";
import { changesBetween } from "./changes-between.ts";

const before = event("ci", {
  headers: { "X-Event": "push" },
  query: { kind: "a" },
  payload: { job: { name: "lint", "a.b": 1 }, list: [{ n: 1 }, { n: 2 }], gone: true },
});

test.each([
  [{ path: "cd" }, { patch: { path: "cd" } }],
  [{ headers: {} }, { remove: ["headers.X-Event"] }],
  [{ headers: undefined }, { remove: ["headers"] }],
  [{ query: { kind: "b" } }, { patch: { "query.kind": "b" } }],
  [{ payload: 7 }, { patch: { payload: 7 } }],
  [
    { payload: { job: { name: "test", "a.b": 2 }, list: [{ n: 1 }, { n: 3 }] } },
    {
      remove: ["payload.gone"],
      patch: { "payload.job.name": "test", "payload.job.[a.b]": 2, "payload.list.1.n": 3 },
    },
  ],
  [
    { payload: { job: { name: "lint", "a.b": 1 }, list: [1], gone: true, more: null } },
    { patch: { "payload.list": [1], "payload.more": null } },
  ],
  [{ receivedAt: FIXED_NOW }, {}],
  [{ receivedAt: 0 }, { patch: { receivedAt: "1970-01-01T00:00:00.000Z" } }],
])("C8: changesBetween() names what differs: %j", (changes, expected) => {
  expect(changesBetween(before, { ...before, ...changes })).toEqual(expected);
});

test("C8: changesBetween() is undefined where no path names what differs", () => {
  const after = { ...before, payload: { "a]b": 1 } };
  expect(changesBetween({ ...before, payload: { "a]b": 0 } }, after)).toBeUndefined();
  const nameless = (value: number) => ({ ...before, payload: { "": value } });
  expect(changesBetween(nameless(0), nameless(1))).toEqual({ patch: { "payload.[]": 1 } });
});
