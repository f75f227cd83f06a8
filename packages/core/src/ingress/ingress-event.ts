// Headers and query → the same without what carries the hook token, for templates and transforms.
import type { HeaderRecord, QueryRecord } from "../model/event.ts";
import type { TokenCarriers } from "./read-token.ts";

/** The gateway's own secrets would otherwise reach the agent through `{{headers}}`, or a transform. */
export function hideHeaders(headers: HeaderRecord, carriers: TokenCarriers): HeaderRecord {
  const shown: Record<string, HeaderRecord[string]> = { ...headers };
  for (const name of ["authorization", "cookie", ...carriers.headers]) delete shown[name];
  return shown;
}

export function hideQueryToken(query: QueryRecord, carriers: TokenCarriers): QueryRecord {
  if (!carriers.query || query["token"] === undefined) return query;
  const { token: _token, ...shown } = query;
  return shown;
}
