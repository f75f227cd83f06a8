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
