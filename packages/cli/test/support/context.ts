// Some fields → the context of a dispatch, for tests.
import type { DispatchContext } from "@hookwright/core/ingress";

export function createContext(some: Partial<DispatchContext> = {}): DispatchContext {
  const { signal } = new AbortController();
  return { runId: "run-1", mappingId: "ci", index: undefined, signal, ...some };
}
