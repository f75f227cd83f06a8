// The shared types of the core: events, actions, resolutions, problems, codes, ports.

export { type ConfigPath, configPathToText } from "@hookwright/base";
export { CHANNELS } from "../generated/channels.ts";
export type { ConfigCode, EventCode } from "../generated/codes.ts";
export type {
  Action,
  ActionKind,
  AgentAction,
  Coalesce,
  CompiledFields,
  DeliverAction,
  FieldValues,
  LockableField,
  RunSettings,
  SessionMode,
  TemplatedField,
  TextPart,
  WakeAction,
  WakeMode,
  WakeSettings,
} from "./action.ts";
export {
  BUILT_IN_ROUTES,
  isBuiltInRoute,
  parseThinking,
  THINKING_LEVELS,
  type ThinkingLevel,
} from "./action.ts";
export { ACTION_FIELDS, type ActionField } from "./action-fields.ts";
export {
  DEDUPE_DEFAULTS,
  DEFAULT_THROTTLE,
  HOOKS_DEFAULTS,
  MAPPING_DEFAULTS,
  MAX_BODY_BYTES,
} from "./defaults.ts";
export type { HookEvent } from "./event.ts";
export { EventView, TOKEN_PROOF } from "./event.ts";
export type {
  AtomReport,
  BlockReport,
  ClauseReport,
  ConfigLocation,
  ElementReport,
  EmptyExpression,
  EmptyReason,
  EventChange,
  ExplainOptions,
  Explanation,
  ExplanationNote,
  FieldReport,
  MappingReachability,
  MatchReport,
  OfMapping,
  PartPiece,
  PartReport,
  SeenValue,
  Span,
  SpanOrigin,
  UnreachedExpression,
  Verdict,
} from "./explanation.ts";
export type {
  FormOptions,
  MatchClauses,
  RateLimit,
  TransformReference,
  ValueClause,
} from "./mapping-parts.ts";
export type {
  ModuleLoader,
  ModuleSignal,
  OwnModuleAnswer,
  OwnModuleRequest,
  OwnModuleResult,
} from "./module-loader.ts";
export type {
  ContentCoding,
  DecompressOptions,
  Decompressor,
  DecompressResult,
  SecretReference,
  Secrets,
  Transforms,
} from "./ports.ts";
export {
  type Advice,
  type ConfigChange,
  createProblem,
  createProblemList,
  type FilePosition,
  type FileRange,
  type Fix,
  HooksConfigError,
  type IsIncomplete,
  type Problem,
  type ProblemExtras,
  type ProblemList,
  problemToText,
  type Report,
  type Severities,
  type Severity,
} from "./problem.ts";
export type {
  ActionResolution,
  BatchResolution,
  ChannelReportKind,
  ChannelReports,
  ChannelReportValue,
  ElementResolution,
  HandledResolution,
  Issue,
  NearestMapping,
  Refusal,
  RefusedResolution,
  ReportedFailure,
  ReportedRoute,
  Resolution,
  SkippedResolution,
  UnmatchedResolution,
} from "./resolution.ts";
export { createRefusal, isPayloadAlone, type RefusalExtras, statusFromCode } from "./resolution.ts";
export {
  createSecretHider,
  findReferredFile,
  findReferredVariable,
  type HideSecrets,
  isSecretPath,
  isVariableName,
  removeSecrets,
} from "./secrets.ts";
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
  TransformUrl,
} from "./transform.ts";
export { createTransformUrl, defineTransform } from "./transform.ts";
export type {
  CreateTransformLoader,
  LoadedTransforms,
  TransformLoader,
  TransformLoaderBase,
  TransformLoadOptions,
} from "./transform-loader.ts";
export { typeName } from "./type-name.ts";
