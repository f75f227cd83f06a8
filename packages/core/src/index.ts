// What integrators import from @hookwright/core.
export type { CompileOptions } from "./compile/options.ts";
export {
  compileHooks,
  type HooksCompilation,
  safeCompileHooks,
} from "./engine.ts";
export { hooksSchema } from "./generated/hooks-schema.ts";
export type {
  Action,
  AgentAction,
  SessionMode,
  TextPart,
  WakeAction,
  WakeMode,
} from "./model/action.ts";
export type {
  GmailInput,
  HooksInput,
  HookwrightConfig,
  MappingInput,
  ModelsInput,
  SecretInput,
  SecretReference,
  TransformInput,
} from "./model/config.ts";
export type { HeaderRecord, HookEvent, QueryRecord } from "./model/event.ts";
export type {
  Explanation,
  MatchReport,
} from "./model/explanation.ts";
export type { HelperDefinition } from "./model/helper.ts";
export type { Hooks, HooksSettings, MappingSummary } from "./model/hooks.ts";
export type { ConfigPath, MatchClauses, ValueClause } from "./model/mapping.ts";
export type {
  Clock,
  RandomId,
  Secrets,
  Timer,
  Transforms,
} from "./model/ports.ts";
export type { Preset } from "./model/preset.ts";
export type { ConfigCode, Position, Problem } from "./model/problem.ts";
export type { MappingReachability, Verdict } from "./model/reachability.ts";
export type {
  Issue,
  PromiseOrValue,
  Refusal,
  Resolution,
} from "./model/resolution.ts";
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
} from "./model/transform.ts";
export type {
  CreateTransformLoader,
  LoadedTransforms,
  TransformLoader,
  TransformLoaderBase,
  TransformLoadOptions,
} from "./model/transform-loader.ts";
export type { ChannelOptions } from "./policy/channels.ts";
export type { EventCode } from "./problem/codes.ts";
export { HooksConfigError, problemToText } from "./problem/config-error.ts";
export { configPathToText } from "./problem/config-path.ts";
export type { RenderLimits } from "./template/scope.ts";
export { defineTransform } from "./transform/define-transform.ts";
