// A value and the steps of a path → what is there, or undefined.
import type { Step } from "./read-own.ts";

export function followSteps(value: unknown, steps: readonly Step[]): unknown {
  let current = value;
  for (const step of steps) current = step(current);
  return current;
}
