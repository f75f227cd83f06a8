// What authors of an engine import from @hookwright/host/engine: the port, and each decision as a pure function.
export type { CreateEngine, Engine, EngineWork } from "./engine/create-engine.ts";
export { DELIVERY_TRANSITIONS, type Effect, RUN_TRANSITIONS } from "./model/effects.ts";
export type { Acceptance, ClaimedMainTurn, ClaimedRun } from "./model/ledger.ts";
export { completeSettings } from "./model/settings.ts";
export { type AcceptancePolicy, acceptanceOf } from "./plan/acceptance.ts";
export {
  type ClassifiedAnswer,
  type ClassifyOptions,
  classifyAnswer,
} from "./plan/classify-answer.ts";
export type { EndedRun } from "./plan/effects-of-run.ts";
export { type EndedMainTurn, effectsOfTurn } from "./plan/effects-of-turn.ts";
export { areEqualEvents, takeEvents } from "./plan/events.ts";
export {
  type HeartbeatPlan,
  type HeartbeatSituation,
  planHeartbeat,
} from "./plan/plan-heartbeat.ts";
export {
  type RecipientRequest,
  type RecipientSources,
  type ResolveRecipientResult,
  resolveRecipient,
} from "./plan/resolve-recipient.ts";
export {
  type DeliveryRetry,
  deliveryRetryAt,
  estimateRetryAfterSeconds,
  planUnknownOutcome,
  type RunRetry,
  runRetryMs,
  type UnknownOutcome,
} from "./plan/retry-times.ts";
export { eventOfUndelivered } from "./plan/run-events.ts";
export { type SplitOptions, splitText } from "./plan/split-text.ts";
export {
  type HeartbeatMessageOptions,
  isEmptyHeartbeatFile,
  messageOfHeartbeat,
  messageOfPrompt,
  messageOfRun,
  type PromptMessageOptions,
  type TurnMessage,
} from "./plan/turn-message.ts";
export type { TurnPolicy } from "./plan/turn-policy.ts";
export {
  type MainTurnFacts,
  type RequestPolicy,
  requestOfMainTurn,
  requestOfRun,
} from "./plan/turn-request.ts";
