import { expect, test } from "vitest";
import { lowerHeaderNames, readHeader } from "./read-header.ts";

test("readHeader() returns the text of a header", () => {
  expect(readHeader({ "x-event": "push" }, "x-event")).toBe("push");
  expect(readHeader({ "x-event": "" }, "x-event")).toBe("");
});

test("readHeader() joins a repeated header as HTTP does", () => {
  expect(readHeader({ "x-tag": ["a", "b"] }, "x-tag")).toBe("a, b");
});

test("readHeader() returns nothing for a header that is not there", () => {
  expect(readHeader({}, "x-event")).toBe(undefined);
  expect(readHeader({ "x-event": undefined }, "x-event")).toBe(undefined);
});

test("readHeader() ignores inherited names", () => {
  expect(readHeader({}, "constructor")).toBe(undefined);
  expect(readHeader({}, "__proto__")).toBe(undefined);
});

test("lowerHeaderNames() makes names lower case", () => {
  expect(lowerHeaderNames({ "X-GitHub-Event": "push", host: "x" })).toEqual({
    "x-github-event": "push",
    host: "x",
  });
});

test("lowerHeaderNames() returns headers that are already in lower case", () => {
  const headers = { "x-github-event": "push" };
  expect(lowerHeaderNames(headers)).toBe(headers);
});
