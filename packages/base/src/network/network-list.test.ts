import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalAddress } from "./address.ts";
import { createNetworkList, isEverything, type Network, parseNetwork } from "./network-list.ts";

function isIn(address: string, ...networks: readonly string[]): boolean {
  return createNetworkList(networks.map((text) => parseNetwork(text) as Network))(address);
}

test.each([
  ["10.1.2.3", "10.0.0.0/8"],
  ["10.1.2.3", "10.1.2.3"],
  ["10.1.2.3", " 10.9.9.9/8 "],
  ["10.1.2.3", "::ffff:10.0.0.0/104"],
  ["192.0.2.129", "192.0.2.128/25"],
  ["2001:db8:1::1", "2001:db8::/32"],
  ["2001:db8:8000::1", "2001:db8:8000::/33"],
  ["::1", "::1"],
  ["::1", "::1/128"],
])("createNetworkList() finds %s in %s", (address, network) => {
  expect(isIn(address, "192.168.77.0/24", network)).toBe(true);
});

test.each([
  ["11.1.2.3", "10.0.0.0/8"],
  ["10.1.2.4", "10.1.2.3"],
  ["192.0.2.127", "192.0.2.128/25"],
  ["2001:db9::1", "2001:db8::/32"],
  ["2001:db8::1", "2001:db8:8000::/33"],
  ["::1", "127.0.0.1"],
  ["::a00:1", "10.0.0.0/8"],
  ["unknown", "10.0.0.0/8"],
  ["", "::/1"],
  ["010.0.0.1", "10.0.0.0/8"],
  ["10.0.0.256", "10.0.0.0/8"],
])("createNetworkList() does not find %j in %s", (address, network) => {
  expect(isIn(address, network)).toBe(false);
});

test.each([
  "",
  "localhost",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/",
  "10.0.0",
  "10.0.0.1.",
  "10.0.0.0/8/8",
  "10.0.0.256",
  "::ffff:10.0.0.256",
  "2001:db8::/129",
  "1:2:3",
])("parseNetwork() refuses %j", (text) => {
  expect(parseNetwork(text)).toBe(undefined);
});

test.each([
  ["0.0.0.0/0", true],
  ["::/0", true],
  ["::ffff:0.0.0.0/96", true],
  ["::ffff:0.0.0.0/90", true],
  ["0.0.0.0/1", false],
  ["::/96", false],
  ["2001:db8::/32", false],
])("isEverything() says of %s: %j", (text, expected) => {
  expect(isEverything(parseNetwork(text) as Network)).toBe(expected);
});

test("createNetworkList() agrees with a comparison of bits, for any address and prefix", () => {
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const bitsOf = (address: readonly number[]) =>
    address.map((octet) => octet.toString(2).padStart(8, "0")).join("");
  fc.assert(
    fc.property(octets, octets, fc.nat(32), (one, other, prefix) => {
      const expected = bitsOf(one).slice(0, prefix) === bitsOf(other).slice(0, prefix);
      expect(isIn(one.join("."), `${other.join(".")}/${prefix}`)).toBe(expected);
    }),
  );
  const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
  const wide = (address: readonly number[]) =>
    address.map((group) => group.toString(2).padStart(16, "0")).join("");
  fc.assert(
    fc.property(groups, groups, fc.nat(7), fc.nat(128), (one, tail, same, prefix) => {
      const other = [...one.slice(0, same), ...tail.slice(same)];
      const text = (all: readonly number[]) => all.map((group) => group.toString(16)).join(":");
      const expected = wide(one).slice(0, prefix) === wide(other).slice(0, prefix);
      expect(isIn(canonicalAddress(text(one)), `${text(other)}/${prefix}`)).toBe(expected);
    }),
  );
});
