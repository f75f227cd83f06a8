import { expect, test } from "vitest";
import { isLoopback } from "./is-loopback.ts";

test.each(["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]", "0:0:0:0:0:0:0:1"])(
  "isLoopback() knows %s",
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each([
  "0.0.0.0",
  "::",
  "192.168.1.7",
  "example.com",
  "127.example.com",
  "localhost.example.com",
  "::11",
  "fe80::1",
  "",
])("isLoopback() takes %j for an address that others can reach", (host) =>
  expect(isLoopback(host)).toBe(false),
);
