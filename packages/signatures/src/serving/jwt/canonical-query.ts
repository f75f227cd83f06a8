// A request → its method, path and query in the spelling that Atlassian Connect hashes into the claim `qsh`.

import { parseForm, queryOf } from "@hookwright/base";
import type { AuthRequest } from "../../model.ts";
import { encodeText } from "../decode-key.ts";

/** The paths of the app and of the hook, as the vendor knows them. */
export interface SignedPaths {
  /** Path of the hook's public URL. Default: that of the request. */
  readonly publicPath: string | undefined;
  /** Path of the app's base URL, which is not hashed. */
  readonly basePath: string;
}

/** The path of an absolute URL, as it is written. */
export function pathOfUrl(url: string): string {
  return url
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/, "");
}

/** Undefined for a query that cannot be decoded. */
export function canonicalQuery(
  { method, target }: AuthRequest,
  { publicPath, basePath }: SignedPaths,
): string | undefined {
  const [ownPath = ""] = target.split("?", 1);
  const query = sortedQuery(queryOf(target));
  if (query === undefined) return undefined;
  return `${method.toUpperCase()}&${canonicalPath(publicPath ?? ownPath, basePath)}&${query}`;
}

function canonicalPath(path: string, basePath: string): string {
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  const escaped = rest.replaceAll("&", "%26").replace(/\/$/, "");
  return escaped.startsWith("/") ? escaped : `/${escaped}`;
}

/** The query may have the token itself, which is not part of its own hash. */
const TOKEN_PARAMETER = "jwt";

function sortedQuery(query: string): string | undefined {
  const fields = parseForm(encodeText(query));
  if (fields === undefined) return undefined;
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    if (name === TOKEN_PARAMETER) continue;
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const names = [...values.keys()].sort();
  return names.map((name) => `${encode(name)}=${listOf(values.get(name))}`).join("&");
}

function listOf(values: readonly string[] = []): string {
  return values.toSorted().map(encode).join(",");
}

/** RFC 3986: `encodeURIComponent` leaves five more characters as they are. */
function encode(text: string): string {
  const rest = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, rest);
}
