// A compiled mapping → what reports name of it.
import type { MappingSummary } from "../model/hooks.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";

export function summaryFromMapping(mapping: CompiledMapping): MappingSummary {
  const { id, action, match, preset } = mapping;
  return { id, action, match, ...(preset !== undefined && { preset }) };
}
