import { parseForm } from "@hookwright/base";
import { expect, test } from "vitest";
import { bytesOf } from "../../core/test/auth/requests.ts";
import { sortedForm } from "./build-signed.ts";

const parse = (text: string) => parseForm(bytesOf(text));

test("trap 5 parseForm() decodes names and values once, in the order sent", () => {
  expect(parse("b=1&a=x+y&c=%2Bz&a=%2541")).toEqual([
    ["b", "1"],
    ["a", "x y"],
    ["c", "+z"],
    ["a", "%41"],
  ]);
});

test("parseForm() takes names without values and values with equals signs", () => {
  expect(parse("a&b=&c=d=e&&")).toEqual([
    ["a", ""],
    ["b", ""],
    ["c", "d=e"],
  ]);
  expect(parse("")).toEqual([]);
});

test("parseForm() keeps a percent sign that begins no escape", () => {
  expect(parse("a=50%+off&%=%zz&b=%4&c=%c3%A9%")).toEqual([
    ["a", "50% off"],
    ["%", "%zz"],
    ["b", "%4"],
    ["c", "é%"],
  ]);
});

test("parseForm() refuses escapes and bytes that are no text", () => {
  expect(parse("a=%ff")).toBeUndefined();
  expect(parseForm(Uint8Array.of(0xff))).toBeUndefined();
});

test("trap 5 sortedForm() orders names by code units, and values of one name once each", () => {
  expect(sortedForm(parse("b=2&a=1&B=0&ä=3") ?? [])).toBe("B0a1b2ä3");
  expect(sortedForm(parse("a=2&a=1&a=2") ?? [])).toBe("a1a2");
});
