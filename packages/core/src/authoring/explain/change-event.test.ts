import { expect, test } from "vitest";
import { changeEvent, changeFromValues } from "./change-event.ts";
import { REMOVED } from "./condition/atom-values.ts";

const EVENT = {
  path: "ci",
  payload: { job: "lint", list: [1] },
  headers: { "x-kind": "push" },
};

test("changeEvent() sets and removes values of the payload, headers, query and path", () => {
  const change = (path: string, value: unknown) => changeEvent(EVENT, { path, value });
  expect(change("path", "other")).toEqual({ ...EVENT, path: "other" });
  expect(change("payload.job", "test")?.payload).toEqual({ job: "test", list: [1] });
  expect(change("payload.job", REMOVED)?.payload).toEqual({ list: [1] });
  expect(change("headers.X-Kind", "tag")?.headers).toEqual({ "x-kind": "tag" });
  expect(change("headers.x-kind", REMOVED)?.headers).toEqual({});
  expect(change("query.page", "2")).toEqual({ ...EVENT, query: { page: "2" } });
});

test.each([
  ["path", 1],
  ["headers.x-kind", 1],
  ["payload.job.name", "x"],
  ["method", "GET"],
])("changeEvent() returns undefined for %s, which cannot be %j", (path, value) => {
  expect(changeEvent(EVENT, { path, value })).toBeUndefined();
});

test("changeFromValues() keeps the later of two values for a path", () => {
  const values = [
    { path: "payload.job", value: "a" },
    { path: "payload.job", value: REMOVED },
    { path: "payload.list", value: [] },
  ];
  expect(changeFromValues(values)).toEqual({
    patch: { "payload.list": [] },
    remove: ["payload.job"],
  });
});
