// What integrators import from @hookwright/core.

export type {
  Clock,
  HeaderRecord,
  PromiseOrValue,
  QueryRecord,
  RandomId,
  Timer,
} from "@hookwright/base";
export { type ParseJsonResult, parseJson } from "@hookwright/base";
export type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  BindingClaim,
  CryptoPort,
  HmacAlgorithm,
  JwtAlgorithm,
  JwtScheme,
  KeyForm,
  KeysAnswer,
  KeysPort,
  MessageScheme,
  Provider,
  PublicKeyAlgorithm,
  SignatureEncoding,
  SignaturePlace,
  SignatureScheme,
  SigningKey,
  TimestampRule,
  TokenPlace,
  VerifyingKey,
} from "@hookwright/signatures";
export type {
  BodyFormat,
  DeliveryFacts,
  DeliveryIdRule,
  HandshakeName,
  RouteAuth,
  SecretPlaces,
  Verifier,
} from "@hookwright/signatures/internal";
export type { HelperDefinition, RenderLimits } from "@hookwright/template";
export type { Position, TemplateEdit, TextSpan } from "@hookwright/template/internal";
export type { CompileOptions } from "./compile/options.ts";
export { defineHooks } from "./config/define-hooks.ts";
export { readSecret, type SecretResult } from "./config/read-secret.ts";
export {
  type CompileHooksResult,
  compileHooks,
  safeCompileHooks,
} from "./engine.ts";
export { hooksSchema } from "./generated/hooks-schema.ts";
export type {
  Action,
  AgentAction,
  RunSettings,
  SessionMode,
  TextPart,
  WakeAction,
  WakeMode,
  WakeSettings,
} from "./model/action.ts";
export type { ConfigCode } from "./model/codes/config-codes.ts";
export type { EventCode } from "./model/codes/event-codes.ts";
export type {
  AgentDefaultsInput,
  AgentInput,
  AgentsInput,
  AuthHandshakeInput,
  AuthInput,
  AuthSignatureInput,
  AuthTimestampInput,
  ForEachInput,
  GmailInput,
  GmailServeInput,
  GmailTailscaleInput,
  HooksInput,
  HookwrightConfig,
  HookwrightConfigInput,
  LimitsInput,
  MappingInput,
  MatchInput,
  MatchValue,
  ModelsInput,
  Open,
  RespondInput,
  SecretInput,
  SecretReference,
  TransformInput,
  TransformsInput,
  Widened,
} from "./model/config.ts";
export type { HookEvent } from "./model/event.ts";
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
} from "./model/explanation.ts";
export type { ActionKind, LockableField, TemplatedField } from "./model/field-values.ts";
export type {
  FixedAnswer,
  Hooks,
  HooksSettings,
  MappingDetails,
  MappingSummary,
} from "./model/hooks.ts";
export type { ConfigPath, MatchClauses, ValueClause } from "./model/mapping.ts";
export type {
  ContentCoding,
  DecompressOptions,
  Decompressor,
  DecompressResult,
  Secrets,
  Transforms,
} from "./model/ports.ts";
export type { Preset } from "./model/preset.ts";
export type {
  ConfigChange,
  FilePosition,
  FileRange,
  Fix,
  Problem,
  Severities,
  Severity,
} from "./model/problem.ts";
export type { MappingReachability, Verdict } from "./model/reachability.ts";
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
} from "./model/resolution.ts";
export { parseThinking, THINKING_LEVELS, type ThinkingLevel } from "./model/thinking.ts";
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
  TransformUrl,
} from "./model/transform.ts";
export type {
  CreateTransformLoader,
  LoadedTransforms,
  TransformLoader,
  TransformLoaderBase,
  TransformLoadOptions,
} from "./model/transform-loader.ts";
export { gmailPreset } from "./normalize/presets/gmail.ts";
export { channelNamesOf, type OwnChannel } from "./policy/channels.ts";
export { HooksConfigError, problemToText } from "./problem/config-error.ts";
export { configPathToText } from "./problem/config-path.ts";
export { defineTransform } from "./transform/define-transform.ts";
