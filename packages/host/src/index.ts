// What users import from @hookwright/host.

export type { ChannelLibraries } from "./channels/shared/channel-kind.ts";
export {
  type ChannelsOptions,
  type ChannelsResult,
  createChannels,
} from "./channels/shared/create-channels.ts";
export type {
  ChannelStatus,
  CreateEngine,
  Engine,
  EngineStatus,
  EngineWork,
} from "./engine/create-engine.ts";
export {
  type CreateHostResult,
  createHost,
  DEFAULT_LIMITS,
  type Host,
  type HostOptions,
  type HostStandby,
} from "./engine/create-host.ts";
export {
  createHostParts,
  type HostPartsOptions,
  type HostPartsResult,
  type HostTarget,
} from "./engine/create-host-parts.ts";
export type {
  ChannelChange,
  DeliveryChange,
  HeartbeatChange,
  HostObserver,
  HostRecord,
  MappingChange,
  RouteChange,
  RunChange,
  RunnerChange,
  StartRecord,
} from "./engine/observe.ts";
export { startToText } from "./engine/recover.ts";
export type { LeftProgram, LiveParts, ReloadParts } from "./engine/state.ts";
export type { PausedRunner } from "./engine/turns/paused-runners.ts";
export type { Prompt } from "./engine/turns/prompt-queue.ts";
export { findLockFileOwner, type LockFileResult, lockFile } from "./ledger/open/lock.ts";
export {
  type OpenLedgerOptions,
  type OpenLedgerResult,
  openLedger,
  type StandbyOptions,
} from "./ledger/open-ledger.ts";
export type {
  Channel,
  OutgoingPart,
  RecipientResult,
  Route,
  SendResult,
  SettleResult,
  UnknownPart,
} from "./model/channel.ts";
export type {
  ChannelError,
  Counts,
  DeliveryFilter,
  EventFilter,
  HeartbeatFilter,
  Ledger,
  LedgerLimits,
  ListFilter,
  RequestFilter,
  RunFilter,
  RunOutcome,
} from "./model/ledger.ts";
export type {
  AnswerOutcome,
  DeliveryRecord,
  DeliveryState,
  EventOrigin,
  EventRecord,
  EventState,
  HeartbeatOutcome,
  HeartbeatRecord,
  RequestOutcome,
  RunHold,
  RunRecord,
  RunState,
  SessionRecord,
  StoredRequest,
  StoredTurn,
} from "./model/records.ts";
export type {
  AgentSettings,
  HeartbeatSettings,
  HostSettings,
  HostSettingsInput,
} from "./model/settings.ts";
export type {
  Failure,
  LogItem,
  Page,
  Step,
  StepKind,
  Timeline,
  TimelineKind,
} from "./model/timeline.ts";
export {
  type Attachment,
  type HistoryTurn,
  type Runner,
  THINKING_LEVELS,
  type ThinkingLevel,
  type TurnFailure,
  type TurnReason,
  type TurnRequest,
  type TurnResult,
  type TurnSuccess,
  type Usage,
} from "./model/turn.ts";
export type { Operate, SelectedResult } from "./operate/create-operate.ts";
export { type Health, healthOf } from "./operate/health.ts";
export type { DeliveryItem, EventItem, RunItem, SessionItem } from "./operate/list-items.ts";
export {
  type OpenOperateOptions,
  type OpenOperateResult,
  type OperateAccess,
  openOperate,
  type UnresponsiveProblem,
} from "./operate/open-operate.ts";
export type { OperateResult } from "./operate/operate-result.ts";
export type {
  Operated,
  ReloadAnswer,
  RemoteOperate,
  ServerOperations,
} from "./operate/operations.ts";
export type { ChannelItem, HostOverview, RunningItem } from "./operate/overview.ts";
export type { LimitItem, PauseItem, PauseTarget } from "./operate/pauses.ts";
export {
  type OperateServer,
  type ServeOperateOptions,
  serveOperate,
} from "./operate/serve-operate.ts";
export type { TestResult } from "./operate/test-channel.ts";
export {
  type CommandRunnerOptions,
  createCommandRunner,
} from "./runner/command/create-command-runner.ts";
export { type CommandSpec, PRESETS, type PresetName } from "./runner/command/presets.ts";
export {
  type CreateRunnerOptions,
  type CreateRunnerResult,
  createRunner,
} from "./runner/create-runner.ts";
export { createHttpRunner } from "./runner/http/create-http-runner.ts";
export type { HttpRunnerOptions } from "./runner/http/model-api.ts";
export {
  type CheckRecipientsOptions,
  type ConfigFormat,
  checkRecipients,
  type PlanRecipientResult,
  planRecipient,
} from "./settings/check-recipients.ts";
export {
  type HostSettingsOptions,
  type HostSettingsResult,
  readHostSettings,
} from "./settings/read-host-settings.ts";
