import { isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress, networkOf } from "./address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["192.0.2.1:50123", "192.0.2.1"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["::FFFF:7f00:1", "127.0.0.1"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
  ["2001:DB8:0:0:1::1", "2001:db8::1:0:0:1"],
  ["2001:0db8:0000:0001:0000:0000:0000:0001", "2001:db8:0:1::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"],
  ["10:0:0:1::", "10:0:0:1::"],
])("canonicalAddress() spells %j as %j", (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

test.each([
  "unknown",
  "",
  "1:2:3",
  "1::2::3",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4::5:6:7:8",
  "::g",
  "12345::",
  "1:::",
  "example.com:80",
])("canonicalAddress() leaves %j, which is not an address, as it is", (text) => {
  expect(canonicalAddress(text)).toBe(text);
  expect(networkOf(canonicalAddress(text))).toBe(text);
});

test("canonicalAddress() makes one line of what a proxy copied from a header", () => {
  expect(canonicalAddress("10.0.0.1,\r\n\u202e10.0.0.2")).toBe("10.0.0.1, 10.0.0.2");
});

test("networkOf() treats a /64 as one client, and an IPv4 address as itself", () => {
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2::")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
});

test("canonicalAddress() returns the same address for every spelling of it", () => {
  const groups = fc.array(fc.constantFrom(0, 0, 1, 0xffff, 0xab), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (numbers) => {
      const long = numbers.map((number) => number.toString(16).padStart(4, "0")).join(":");
      const canonical = canonicalAddress(long);
      expect(isIPv6(canonical) || /^\d+(?:\.\d+){3}$/.test(canonical)).toBe(true);
      expect(canonicalAddress(canonical)).toBe(canonical);
      expect(canonicalAddress(long.toUpperCase())).toBe(canonical);
      if (isIPv6(canonical))
        expect(canonical).toBe(new URL(`http://[${long}]`).hostname.slice(1, -1));
    }),
  );
});
