// What `dispatch` is told beside the action, as a test wants it.
import type { DispatchContext } from "@hookwright/core/ingress";

export function createContext(some: Partial<DispatchContext> = {}): DispatchContext {
  const { signal } = new AbortController();
  return { runId: "run-1", mappingId: "ci", index: undefined, signal, ...some };
}
