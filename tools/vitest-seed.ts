// HOOKWRIGHT_SEED or the time → the one seed of all property tests of a run.
//
// Why: a property that fails one time in a thousand can only be followed when the run can be
// repeated. The seed is printed once, so this repeats it: `HOOKWRIGHT_SEED=… npx vitest run`.

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

/** Writes what it chose back into `env`: vitest reads its config once more for each project. */
export function chooseSeed(
  env: SeedEnvironment,
  print: (line: string) => void = console.log,
): number {
  if (env.HOOKWRIGHT_SEED === undefined) {
    env.HOOKWRIGHT_SEED = String(Date.now() % SEEDS);
    print(`property tests: HOOKWRIGHT_SEED=${env.HOOKWRIGHT_SEED}`);
  }
  const seed = Number(env.HOOKWRIGHT_SEED);
  if (Number.isInteger(seed)) return seed;
  throw new Error(
    "HOOKWRIGHT_SEED must be an integer, such as the one that an earlier run printed.",
  );
}
