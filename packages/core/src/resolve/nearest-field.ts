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
      return nearest === undefined ? undefined : [...steps.slice(0, depth), nearest].join(".");
    }
    value = next;
  }
  return undefined;
}
