import { expect, test } from "vitest";
import { findNearestName, hintNearestName } from "./nearest-name.ts";

const keys = ["messageTemplate", "textTemplate", "sessionKey", "to", "id", "name"];

test.each([
  ["messagTemplate", "messageTemplate", "a letter is missing"],
  ["messageTemplatte", "messageTemplate", "a letter is doubled"],
  ["mesasgeTemplate", "messageTemplate", "two letters are swapped"],
  ["messageTenplate", "messageTemplate", "a letter is wrong"],
  ["sessionkey", "sessionKey", "the case is wrong"],
  ["session_key", "sessionKey", "there is an underscore"],
  ["ot", "to", "both letters are swapped"],
])("findNearestName() finds for %s %s: %s", (name, nearest) => {
  expect(findNearestName(name, keys)).toBe(nearest);
});

test("findNearestName() accepts edits up to a third of the length, and one for short names", () => {
  expect(findNearestName("abcdef", ["abcdxx"])).toBe("abcdxx");
  expect(findNearestName("abcdef", ["abcxxx"])).toBe(undefined);
  expect(findNearestName("ab", ["ax"])).toBe("ax");
  expect(findNearestName("ab", ["xy"])).toBe(undefined);
});

test("findNearestName() counts a letter too many, too few and wrong the same", () => {
  expect(findNearestName("abcdef", ["abcd"])).toBe("abcd");
  expect(findNearestName("abcdef", ["abc"])).toBe(undefined);
  expect(findNearestName("abcdef", ["abcdefxy"])).toBe("abcdefxy");
  expect(findNearestName("abcdef", ["abcdefxyz"])).toBe(undefined);
});

test("findNearestName() compares without case", () => {
  expect(findNearestName("GMAIL", ["gmail"])).toBe("gmail");
  expect(findNearestName("gmail", ["GMAIL"])).toBe("GMAIL");
});

test("findNearestName() prefers the nearest, and of equals the first", () => {
  expect(findNearestName("gmial", ["gmal", "gmail"])).toBe("gmal");
  expect(findNearestName("abcdef", ["abcdxy", "abcdez"])).toBe("abcdez");
});

test("findNearestName() finds nothing among no names, and for no name", () => {
  expect(findNearestName("gmail", [])).toBe(undefined);
  expect(findNearestName("", ["gmail"])).toBe(undefined);
});

test("findNearestName() does not compare names of more than 64 characters", () => {
  const name = "x".repeat(64);
  expect(findNearestName(name, [`${name.slice(1)}y`])).toBe(`${name.slice(1)}y`);
  expect(findNearestName(`${name}x`, [name])).toBe(undefined);
  expect(findNearestName(name, [`${name}x`])).toBe(undefined);
  expect(findNearestName("x".repeat(2e6), ["y".repeat(2e6)])).toBe(undefined);
});

test("hintNearestName() names the nearest, else all there are", () => {
  expect(hintNearestName("gmial", ["gmail", "uptime"])).toBe('Did you mean "gmail"?');
  expect(hintNearestName("slack", ["gmail", "uptime"])).toBe("Known: gmail, uptime.");
  expect(hintNearestName("gmial", ["gmail"], "Look there.")).toBe('Did you mean "gmail"?');
  expect(hintNearestName("slack", ["gmail"], "Look there.")).toBe("Look there.");
});
