// What users import from @hookwright/host/api.
export type { StreamReset } from "@hookwright/node-kit/json-api";
export type {
  About,
  ApiError,
  AuthorFile,
  AuthorFiles,
  ConfigChange,
  FileChange,
  FileConflict,
  HooksProblem,
  RetriedMany,
  ShownRun,
  StreamedChange,
} from "./api/answers.ts";
export { type Api, type ApiOptions, createApi } from "./api/create-api.ts";
export type { ChannelError, RunningRun, WaitingKey } from "./model/ledger.ts";
export type { DeliveryRecord, EventRecord, HeartbeatRecord, RunRecord } from "./model/records.ts";
export type {
  Failure,
  LogItem,
  Page,
  Step,
  StepKind,
  Timeline,
  TimelineKind,
} from "./model/timeline.ts";
export type { SelectedResult } from "./operate/create-operate.ts";
export type { DeliveryItem, EventItem, RunItem } from "./operate/list-items.ts";
export type {
  LiveItem,
  LiveRecord,
  LiveRequest,
  MissingEvent,
  SendAgainResult,
  ServedConfig,
  WrittenEvent,
} from "./operate/live-requests.ts";
export type { LiveOperations } from "./operate/operations.ts";
export type { ChannelItem, HostOverview, RunningItem } from "./operate/overview.ts";
export type { LimitItem, PauseItem } from "./operate/pauses.ts";
export type { TestResult } from "./operate/test-channel.ts";
