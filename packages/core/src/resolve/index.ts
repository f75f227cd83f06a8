// The walk per event: a compiled config and an event → a resolution.
export type {
  BodyLimits,
  CompiledConfig,
  CompiledForEach,
  CompiledMapping,
  CompiledMatch,
  CompiledTransform,
  Environment,
  FirstOnlyList,
  Policies,
} from "./compiled.ts";
export type { Origin } from "./draft.ts";
export { findElements } from "./find-elements.ts";
export type {
  DedupeSettings,
  FixedAnswer,
  Hooks,
  HooksSettings,
  MappingDetails,
  MappingSummary,
} from "./hooks.ts";
export { channelNamesOf, createChannels, type OwnChannel } from "./policy/channels.ts";
export {
  checkAgent,
  checkId,
  checkModel,
  createAgentPolicy,
  createModelPolicy,
  type IdField,
} from "./policy/check-ids.ts";
export {
  createSessionKeyPolicy,
  hasAllowedPrefix,
  isOpen,
  type SessionKeyPolicy,
} from "./policy/check-session-key.ts";
export { resolveEvent } from "./resolve-event.ts";
export type { ResolveTrace } from "./trace.ts";
export { bindTransform } from "./transform/bind-transform.ts";
export { defineTransform } from "./transform/define-transform.ts";
export { viewEvent } from "./view-event.ts";
