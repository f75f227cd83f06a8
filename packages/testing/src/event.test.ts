import { expect, test } from "vitest";
import { event } from "./event.ts";

test("event() has an empty body unless a payload is given", () => {
  expect(event("ci")).toEqual({ path: "ci", payload: {} });
  expect(event("ci", { payload: [1], headers: { a: "b" } })).toEqual({
    path: "ci",
    payload: [1],
    headers: { a: "b" },
  });
});
