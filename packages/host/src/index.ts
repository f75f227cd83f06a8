// What users import from @hookwright/host.
export {
  type ChannelsOptions,
  type ChannelsResult,
  createChannels,
} from "./channel/create-channels.ts";
export type { ChannelLibraries } from "./channel/settings/libraries.ts";
export type { Channel, OutgoingPart, RecipientResult, Route, SendResult } from "./model/channel.ts";
export type {
  DeliveryRecord,
  DeliveryState,
  EventOrigin,
  EventRecord,
  EventState,
  HeartbeatOutcome,
  HeartbeatRecord,
  RunRecord,
  RunState,
  SessionRecord,
} from "./model/records.ts";
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
