import fc from "fast-check";
import { expect, test } from "vitest";
import { createHarness, type SentRequest } from "../../../test/ingress/harness.ts";
import { parseForwarded, parseForwardedFor, readClient } from "./client.ts";

const isTrustedProxy = (address: string): boolean => address.startsWith("10.") || address === "::1";

function clientOf(headers: Record<string, string | string[]>, peer = "10.0.0.1") {
  return readClient(peer, headers, isTrustedProxy);
}

test.each<[string, Record<string, string | string[]>, string]>([
  ["the address behind a proxy", { "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
  ["the right-most of several", { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, "203.0.113.7"],
  [
    "the right-most that is not a proxy",
    { "x-forwarded-for": "1.1.1.1, 203.0.113.7, 10.0.0.3, 10.0.0.2" },
    "203.0.113.7",
  ],
  ["of headers that came twice", { "x-forwarded-for": ["1.1.1.1", "203.0.113.7"] }, "203.0.113.7"],
  ["without its port", { "x-forwarded-for": "203.0.113.7:5000" }, "203.0.113.7"],
  ["in one spelling", { "x-forwarded-for": "[2001:DB8::0:1]:5000" }, "2001:db8::1"],
  ["as IPv4 where it is mapped", { "x-forwarded-for": "::ffff:203.0.113.7" }, "203.0.113.7"],
  ["the last proxy where all are proxies", { "x-forwarded-for": "10.0.0.3, 10.0.0.2" }, "10.0.0.3"],
  ["of Forwarded", { forwarded: 'for=1.1.1.1, for="[2001:db8::1]:80";by=10.0.0.1' }, "2001:db8::1"],
  ["the proxy that says unknown", { forwarded: "for=1.1.1.1, for=unknown" }, "10.0.0.1"],
  [
    "the proxy that says a name",
    { forwarded: "for=1.1.1.1, for=_hidden, for=10.0.0.2" },
    "10.0.0.2",
  ],
  ["the proxy that says nothing", { forwarded: "for=1.1.1.1, proto=https" }, "10.0.0.1"],
  ["the proxy behind garbage", { "x-forwarded-for": "203.0.113.7, <script>" }, "10.0.0.1"],
  ["the proxy behind 999.1.1.1", { "x-forwarded-for": "203.0.113.7, 999.1.1.1" }, "10.0.0.1"],
  ["the proxy behind a malformed header", { forwarded: 'for="x, for=203.0.113.7' }, "10.0.0.1"],
  [
    "of two headers that agree",
    { forwarded: "for=1.1.1.1", "x-forwarded-for": "1.1.1.1" },
    "1.1.1.1",
  ],
  [
    "the proxy where two headers differ",
    { forwarded: "for=1.1.1.1", "x-forwarded-for": "203.0.113.7" },
    "10.0.0.1",
  ],
  ["the proxy where nothing is said", { "x-forwarded-for": "" }, "10.0.0.1"],
])("readClient() returns the address: %s", (_what, headers, client) => {
  expect(clientOf(headers)).toBe(client);
});

test("readClient() believes nobody but a trusted proxy", () => {
  const headers = { "x-forwarded-for": "1.1.1.1", forwarded: "for=1.1.1.1" };
  expect(clientOf(headers, "203.0.113.9")).toBe("203.0.113.9");
  expect(clientOf(headers, "unix")).toBe("unix");
  expect(readClient(undefined, headers, isTrustedProxy)).toBe(undefined);
  expect(readClient("10.0.0.1", headers, undefined)).toBe("10.0.0.1");
});

test("readClient() returns what the proxy wrote, whatever the sender writes before it", () => {
  const chunk = fc.constantFrom(
    '"',
    "\\",
    ",",
    ";",
    "=",
    " ",
    "for=",
    "for=1.1.1.1",
    "a",
    "[",
    "1.1.1.1",
  );
  const sent = fc.array(chunk, { maxLength: 12 }).map((parts) => parts.join(""));
  const added = fc.constantFrom(
    "for=203.0.113.7",
    'for="203.0.113.7:80"',
    'for=203.0.113.7;host="h";proto=https',
    'host="h";for="203.0.113.7"',
  );
  fc.assert(
    fc.property(sent, added, (before, own) => {
      // Either the proxy's word counts, or the proxy itself does.
      expect(["203.0.113.7", "10.0.0.1"]).toContain(clientOf({ forwarded: `${before}, ${own}` }));
      expect(clientOf({ "x-forwarded-for": `${before}, 203.0.113.7` })).toBe("203.0.113.7");
    }),
    { numRuns: 1_000 },
  );
});

const wrong: SentRequest = { headers: { authorization: "Bearer wrong" } };

test("readClient() tells the throttle, the record and the dispatch who the client is", async () => {
  const harness = createHarness({
    hooks: { throttle: { failures: 1, trustedProxies: ["192.0.2.0/24"] } },
  });
  const from = (client: string, request: SentRequest = wrong) =>
    harness.send({ ...request, headers: { ...request.headers, "x-forwarded-for": client } });
  expect((await from("203.0.113.1")).status).toBe(401);
  expect((await from("203.0.113.2")).status).toBe(401);
  expect((await from("spoofed, 203.0.113.1")).status).toBe(429);
  expect(harness.records.map(({ remoteAddress }) => remoteAddress)).toEqual([
    "203.0.113.1",
    "203.0.113.2",
    "203.0.113.1",
  ]);
});

test("readClient() counts every address that an untrusted sender writes as the sender", async () => {
  const harness = createHarness({
    hooks: { throttle: { failures: 5, trustedProxies: ["10.0.0.0/8"] } },
  });
  const statuses: number[] = [];
  for (let at = 0; at < 6; at++) {
    const headers = { ...wrong.headers, "x-forwarded-for": `203.0.113.${at}` };
    statuses.push((await harness.send({ headers })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test("parseForwardedFor() returns each element as written", () => {
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
  ['for="1\\92.0.2.1"', ["192.0.2.1"]],
  ["for=192.0.2.1:80", ["192.0.2.1:80"]],
  ["for=[::1]:80 ; proto=https ,\tfor=unknown", ["[::1]:80", "unknown"]],
  ["proto=https", [""]],
  ['for="",;for=a', ["", "a"]],
])("parseForwarded() reads %j", (text, hops) => {
  expect(parseForwarded(text)).toEqual(hops);
});

test.each([
  // A sender's open quote, and what proxies add after it.
  'for="x, for=192.0.2.1',
  'for=", for="[2001:db8::1]"',
  'for="x\\", for="192.0.2.1"',
  "for=192.0.2.1;for=192.0.2.2",
  "for=",
  "for =192.0.2.1",
  "for=a b",
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
