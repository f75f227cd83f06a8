// HOOKWRIGHT_SEED or the time → the one seed of all property tests of a run.
//
// Why: a property that fails once in a thousand runs can only be debugged if the run can be repeated:
// `HOOKWRIGHT_SEED=… npx vitest run` with the printed seed.

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

/** Writes its choice into `env`, because vitest reads its config again for each project. */
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
