// A query as sent → its parameters; of a repeated one the last counts.
import type { QueryRecord } from "./records.ts";

const EMPTY: QueryRecord = Object.freeze({});

export function parseQuery(query: string): QueryRecord {
  if (query === "") return EMPTY;
  const parameters: [string, string][] = [];
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equalsAt = pair.indexOf("=");
    const name = equalsAt === -1 ? pair : pair.slice(0, equalsAt);
    const value = equalsAt === -1 ? "" : pair.slice(equalsAt + 1);
    parameters.push([decode(name), decode(value)]);
  }
  return Object.fromEntries(parameters);
}

/** A broken escape stays as it was sent; refusing the request for it would help nobody. */
function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
