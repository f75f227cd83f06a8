// A request → who sent it: its address behind proxies, and its id.
import { canonicalAddress, groupsOf, type HeaderRecord, readHeader } from "@hookwright/base";
import type { Arrived } from "./phases.ts";

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

/** Written as proxies write it: with or without port, brackets; `unknown` and `_names` too. */
type Hops = readonly string[];

/** Lists of `X-Forwarded-For` have no quotes, so that nothing a sender writes can swallow a comma. */
export function parseForwardedFor(text: string): Hops {
  return text.split(",").map((hop) => hop.trim());
}

/**
 * RFC 7239, in one pass. A sender may open a quote that takes the element of the proxy into its own text;
 * such a header is malformed at the quote of the proxy, and malformed headers count for nothing.
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
      // Two in one element: the one or the other may be a sender's.
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
 * A pair, or nothing, up to its separator. Values without quotes may have `:` and brackets, as some proxies
 * write ports and IPv6.
 */
const PAIR =
  /[ \t]*(?:(?<name>[\w!#$%&'*+.^`|~-]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s",;=\\]+))[ \t]*)?(?<end>[,;]|$)/y;

const REQUEST_ID = "x-request-id";

/** UUIDs, and the ids of traces, proxies and clouds. No spaces, quotes or controls. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** Undefined for one that holds a secret, too: an answer would repeat it. */
export function readRequestId({ headers, auth, hideSecrets }: Arrived): string | undefined {
  const sent = readHeader(headers, REQUEST_ID);
  if (sent === undefined || !SANE.test(sent) || hideSecrets(sent) !== sent) return undefined;
  return auth?.secretPlaces.headers.includes(REQUEST_ID) ? undefined : sent;
}
