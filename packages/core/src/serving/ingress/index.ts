// The exports of @hookwright/core/ingress for adapters and hosts.

export type { PromiseOrValue } from "@hookwright/base";
export { describeAuthFailure } from "@hookwright/signatures/runtime";
export type { BodyListener, BodySource } from "./body-source.ts";
export {
  type BodyReader,
  collectBody,
  createReaderSource,
  type DiscardLimits,
  discardBody,
} from "./body-source.ts";
export type { IngressOptions } from "./create-ingress.ts";
export { createIngress } from "./create-ingress.ts";
export { payloadFromFields } from "./decode-body.ts";
export type {
  AbortCode,
  Dispatch,
  DispatchContext,
  DispatchReceipt,
  DispatchRejection,
  DispatchSignal,
  LateDispatch,
} from "./dispatch-call.ts";
export type { BodyBudgetLimits } from "./read-body.ts";
export type {
  RecordCode,
  RequestNotes,
  RequestRecord,
  RequestTrace,
  TokenCarrier,
  TracedRequest,
  TraceLabels,
  Tracing,
} from "./record.ts";
export type {
  BodyLimits,
  BodyMeter,
  BodyRead,
  Ingress,
  IngressAnswer,
  IngressRequest,
  Receiver,
} from "./request.ts";
export type { Completion, RunDelivery, RunFacts } from "./runs-port.ts";
export type {
  Claim,
  ClaimRequest,
  ClaimResult,
  IdempotencyKey,
  IdempotencyStore,
  StoredAnswer,
} from "./store.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./store.ts";
export {
  createRateLimiter,
  createThrottle,
  type MemoryRateLimiter,
  type MemoryThrottle,
  type RateLimiter,
  type Throttle,
  type ThrottleLimits,
} from "./throttle.ts";
