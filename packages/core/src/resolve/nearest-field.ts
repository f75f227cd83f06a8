// A payload and a path that leads nowhere → the path that was probably meant.
import { readOwn } from "../data/read-own.ts";
import { findNearestName } from "../problem/nearest-name.ts";

export function findNearestField(payload: unknown, steps: readonly string[]): string | undefined {
  let value = payload;
  for (const [depth, step] of steps.entries()) {
    const next = readOwn(value, step);
    if (next === undefined) {
      const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
      const nearest = findNearestName(step, names);
      if (nearest !== undefined) return [...steps.slice(0, depth), nearest].join(".");
      return findAround(payload, steps.slice(depth));
    }
    value = next;
  }
  return undefined;
}

/** Inside of a block, a name means a field of its context; the payload itself may have one, too. */
function findAround(payload: unknown, steps: readonly string[]): string | undefined {
  const value = steps.reduce(readOwn, payload);
  return value === undefined || value === null ? undefined : steps.join(".");
}
