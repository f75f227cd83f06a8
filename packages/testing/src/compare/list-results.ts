// The resolution of an event → what it, or each element of it, becomes; by index.
import type { ActionResolution, ElementResolution, Resolution } from "@hookwright/core";
import type { ComparedResult } from "./model.ts";

export interface ResolvedResult {
  readonly result: ComparedResult;
  /** Where it becomes an action. */
  readonly resolution: ActionResolution | undefined;
}

/** An event that is no list is its own element 0. */
export function listResults(resolution: Resolution): ReadonlyMap<number, ResolvedResult> {
  if (resolution.outcome !== "batch") return new Map([[0, resultFrom(resolution)]]);
  const { mappingId, elements } = resolution;
  return new Map(
    elements.map(({ index, resolution: one }) => [index, resultFrom(withId(one, mappingId))]),
  );
}

function withId(resolution: ElementResolution["resolution"], mappingId: string) {
  return { ...resolution, mappingId };
}

function resultFrom(resolution: Exclude<Resolution, { outcome: "batch" }>): ResolvedResult {
  const { outcome } = resolution;
  const mapping = outcome === "unmatched" ? undefined : resolution.mappingId;
  const named = mapping === undefined ? {} : { mapping };
  if (outcome === "action") {
    return { result: { becomes: resolution.action.kind, ...named }, resolution };
  }
  const code = outcome === "refused" ? { code: resolution.refusal.code } : {};
  return { result: { becomes: outcome, ...named, ...code }, resolution: undefined };
}

/** A list of one is resolved as its element, which may have stood at another place of a longer list. */
export function alignSingle(
  single: ReadonlyMap<number, ResolvedResult>,
  list: ReadonlyMap<number, ResolvedResult>,
): ReadonlyMap<number, ResolvedResult> {
  const only = single.get(0);
  if (only?.resolution === undefined || single.size > 1 || list.size === 1) return single;
  const wanted = JSON.stringify(only.resolution.action.parts);
  for (const [index, { resolution }] of list) {
    if (JSON.stringify(resolution?.action.parts) === wanted) return new Map([[index, only]]);
  }
  return single;
}
