// What channels and runners use of the world, where the caller does not say it: that of the runtime.
import { runtimeTimer } from "@hookwright/base";
import type { Clock, Timer } from "@hookwright/core";

export interface Ports {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly timer: Timer;
}

export function completePorts({ fetch, clock, timer }: Partial<Ports>): Ports {
  return {
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: clock ?? Date.now,
    timer: timer ?? runtimeTimer,
  };
}

export function emitWarning(message: string): void {
  process.emitWarning(message);
}

/** What a program needs to find others, its files and its language; no secret of the host. */
const INHERITED = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "SYSTEMROOT"];

/** The variables of an environment that programs and modules get, and those of further names. */
export function inheritedVariables(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[] = [],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...INHERITED, ...names].flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
