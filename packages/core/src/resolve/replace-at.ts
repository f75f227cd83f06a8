// A value and the way to a place in it → a copy with another value there, and what that costs.
import { readOwn } from "../data/read-own.ts";

/** A copy of the value in which only the way to one place is new. */
export function replaceAt(value: unknown, steps: readonly string[], replacement: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return replacement;
  const replaced = replaceAt(readOwn(value, step), rest, replacement);
  if (Array.isArray(value)) return value.with(Number(step), replaced);
  return { ...(value as object), [step]: replaced };
}

/** The fields that `replaceAt` copies: all that stand beside the steps. */
export function countCopied(value: unknown, steps: readonly string[]): number {
  let at = value;
  let count = 0;
  for (const step of steps) {
    count += Object.keys(at as object).length;
    at = readOwn(at, step);
  }
  return count;
}
