import { expect, test } from "vitest";
import { canonicalHost, parseOrigin } from "./origin.ts";

test.each([
  ["https://Hooks.Example.com", "https", "hooks.example.com"],
  ["https://hooks.example.com:443/a?b", "https", "hooks.example.com"],
  ["HTTP://localhost:80", "http", "localhost"],
  ["http://localhost:443", "http", "localhost:443"],
  ["http://[::1]:8787", "http", "[::1]:8787"],
  ["chrome-extension://abc", "chrome-extension", "abc"],
])("parseOrigin() reads the host of %s", (text, scheme, host) => {
  expect(parseOrigin(text)).toEqual({ scheme, host });
});

test.each(["null", "", "hooks.example.com", "https://", "file:///a"])(
  "parseOrigin() finds no host in %j",
  (text) => {
    expect(parseOrigin(text)).toBeUndefined();
  },
);

test("canonicalHost() leaves out the port of the scheme alone", () => {
  expect(canonicalHost("A:443", "https")).toBe("a");
  expect(canonicalHost("a:443", "http")).toBe("a:443");
  expect(canonicalHost("a:80", "ws")).toBe("a:80");
});
