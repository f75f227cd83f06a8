// What authors of channels and runners import from @hookwright/host/kit.
export type {
  Answer,
  Exchange,
  FailedExchange,
  HttpRequest,
  SendOptions,
} from "@hookwright/node-kit/http";
export { sendRequest } from "@hookwright/node-kit/http";
export { markdownToPlainText } from "./channels/shared/plain-text.ts";
export {
  breakMentions,
  cleanText,
  createRecipientParser,
  type RecipientForm,
  type RecipientRules,
} from "./channels/shared/recipient.ts";
export type { SendCode } from "./channels/shared/send-codes.ts";
export {
  type AnswerFacts,
  type AnswerRules,
  type ResultRow,
  refuse,
  resultOfExchange,
} from "./channels/shared/send-result.ts";
export type {
  Channel,
  OutgoingPart,
  RecipientResult,
  SendResult,
  SettleResult,
  UnknownPart,
} from "./model/channel.ts";
export type {
  Runner,
  ThinkingLevel,
  TurnFailure,
  TurnRequest,
  TurnResult,
  TurnSuccess,
} from "./model/turn.ts";
export {
  type ChannelDefinition,
  type ChannelModuleCalls,
  type ChannelModulePorts,
  createOwnChannel,
  type DefinedChannel,
  defineChannel,
  type OwnChannelOptions,
  type TextUnit,
} from "./own/define-channel.ts";
export {
  createOwnRunner,
  type DefinedRunner,
  defineRunner,
  type OwnRunnerOptions,
  type RunnerDefinition,
  type RunnerModuleCalls,
  type RunnerModulePorts,
} from "./own/define-runner.ts";
export type { CallOptions, ModuleCall } from "./own/module-call.ts";
export { type SplitOptions, splitText } from "./plan/split-text.ts";
