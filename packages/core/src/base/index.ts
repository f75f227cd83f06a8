// The vocabulary of the core: events, actions, resolutions, problems, codes, ports.

export type {
  Action,
  AgentAction,
  RunSettings,
  SessionMode,
  TextPart,
  WakeAction,
  WakeMode,
  WakeSettings,
} from "./action.ts";
export { ACTION_FIELDS, type ActionField } from "./action-fields.ts";
export { BUILT_IN_ROUTES, isBuiltInRoute } from "./built-in-routes.ts";
export { CHANNELS } from "./channels.ts";
export type { ConfigCode } from "./codes/config-codes.ts";
export type { EventCode } from "./codes/event-codes.ts";
export { HooksConfigError, problemToText } from "./config-error.ts";
export { type ConfigPath, configPathToText } from "./config-path.ts";
export {
  describeSchemaErrors,
  findSchemaErrors,
  knownKeys,
  nameOf,
  type SchemaFinding,
  typeName,
} from "./describe-schema-error.ts";
export type { HookEvent } from "./event.ts";
export { EventView } from "./event-view.ts";
export type {
  AtomReport,
  BlockReport,
  ConditionReport,
  ElementReport,
  EmptyExpression,
  EmptyReason,
  ExplainOptions,
  Explanation,
  ExplanationNote,
  FieldReport,
  MatchReport,
  SeenValue,
  Span,
  SpanOrigin,
} from "./explanation.ts";
export type {
  ActionKind,
  CompiledFields,
  FieldValues,
  LockableField,
  TemplatedField,
} from "./field-values.ts";
export { createSecretHider, type HideSecrets } from "./hide-secrets.ts";
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
  type ConfigChange,
  createProblem,
  createProblemList,
  type FilePosition,
  type FileRange,
  type Fix,
  type IsIncomplete,
  type Problem,
  type ProblemExtras,
  type ProblemList,
  type Report,
  type Severities,
  type Severity,
} from "./problem.ts";
export type { MappingReachability, Verdict } from "./reachability.ts";
export {
  findReferredFile,
  findReferredVariable,
  isSecretPath,
  isVariableName,
} from "./reference-name.ts";
export { createRefusal, type RefusalExtras, statusFromCode } from "./refusal.ts";
export { removeSecrets } from "./remove-secrets.ts";
export type {
  ActionResolution,
  BatchResolution,
  ElementResolution,
  HandledResolution,
  Issue,
  Refusal,
  RefusedResolution,
  Resolution,
  SkippedResolution,
  UnmatchedResolution,
} from "./resolution.ts";
export type { SchemaCheck, SchemaError } from "./schema-check.ts";
export { parseThinking, THINKING_LEVELS, type ThinkingLevel } from "./thinking.ts";
export { TOKEN_PROOF } from "./token-proof.ts";
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
  TransformUrl,
} from "./transform.ts";
export type {
  CreateTransformLoader,
  LoadedTransforms,
  TransformLoader,
  TransformLoaderBase,
  TransformLoadOptions,
} from "./transform-loader.ts";
export { createTransformUrl } from "./transform-url.ts";
