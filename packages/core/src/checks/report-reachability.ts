// All mappings, in order → the report of which of them an event can still reach.
import type { MappingReachability } from "../model/reachability.ts";
import { isTakenByRoute } from "./built-in-routes.ts";
import {
  analyzeReachability,
  type Matching,
  type Reachability,
} from "./reachability/analyze-reachability.ts";

export function reportReachability(mappings: readonly Matching[]): readonly MappingReachability[] {
  const others = mappings.filter((mapping) => !isTakenByRoute(mapping));
  const found = new Map(analyzeReachability(others).map((one) => [one.mapping, one]));
  return mappings.map((mapping) => reportFrom(mapping, found.get(mapping)));
}

function reportFrom({ id }: Matching, found?: Reachability<Matching>): MappingReachability {
  if (found === undefined) return { mappingId: id, verdict: "shadowed", overlaps: [] };
  const { verdict, shadowedBy, overlaps } = found;
  return {
    mappingId: id,
    verdict,
    ...(shadowedBy && { shadowedBy: shadowedBy.id }),
    overlaps: overlaps.map((earlier) => earlier.id),
  };
}
