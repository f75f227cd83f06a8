import { expect, test } from "vitest";
import { parseForwarded, parseForwardedFor } from "./client.ts";

test("parseForwardedFor() gives each element as it stands", () => {
  expect(parseForwardedFor("203.0.113.7, [2001:db8::1]:443 ,unknown,")).toEqual([
    "203.0.113.7",
    "[2001:db8::1]:443",
    "unknown",
    "",
  ]);
});

test.each<[string, readonly string[]]>([
  ["for=192.0.2.43", ["192.0.2.43"]],
  ["for=192.0.2.43, for=198.51.100.17", ["192.0.2.43", "198.51.100.17"]],
  ['For="[2001:db8:cafe::17]:4711"', ["[2001:db8:cafe::17]:4711"]],
  ['for=192.0.2.60;proto=http;by=203.0.113.43,by="_x";for="_gazonk"', ["192.0.2.60", "_gazonk"]],
  ['for="192.0.2.1:80";host="a,b;for=c"', ["192.0.2.1:80"]],
  ['for="1\\92.0.2.1"', ["192.0.2.1"]],
  ["for=192.0.2.1:80", ["192.0.2.1:80"]],
  ["for=[::1]:80 ; proto=https ,\tfor=unknown", ["[::1]:80", "unknown"]],
  ["proto=https", [""]],
  ['for="",;for=a', ["", "a"]],
  ["", []],
])("parseForwarded() reads %j", (text, hops) => {
  expect(parseForwarded(text)).toEqual(hops);
});

test.each([
  // A sender's open quote, and what proxies add behind it.
  'for="x, for=192.0.2.1',
  'for=", for="[2001:db8::1]"',
  'a=", for="[2001:db8::1]:80";host="h"',
  'for="x\\", for="192.0.2.1"',
  "for=192.0.2.1;for=192.0.2.2",
  "for",
  "for=",
  "for =192.0.2.1",
  'for="a"b',
  "for=a b",
  "for=a\\b",
])("parseForwarded() takes nothing from the malformed %j", (text) => {
  expect(parseForwarded(text)).toBe(undefined);
});

test.each(["for=a, ", "\t ", '"', 'for="\\', "for=a;", "a=b "])(
  "parseForwarded() takes a hundred thousand %j in one pass",
  (part) => {
    const text = part.repeat(100_000);
    expect(parseForwarded(text)?.length ?? 0).toBeLessThanOrEqual(100_001);
  },
);
