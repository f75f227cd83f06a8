// Mutants, a number and a seed → a sample, the same for the same seed.
import type { Mutant } from "./model.ts";

/** The size and the seed of a sample. */
export interface SampleOptions {
  readonly max: number;
  /** A whole number. */
  readonly seed: number;
}

/** Keeps the order. */
export function sampleMutants(
  mutants: readonly Mutant[],
  { max, seed }: SampleOptions,
): readonly Mutant[] {
  const next = createNumbers(seed);
  const keyed = mutants.map((mutant, index) => ({ mutant, index, key: next() }));
  const chosen = keyed.toSorted((a, b) => a.key - b.key).slice(0, max);
  return chosen.toSorted((a, b) => a.index - b.index).map(({ mutant }) => mutant);
}

/** Numbers from 0 up to 1: a linear congruential generator is good enough for a sample. */
function createNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
