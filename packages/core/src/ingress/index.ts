// What adapters and hosts import from @hookwright/core/ingress.

export type { PromiseOrValue } from "@hookwright/base";
export type { BodyBudgetLimits } from "./auth/body-budget.ts";
export { describeAuthFailure } from "./auth/describe-auth-failure.ts";
export type { BodyListener, BodySource } from "./body/body-source.ts";
export {
  type BodyReader,
  collectBody,
  createReaderSource,
  type DiscardLimits,
  discardBody,
} from "./body/body-source.ts";
export { createIngress } from "./create-ingress.ts";
export { createIngressRequest, type RequestSource } from "./create-ingress-request.ts";
export type {
  AbortCode,
  Dispatch,
  DispatchContext,
  DispatchReceipt,
  DispatchRejection,
  DispatchSignal,
} from "./dispatch/dispatch-port.ts";
export type { LateDispatch } from "./dispatch/late-dispatch.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./idempotency/memory-store.ts";
export type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyKey,
  IdempotencyStore,
  StoredAnswer,
} from "./idempotency/store.ts";
export {
  createRateLimiter,
  type MemoryRateLimiter,
  type RateLimiter,
} from "./limits/rate-limiter.ts";
export {
  createThrottle,
  type MemoryThrottle,
  type Throttle,
  type ThrottleLimits,
} from "./limits/throttle.ts";
export type { IngressOptions } from "./options.ts";
export type { TokenCarrier } from "./read-token.ts";
export type { RequestRecord } from "./record.ts";
export type {
  BodyLimits,
  BodyMeter,
  BodyRead,
  Ingress,
  IngressAnswer,
  IngressRequest,
  Receiver,
} from "./request.ts";
export type { RecordCode, RequestNotes } from "./request-context.ts";
export type { RequestTrace, TracedRequest, TraceLabels, Tracing } from "./trace/tracing.ts";
