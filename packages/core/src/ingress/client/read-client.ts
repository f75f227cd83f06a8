// The peer of a connection and the headers of its proxies → the address of the client.

import type { HeaderRecord } from "@hookwright/base";
import { canonicalAddress, groupsOf, readHeader } from "@hookwright/base";
import { parseForwarded, parseForwardedFor } from "./parse-forwarded.ts";

/** `isTrustedProxy`: of the hooks; undefined where no proxy is trusted. */
type IsTrustedProxy = ((address: string) => boolean) | undefined;

/** Undefined where the adapter does not know the peer: what headers say is then worth nothing. */
export function readClient(
  peer: string | undefined,
  headers: HeaderRecord,
  isTrustedProxy: IsTrustedProxy,
): string | undefined {
  if (peer === undefined) return undefined;
  const address = canonicalAddress(peer);
  if (isTrustedProxy === undefined || !isTrustedProxy(address)) return address;
  const list = readHeader(headers, "x-forwarded-for");
  const elements = readHeader(headers, "forwarded");
  const byList = list && findClient(address, parseForwardedFor(list), isTrustedProxy);
  const byElements =
    elements && findClient(address, parseForwarded(elements) ?? [], isTrustedProxy);
  if (!byList) return byElements || address;
  // A proxy writes the one and passes the other on: of two that differ, one is the sender's own.
  return byElements && byElements !== byList ? address : byList;
}

/**
 * The right-most address that is no trusted proxy: what stands left of it was written by that client. Where
 * a proxy does not say who it forwards for (`unknown`, `_name`), the proxy itself counts.
 */
function findClient(
  peer: string,
  hops: readonly string[],
  isTrustedProxy: (address: string) => boolean,
): string {
  let nearest = peer;
  for (let at = hops.length - 1; at >= 0; at--) {
    const hop = canonicalAddress(hops[at] as string);
    if (groupsOf(hop) === undefined) return nearest;
    if (!isTrustedProxy(hop)) return hop;
    nearest = hop;
  }
  return nearest;
}
