// An address of a URL or of a name → whether the internet can reach it, so that no URL reaches what is private here.
import { createNetworkList, parseNetwork } from "@hookwright/base";

/** Private, local, reserved, and what embeds an IPv4 address (6to4, Teredo, NAT64). IPv4 counts as `::ffff:a.b.c.d`. */
const NOT_PUBLIC = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32"],
  ...["2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
];

const isNotPublic = createNetworkList(networks(NOT_PUBLIC));
const isLoopback = createNetworkList(networks(["127.0.0.0/8", "::1/128"]));

function networks(texts: readonly string[]) {
  return texts.map(parseNetwork).filter((network) => network !== undefined);
}

/** Of an address without brackets; a zone such as `%eth0` is ignored. */
export function isPublicAddress(address: string): boolean {
  return !isNotPublic(address);
}

export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address);
}

/** The host name of a URL without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Whether the URL itself names the own machine: `localhost`, `127.…` or `[::1]`. */
export function namesLoopback(url: URL): boolean {
  const host = hostOf(url);
  return host === "localhost" || isLoopbackAddress(host);
}
