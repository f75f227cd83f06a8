// What runners use of the world.

import { runtimeTimer } from "@hookwright/base";
import type { Clock, Timer } from "@hookwright/core";

export interface RunnerPorts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly timer: Timer;
}

export function completePorts(ports: Partial<RunnerPorts>): RunnerPorts {
  return {
    fetch: ports.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: ports.clock ?? Date.now,
    timer: ports.timer ?? runtimeTimer,
  };
}
