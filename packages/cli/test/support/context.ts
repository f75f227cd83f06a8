// Some fields → the context of a dispatch, for tests.
import type { DispatchContext } from "@hookwright/core/ingress";

export function createContext(some: Partial<DispatchContext> = {}): DispatchContext {
  const { signal } = new AbortController();
  return {
    runId: "run-1",
    requestId: "request-1",
    provider: undefined,
    idempotencyKey: undefined,
    idempotencyTtlSeconds: undefined,
    deliveryId: undefined,
    deliveryIdFrom: undefined,
    index: undefined,
    mappingId: "ci",
    taintedFields: [],
    name: "ci",
    headers: {},
    remoteAddress: undefined,
    receivedAt: 0,
    signal,
    context: undefined,
    ...some,
  };
}
