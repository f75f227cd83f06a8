// What adapters and hosts import from @hookwright/core/ingress.

export type { PromiseOrValue } from "@hookwright/base";
export type { BodyBudgetLimits } from "./body-budget.ts";
export type { BodyListener, BodySource } from "./body-source.ts";
export {
  type BodyReader,
  collectBody,
  createReaderSource,
  type DiscardLimits,
  discardBody,
} from "./body-source.ts";
export { createIngress } from "./create-ingress.ts";
export { payloadFromFields } from "./decode-body.ts";
export { describeAuthFailure } from "./describe-auth-failure.ts";
export type {
  AbortCode,
  Dispatch,
  DispatchContext,
  DispatchReceipt,
  DispatchRejection,
  DispatchSignal,
} from "./dispatch-port.ts";
export type { LateDispatch } from "./late-dispatch.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./memory-store.ts";
export type { IngressOptions } from "./options.ts";
export {
  createRateLimiter,
  type MemoryRateLimiter,
  type RateLimiter,
} from "./rate-limiter.ts";
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
export type { RecordCode, RequestNotes, TokenCarrier } from "./request-context.ts";
export type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyKey,
  IdempotencyStore,
  StoredAnswer,
} from "./store.ts";
export {
  createThrottle,
  type MemoryThrottle,
  type Throttle,
  type ThrottleLimits,
} from "./throttle.ts";
export type { RequestTrace, TracedRequest, TraceLabels, Tracing } from "./tracing.ts";
