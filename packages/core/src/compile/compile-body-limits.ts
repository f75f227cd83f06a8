// All mappings and the limit of the hooks → how large a body for each name may be.
import type { BodyLimits } from "../compiled.ts";
import type { Mapping } from "../model/mapping.ts";

/** Which mapping an event is for is known only when its body is read: the largest limit of its name counts. */
export function compileBodyLimits(mappings: readonly Mapping[], ofHooks: number): BodyLimits {
  const limitOf = ({ maxBodyBytes = ofHooks }: Mapping) => maxBodyBytes;
  const catchAlls = mappings.filter(({ match }) => match.path === undefined).map(limitOf);
  const byPath = new Map<string, number>();
  for (const mapping of mappings) {
    const { path } = mapping.match;
    if (path === undefined) continue;
    byPath.set(path, maximum([byPath.get(path) ?? 0, limitOf(mapping), ...catchAlls]));
  }
  // The built-in routes take their events before any mapping does.
  for (const path of ["wake", "agent"]) byPath.set(path, ofHooks);
  return { byPath, ofOthers: catchAlls.length === 0 ? ofHooks : maximum(catchAlls) };
}

function maximum(limits: readonly number[]): number {
  return limits.reduce((most, limit) => Math.max(most, limit), 0);
}
