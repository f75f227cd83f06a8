// The public URL of a hook, and a request → URLs that the vendor may have been given instead.
import { readHeader } from "../../data/read-header.ts";
import type { AuthRequest } from "../../model/auth/route-auth.ts";
import { queryOf } from "../build-signed.ts";

export interface OtherUrl {
  readonly what: string;
  readonly url: string;
  /** Of the request: without a query where the vendor signs none. */
  readonly target: string;
}

export function otherUrls(publicUrl: string, request: AuthRequest): readonly OtherUrl[] {
  const { target } = request;
  const query = queryOf(target);
  const path = query === "" ? target : target.slice(0, -query.length - 1);
  const bases = [publicUrl, ...hostsOf(request).map((host) => `https://${host}${path}`)];
  const urls = new Set(bases.flatMap((url) => [url, otherScheme(url)].flatMap(spellings)));
  const all = [...urls].map((url) => ({ what: `the URL ${url}`, url, target }));
  const others = all.filter(({ url }) => url !== publicUrl);
  if (query === "") return others;
  const bare = [...urls].map((url) => ({
    what: `the URL ${url} without the query of the request`,
    url,
    target: path,
  }));
  return [...others, ...bare];
}

/** What the sender or a proxy says that the host is: good enough for a guess, and for nothing else. */
function hostsOf({ headers }: AuthRequest): readonly string[] {
  const names = ["x-forwarded-host", "host"].map((name) => readHeader(headers, name));
  return names.filter((host) => host !== undefined);
}

function otherScheme(url: string): string {
  return /^https:/i.test(url) ? `http${url.slice(5)}` : `https${url.slice(4)}`;
}

/** Matches every text, so that each part is there. */
const PARTS = /^(\w*:?\/*[^/?]*)([^?]*)(.*)$/s;

/** With and without a slash at the end of the path, and a port. */
function spellings(url: string): readonly string[] {
  const [, origin, path, query] = PARTS.exec(url) as unknown as [string, string, string, string];
  const bare = path.replace(/\/$/, "");
  const ported = /:\d+$/.test(origin)
    ? origin.replace(/:\d+$/, "")
    : `${origin}:${/^https/i.test(origin) ? 443 : 80}`;
  return [origin, ported].flatMap((one) => [`${one}${bare}${query}`, `${one}${bare}/${query}`]);
}
