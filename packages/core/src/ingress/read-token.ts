// Headers and query of a request → the token it carries, and in what.

import type { HeaderRecord, QueryRecord } from "@hookwright/base";
import { readHeader } from "@hookwright/base";

/** How a token came: as a bearer token, in another header, or in the query. */
export type TokenCarrier = "bearer" | "header" | "query";

interface CarriedToken {
  readonly token: string;
  readonly carrier: TokenCarrier;
}

export interface TokenCarriers {
  /** Lower-case names of the headers beside `authorization`. */
  readonly headers: readonly string[];
  readonly query: boolean;
}

/** The first carrier with something in it wins: a right token behind a wrong one does not help. */
export function readToken(
  headers: HeaderRecord,
  query: QueryRecord,
  carriers: TokenCarriers,
): CarriedToken | undefined {
  const bearer = readBearer(readHeader(headers, "authorization"));
  if (bearer !== "") return { token: bearer, carrier: "bearer" };
  for (const name of carriers.headers) {
    const token = readHeader(headers, name)?.trim() ?? "";
    if (token !== "") return { token, carrier: "header" };
  }
  const token = carriers.query ? (query["token"]?.trim() ?? "") : "";
  return token === "" ? undefined : { token, carrier: "query" };
}

function readBearer(authorization: string | undefined): string {
  if (authorization === undefined || !/^bearer\s/i.test(authorization)) return "";
  return authorization.slice("bearer".length).trim();
}
