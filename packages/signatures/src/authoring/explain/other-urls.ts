// The public URL of a hook, and a request → URLs that the vendor may have been given instead.
import { queryOf, readHeader } from "@hookwright/base";
import type { AuthRequest } from "../../model.ts";
import type { GuessFix } from "./explanation.ts";

interface OtherUrl {
  readonly what: string;
  readonly url: string;
  /** Of the request: with another query where the one that arrived was not signed. */
  readonly target: string;
  readonly fix: GuessFix;
}

export function otherUrls(publicUrl: string, request: AuthRequest): readonly OtherUrl[] {
  const { target } = request;
  const path = pathOf(target);
  const originals = readTexts(request, ORIGINAL_TARGETS).filter((text) => text.startsWith("/"));
  const urls = listUrls(publicUrl, { request, paths: [path, ...originals.map(pathOf)] });
  const all = urls.map(
    (url): OtherUrl => ({ what: `the URL ${url}`, url, target, fix: "publicUrl" }),
  );
  const others = all.filter(({ url }) => url !== publicUrl);
  const query = queryOf(target);
  const queries = ["", ...originals.map(queryOf)].filter((other) => other !== query);
  const changed = [...new Set(queries)].flatMap((other) =>
    urls.map((url): OtherUrl => {
      const what = `the URL ${url} ${other === "" ? "without the query of the request" : "with the query that the proxy was sent"}`;
      return { what, url, target: other === "" ? path : `${path}?${other}`, fix: "query" };
    }),
  );
  const reordered = otherOrders(query).map((other): OtherUrl => {
    const what = `the URL ${publicUrl} with the query in another order`;
    return { what, url: publicUrl, target: `${path}?${other}`, fix: "query" };
  });
  return [...others, ...changed, ...reordered];
}

/** Five pairs have 120 orders. */
const MAX_PAIRS = 5;

/** A query → the same with its pairs in every other order. */
function otherOrders(query: string): readonly string[] {
  const pairs = query.split("&");
  if (pairs.length > MAX_PAIRS) return [];
  const orders = new Set(ordersOf(pairs).map((order) => order.join("&")));
  orders.delete(query);
  return [...orders];
}

function ordersOf(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, index) =>
    ordersOf(items.filter((_, at) => at !== index)).map((rest) => [first, ...rest]),
  );
}

/** What the sender or a proxy says: good enough for a guess, and for nothing else. */
const HOSTS = ["x-forwarded-host", "x-original-host", "host"];

const ORIGINAL_TARGETS = ["x-forwarded-uri", "x-original-uri", "x-original-url"];

/** Of one header. All are combined, each combination costs a signature, and a request may hold any number. */
const MAX_TEXTS = 2;

interface Captured {
  readonly request: AuthRequest;
  /** Of the URL as the vendor may know it. */
  readonly paths: readonly string[];
}

function listUrls(publicUrl: string, { request, paths }: Captured): readonly string[] {
  const [, origin, path, query] = split(publicUrl);
  const origins = [origin, ...hostsOf(request).map((host) => `https://${host}`)];
  const prefixes = readTexts(request, ["x-forwarded-prefix"]).map((text) =>
    text.replace(/\/$/, ""),
  );
  const prefixed = prefixes.flatMap((prefix) => paths.map((one) => `${prefix}${one}`));
  const all = [`${path}${query}`, path, ...paths, ...prefixed];
  const urls = all.flatMap((one) => origins.map((start) => `${start}${one}`));
  return [...new Set(urls.flatMap((url) => [url, otherScheme(url)].flatMap(spellings)))];
}

function hostsOf(request: AuthRequest): readonly string[] {
  const forwarded = readHeader(request.headers, "forwarded") ?? "";
  const named = [...forwarded.matchAll(/\bhost="?([^\s",;]+)/gi)].slice(0, MAX_TEXTS);
  const hosts = [...named.map(([, host]) => host as string), ...readTexts(request, HOSTS)];
  const ports = readTexts(request, ["x-forwarded-port"]);
  const ported = hosts
    .filter((host) => !/:\d+$/.test(host))
    .flatMap((host) => ports.map((port) => `${host}:${port}`));
  return [...hosts, ...ported].filter((host) => /^[\w.[\]:-]+$/.test(host));
}

/** Each proxy adds its own after a comma. */
function readTexts({ headers }: AuthRequest, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const items = (readHeader(headers, name) ?? "").split(",").map((item) => item.trim());
    return items.filter((item) => item !== "").slice(0, MAX_TEXTS);
  });
}

function pathOf(target: string): string {
  return target.split("?", 1)[0] as string;
}

function otherScheme(url: string): string {
  return /^https:/i.test(url) ? `http${url.slice(5)}` : `https${url.slice(4)}`;
}

/** Matches every text, so that each part is there. */
const PARTS = /^(\w*:?\/*[^/?]*)([^?]*)(.*)$/s;

function split(url: string): readonly [string, string, string, string] {
  return PARTS.exec(url) as unknown as [string, string, string, string];
}

/** With and without a slash at the end of the path, and a port. */
function spellings(url: string): readonly string[] {
  const [, origin, path, query] = split(url);
  const bare = path.replace(/\/$/, "");
  const ported = /:\d+$/.test(origin)
    ? origin.replace(/:\d+$/, "")
    : `${origin}:${/^https/i.test(origin) ? 443 : 80}`;
  return [origin, ported].flatMap((one) => [`${one}${bare}${query}`, `${one}${bare}/${query}`]);
}
