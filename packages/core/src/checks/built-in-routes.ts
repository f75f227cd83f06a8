// A match → whether a built-in route takes all of its events.
import type { Mapping } from "../model/mapping.ts";

const BUILT_IN_ROUTES = new Set(["wake", "agent"]);

export function isTakenByRoute({ match }: Pick<Mapping, "match">): boolean {
  return BUILT_IN_ROUTES.has(match.path ?? "");
}
