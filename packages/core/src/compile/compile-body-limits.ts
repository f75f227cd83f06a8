// All mappings and the limit of the hooks → how large a body for each name may be.
import type { BodyLimits } from "../compiled.ts";
import type { Mapping } from "../model/mapping.ts";

/** Which mapping an event is for is known only when its body is read: the largest limit of its name counts. */
export function compileBodyLimits(mappings: readonly Mapping[], ofHooks: number): BodyLimits {
  let ofCatchAlls = 0;
  for (const { match, maxBodyBytes = ofHooks } of mappings) {
    if (match.path === undefined) ofCatchAlls = Math.max(ofCatchAlls, maxBodyBytes);
  }
  const byPath = new Map<string, number>();
  for (const { match, maxBodyBytes = ofHooks } of mappings) {
    const { path } = match;
    if (path === undefined) continue;
    byPath.set(path, Math.max(byPath.get(path) ?? ofCatchAlls, maxBodyBytes));
  }
  // The built-in routes take their events before any mapping does.
  for (const path of ["wake", "agent"]) byPath.set(path, ofHooks);
  return { byPath, ofOthers: ofCatchAlls === 0 ? ofHooks : ofCatchAlls };
}
