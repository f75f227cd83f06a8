// HOOKWRIGHT_SEED → the one seed of all property tests of a run.
//
// Why a fixed one by default: whether tests pass must not depend on the time at which they run. CI looks for
// counterexamples each week with `HOOKWRIGHT_SEED=random`, which prints its seed so that the run can be repeated.

declare module "vitest" {
  interface ProvidedContext {
    readonly seed: number;
  }
}

export interface SeedEnvironment {
  HOOKWRIGHT_SEED?: string | undefined;
}

/** fast-check keeps 32 bits of a seed. */
const SEEDS = 2 ** 31;

const DEFAULT_SEED = 20_260_101;

/** Writes a random choice into `env`, because vitest reads its config again for each project. */
export function chooseSeed(
  env: SeedEnvironment,
  print: (line: string) => void = console.log,
): number {
  if (env.HOOKWRIGHT_SEED === "random") {
    env.HOOKWRIGHT_SEED = String(Math.floor(Math.random() * SEEDS));
    print(`property tests: HOOKWRIGHT_SEED=${env.HOOKWRIGHT_SEED}`);
  }
  const seed = Number(env.HOOKWRIGHT_SEED ?? DEFAULT_SEED);
  if (Number.isInteger(seed)) return seed;
  throw new Error(
    'HOOKWRIGHT_SEED must be "random", or an integer such as the one that an earlier run printed.',
  );
}
