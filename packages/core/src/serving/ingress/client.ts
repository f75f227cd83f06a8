// A request → the address of its client behind proxies, and its request id.
import { canonicalAddress, groupsOf, type HeaderRecord, readHeader } from "@hookwright/base";
import type { Arrived } from "./phases.ts";

/** Undefined if the hooks trust no proxy. */
type IsTrustedProxy = ((address: string) => boolean) | undefined;

/** Undefined if the adapter does not know the peer: the headers cannot be trusted then. */
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
  // A proxy writes one of the headers and passes the other on: if they differ, the sender wrote one of them.
  return byElements && byElements !== byList ? address : byList;
}

/**
 * The rightmost address that is not a trusted proxy: that client wrote everything left of it. If a proxy does
 * not say for whom it forwards (`unknown`, `_name`), the proxy itself counts.
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

/** As proxies write them: with or without port and brackets, or `unknown` and `_names`. */
type Hops = readonly string[];

/** `X-Forwarded-For` has no quotes, so a sender cannot hide a comma. */
export function parseForwardedFor(text: string): Hops {
  return text.split(",").map((hop) => hop.trim());
}

/**
 * RFC 7239, in one pass. A sender may open a quote that swallows the element of the proxy. Such a header is
 * malformed at the quote of the proxy, and malformed headers are ignored.
 */
export function parseForwarded(text: string): Hops | undefined {
  const hops: string[] = [];
  PAIR.lastIndex = 0;
  let hop: string | undefined;
  while (PAIR.lastIndex < text.length) {
    const groups = PAIR.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { name, token, quoted, end } = groups;
    if (name?.toLowerCase() === "for") {
      // Two in one element: the sender may have written either of them.
      if (hop !== undefined) return undefined;
      hop = token ?? (quoted as string).replace(/\\(.)/g, "$1");
    }
    if (end === ";") continue;
    hops.push(hop ?? "");
    hop = undefined;
  }
  return hops;
}

/**
 * A pair or nothing, up to its separator. Unquoted values may have `:` and brackets, because some proxies
 * write ports and IPv6 that way.
 */
const PAIR =
  /[ \t]*(?:(?<name>[\w!#$%&'*+.^`|~-]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s",;=\\]+))[ \t]*)?(?<end>[,;]|$)/y;

const REQUEST_ID = "x-request-id";

/** Matches UUIDs and the ids of traces, proxies and clouds: no spaces, quotes or control characters. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** Also undefined if the id contains a secret, because the answer would repeat it. */
export function readRequestId({ headers, auth, hideSecrets }: Arrived): string | undefined {
  const sent = readHeader(headers, REQUEST_ID);
  if (sent === undefined || !SANE.test(sent) || hideSecrets(sent) !== sent) return undefined;
  return auth?.secretPlaces.headers.includes(REQUEST_ID) ? undefined : sent;
}
