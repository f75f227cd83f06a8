// The address of a client, as an adapter or proxy reports it → its canonical spelling and its network.
import { oneLine } from "../text.ts";

const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** Each number from 0 to 255, without leading zeros. */
const OCTETS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

const MAPPED = "::ffff:";

/** Some proxies add the port, which differs for each connection. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d+)?$/;

/** `::ffff:127.0.0.1` → `127.0.0.1`, `2001:DB8:0::1` → `2001:db8::1`; other texts as one line. */
export function canonicalAddress(text: string): string {
  if (IPV4.test(text)) return text;
  // Dual-stack sockets write every IPv4 address like this.
  if (text.startsWith(MAPPED) && IPV4.test(text.slice(MAPPED.length))) {
    return text.slice(MAPPED.length);
  }
  const address = withoutPort(text.trim());
  if (IPV4.test(address)) return address;
  const groups = parseIpv6(address);
  return groups === undefined ? oneLine(text) : formatIpv6(groups);
}

/**
 * The eight groups of an address; an IPv4 address counts as `::ffff:a.b.c.d`. Undefined for other texts,
 * including `010.0.0.1`, which is another address if a leading zero means octal.
 */
export function groupsOf(text: string): readonly number[] | undefined {
  if (!IPV4.test(text)) return parseIpv6(text);
  return OCTETS.test(text) ? [0, 0, 0, 0, 0, 0xffff, ...groupsOfIpv4(text)] : undefined;
}

/** An IPv6 client has at least a /64, so single addresses do not identify it. */
export function networkOf(canonical: string): string {
  if (IPV4.test(canonical)) return canonical;
  const groups = parseIpv6(canonical);
  return groups === undefined ? canonical : `${groups.slice(0, 4).map(toHex).join(":")}::/64`;
}

function withoutPort(text: string): string {
  const { v6, v4 } = WITH_PORT.exec(text)?.groups ?? {};
  return v6 ?? v4 ?? text;
}

const IPV6_GROUPS = 8;

const GROUP = /^[\da-f]{1,4}$/i;

function parseIpv6(text: string): readonly number[] | undefined {
  // The name of a network interface may follow: fe80::1%eth0.
  const [address = ""] = text.split("%", 1);
  const halves = address.split("::").map(parseGroups);
  const [start, end, ...more] = halves;
  if (start === undefined || more.length > 0) return undefined;
  if (halves.length === 1) return start.length === IPV6_GROUPS ? start : undefined;
  if (end === undefined || start.length + end.length >= IPV6_GROUPS) return undefined;
  const zeros = Array<number>(IPV6_GROUPS - start.length - end.length).fill(0);
  return [...start, ...zeros, ...end];
}

/** Undefined if a group is invalid. The last two groups may be written as an IPv4 address. */
function parseGroups(text: string): readonly number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  for (const group of text.split(":")) {
    if (GROUP.test(group)) groups.push(Number.parseInt(group, 16));
    else if (OCTETS.test(group)) groups.push(...groupsOfIpv4(group));
    else return undefined;
  }
  return groups;
}

function groupsOfIpv4(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

function formatIpv6(groups: readonly number[]): string {
  const { start, length } = findZeros(groups);
  if (length === 5 && start === 0 && groups[5] === 0xffff) return formatMapped(groups);
  if (length < 2) return groups.map(toHex).join(":");
  const before = groups.slice(0, start).map(toHex).join(":");
  return `${before}::${groups
    .slice(start + length)
    .map(toHex)
    .join(":")}`;
}

/** The longest run of zeros, the first of equals. */
function findZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let longest = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start > longest.length) longest = { start, length: end - start };
    start = end;
  }
  return longest;
}

function formatMapped(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

function toHex(group: number): string {
  return group.toString(16);
}
