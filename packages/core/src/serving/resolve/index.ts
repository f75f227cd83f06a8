// The walk per event: a compiled config and an event → a resolution.
export type {
  CompiledConfig,
  CompiledForEach,
  CompiledMapping,
  CompiledMatch,
  CompiledTransform,
  Endpoints,
  Environment,
  FirstOnlyList,
} from "./compiled.ts";
export type { Draft, Origin, Origins } from "./draft.ts";
export { findElements } from "./find-elements.ts";
export type {
  DedupeSettings,
  Endpoint,
  FixedAnswer,
  Hooks,
  HooksSettings,
  MappingDetails,
  MappingSummary,
  RouteStatuses,
  RuntimeHooks,
  RuntimeMappingSummary,
  ThrottleSettings,
} from "./hooks.ts";
export {
  checkAgent,
  checkId,
  checkModel,
  HOOK_PREFIX,
  hasAllowedPrefix,
  type IdField,
  isOpen,
  linkPolicies,
  type Policies,
  type PolicyData,
  type SessionKeyPolicy,
} from "./policy.ts";
export { resolveEvent, viewEvent } from "./resolve-event.ts";
export type { ResolveTrace, Stage } from "./trace.ts";
export { bindTransform } from "./transform.ts";
