// The two functions that every supported runtime has, and that the language itself does not.
import type { RandomId, Timer } from "../model/ports.ts";

interface Runtime {
  readonly crypto: { readonly randomUUID: () => string };
  readonly setTimeout: (task: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timeout: unknown) => void;
}

const runtime = globalThis as unknown as Runtime;

export const runtimeRandomId: RandomId = () => runtime.crypto.randomUUID();

export const runtimeTimer: Timer = (task, milliseconds) => {
  const timeout = runtime.setTimeout(task, milliseconds);
  return () => runtime.clearTimeout(timeout);
};
