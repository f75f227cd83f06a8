// `Forwarded` or `X-Forwarded-For` → what it says of each hop, the client's first; undefined where it is malformed.

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
