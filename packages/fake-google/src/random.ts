// A seed → random numbers, and a range → one of its numbers.
import type { Range } from "./settings.ts";

/** From 0 up to, not including, 1. */
export type Random = () => number;

/** Mulberry32: the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function drawFrom({ min, max }: Range, random: Random): number {
  return min + random() * (max - min);
}
