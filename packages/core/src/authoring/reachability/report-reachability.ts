// All mappings, in order → the report of which of them an event can still reach.
import type { MappingReachability } from "../../model/index.ts";
import { analyzeReachability, type Matching } from "./analyze-reachability.ts";

export function reportReachability(mappings: readonly Matching[]): readonly MappingReachability[] {
  return analyzeReachability(mappings).map(({ mapping, verdict, shadowedBy, overlaps }) => ({
    mappingId: mapping.id,
    verdict,
    ...(shadowedBy && { shadowedBy: shadowedBy.id }),
    overlaps: overlaps.map(({ id }) => id),
  }));
}
