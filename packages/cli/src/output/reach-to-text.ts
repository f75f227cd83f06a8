// The reachability of mappings → one line for each mapping.

import { visibleLine } from "@hookwright/base";
import type { MappingReachability } from "@hookwright/core";

export function reachToText(mappings: readonly MappingReachability[]): string {
  return mappings.map((mapping) => `  ${visibleLine(lineOf(mapping))}\n`).join("");
}

function lineOf({ mappingId, verdict, shadowedBy, overlaps }: MappingReachability): string {
  const takers = overlaps.join(", ");
  switch (verdict) {
    case "contradictory":
      return `${mappingId}: never reached, as its match contradicts itself`;
    case "shadowed":
      return `${mappingId}: never reached; taken by ${shadowedBy ?? (takers || "a built-in route")}`;
    case "unknown":
      return `${mappingId}: not decided${takers && `; may lose events to ${takers}`}`;
    default:
      return `${mappingId}: reached${takers && `; loses events to ${takers}`}`;
  }
}
