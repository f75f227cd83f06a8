// A request target → the URL that a transform gets, without the token and other secrets.

import type { QueryRecord } from "@hookwright/base";
import type { TransformUrl } from "./transform.ts";

/** Every supported runtime has it. */
declare class URL {
  constructor(url: string);
  pathname: string;
  readonly searchParams: {
    has(name: string): boolean;
    append(name: string, value: string): void;
    delete(name: string): void;
  };
}

/** What a transform is told of the host: the name in a request is the sender's choice. */
const ORIGIN = "http://localhost";

/** `target` begins with a slash, or with the scheme and host of the sender. */
export function createTransformUrl(
  target: string,
  secretParameters: readonly string[] = [],
): TransformUrl {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
  // Not resolved against the origin: "//evil.example/x" would replace the host.
  return withoutSecrets(new URL(ORIGIN + path), ["token", ...secretParameters]);
}

interface UrlParts {
  readonly basePath: string;
  /** Without outer slashes. */
  readonly path: string;
  readonly query: QueryRecord;
}

/** For an event that came without a target. */
export function createUrlFromParts({ basePath, path, query }: UrlParts): TransformUrl {
  const url = new URL(ORIGIN);
  url.pathname = `${basePath}/${path}`;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return withoutSecrets(url, ["token"]);
}

/** In any spelling of its name: "%74oken" is one, too. */
function withoutSecrets(url: URL, names: readonly string[]): TransformUrl {
  for (const name of names) {
    // Only where it is there: a deletion spells all other parameters anew.
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  }
  return url as unknown as TransformUrl;
}
