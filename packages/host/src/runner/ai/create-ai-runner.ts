// Models of the AI SDK → a runner: one streamed call for each turn.
import type { Clock, Timer } from "@hookwright/core";
import {
  type JSONValue,
  type LanguageModel,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import type { TurnRequest, TurnResult } from "../../model/turn.ts";
import { type Runner, THINKING_LEVELS, type ThinkingLevel } from "../../model/turn.ts";
import { completePorts } from "../../ports.ts";
import {
  type AnswerDraft,
  createDraft,
  didSomething,
  isFull,
  resultOfDraft,
  usageOf,
} from "../answer-draft.ts";
import { failureOfCall } from "../call-error.ts";
import { chooseLevel, reportedLevel } from "../choose-model.ts";
import { messagesOf } from "../conversation.ts";
import { createFailure, FAILURES, limitAnswer, stoppedTurn } from "../failures.ts";
import { watchSilence } from "../watch-silence.ts";
import { failureOfSdk } from "./failure-of-sdk.ts";

/** A provider or a registry of the AI SDK, such as `createProviderRegistry(…, { separator: "/" })`. */
export interface AiModelSource {
  // A registry takes only names that begin with one of its providers.
  languageModel(name: never): LanguageModel;
}

/** The models of an AI SDK runner, and how they are asked. */
export interface AiRunnerOptions {
  /**
   * For turns that name no model, or that name this one: by its id, or `provider/id`. Text is a model of the
   * SDK's default provider.
   */
  readonly model?: LanguageModel;
  /** Finds the model that a turn names, such as `openai/gpt-5.5`. */
  readonly models?: Readonly<Record<string, LanguageModel>> | AiModelSource;
  /** The system prompt. */
  readonly system?: string;
  /** A thinking level → the `providerOptions` of the call. Default: no level is sent. */
  readonly thinking?: (
    level: ThinkingLevel,
  ) => Record<string, Record<string, JSONValue | undefined>>;
  /** Those that the models can do. Default: all with `thinking`, else none. */
  readonly thinkingLevels?: readonly ThinkingLevel[];
  readonly maxOutputTokens?: number;
  /** How long the service may say nothing, in milliseconds. Default: 120,000; at most 290,000. */
  readonly silenceMs?: number;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: the timer of the runtime. */
  readonly timer?: Timer;
}

/**
 * A runner that asks a model of any provider of the AI SDK, streamed and without tools. The host repeats failed
 * turns; the SDK's own retries are off. Use it in a program that embeds the host.
 *
 * @example
 * ```ts
 * const runner = createAiRunner({ model: openai("gpt-5.5"), system: "Be brief." });
 * ```
 */
export function createAiRunner(options: AiRunnerOptions): Runner {
  const { thinking, thinkingLevels = thinking === undefined ? [] : THINKING_LEVELS } = options;
  return {
    id: "ai",
    keepsHistory: false,
    thinkingLevels,
    run: async (turn, signal) => {
      if (signal.aborted) return stoppedTurn(signal);
      const level = chooseLevel(turn.thinking, thinkingLevels);
      const result = await callModel({ turn, level, options }, signal);
      return result.ok ? { ...result, ...reportedLevel(turn.thinking, level) } : result;
    },
  };
}

interface AiCall {
  readonly turn: TurnRequest;
  readonly level: ThinkingLevel | undefined;
  readonly options: AiRunnerOptions;
}

async function callModel(call: AiCall, signal: AbortSignal): Promise<TurnResult> {
  const { options, turn } = call;
  const { clock, timer } = completePorts(options);
  const draft = createDraft();
  const watch = watchSilence(signal, { timer, silenceMs: options.silenceMs });
  const left = new AbortController();
  let who = "The model service";
  try {
    const model = findModel(turn, options);
    if (model === undefined) return turn.model === undefined ? NO_MODEL : NOT_FOUND;
    if (typeof model !== "string") who += ` ${model.provider}`;
    const stream = openStream(model, call, AbortSignal.any([watch.signal, left.signal]));
    const reading = readStream(stream, { draft, heard: watch.heard });
    // A model may ignore the signal.
    await Promise.race([reading, firedSignal(watch.signal)]);
    if (!watch.signal.aborted) return resultOfDraft(draft, who);
  } catch (error) {
    if (!watch.signal.aborted) {
      const partial = limitAnswer(draft.text);
      const facts = { who, didSomething: didSomething(draft), partial, now: clock() };
      return failureOfSdk(error, facts);
    }
  } finally {
    watch.end();
    // The SDK keeps a copy of its stream, so leaving the loop over it does not end the request.
    left.abort();
  }
  const partial = limitAnswer(draft.text);
  if (!watch.isSilent()) return stoppedTurn(signal, partial);
  const facts = { who, system: undefined, didSomething: didSomething(draft), partial };
  return failureOfCall("silent", facts);
}

const NO_MODEL = createFailure(
  "no_model",
  "No model is set. Set agents.defaults.model, or the model of the runner.",
  { scope: "run" },
);

const NOT_FOUND = createFailure(
  "model_not_found",
  `The runner does not have the model of this turn. ${FAILURES.model_not_found.hint}`,
  { scope: FAILURES.model_not_found.scope },
);

/** The name of a turn is never passed to the SDK as text: that would ask its default provider, a service on the internet. */
function findModel(
  { model: wanted }: TurnRequest,
  { model, models }: AiRunnerOptions,
): LanguageModel | undefined {
  if (wanted === undefined) return model;
  const id = typeof model === "string" ? model : model?.modelId;
  if (id !== undefined && (wanted === id || wanted.endsWith(`/${id}`))) return model;
  if (models === undefined) return undefined;
  if (isSource(models)) return models.languageModel(wanted as never);
  return Object.hasOwn(models, wanted) ? models[wanted] : undefined;
}

function isSource(models: NonNullable<AiRunnerOptions["models"]>): models is AiModelSource {
  return typeof models["languageModel"] === "function";
}

type StreamPart = TextStreamPart<ToolSet>;

function openStream(
  model: LanguageModel,
  { turn, level, options }: AiCall,
  abortSignal: AbortSignal,
): AsyncIterable<StreamPart> {
  const { system, maxOutputTokens, thinking } = options;
  return streamText({
    model,
    messages: [...messagesOf(turn)],
    headers: { "idempotency-key": `run:${turn.id}` },
    // The host retries, and can wait longer.
    maxRetries: 0,
    abortSignal,
    // Pings of a service are a sign of life.
    includeRawChunks: true,
    // By default, the SDK prints the error, with the request in it.
    onError: () => undefined,
    ...(system !== undefined && { system }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(level !== undefined && thinking && { providerOptions: thinking(level) as never }),
  }).fullStream;
}

interface Reading {
  readonly draft: AnswerDraft;
  readonly heard: () => void;
}

async function readStream(
  parts: AsyncIterable<StreamPart>,
  { draft, heard }: Reading,
): Promise<void> {
  for await (const part of parts) {
    heard();
    if (part.type === "error") throw part.error;
    readPart(part, draft);
    if (isFull(draft)) return;
  }
}

function readPart(part: StreamPart, draft: AnswerDraft): void {
  switch (part.type) {
    case "text-delta":
      draft.text += part.text;
      return;
    case "tool-input-start":
    case "tool-call":
      draft.usesTools = true;
      return;
    case "finish-step": {
      const { finishReason, rawFinishReason, usage } = part;
      draft.end = ENDS.get(finishReason) ?? rawFinishReason;
      // The SDK also ends a stream so that stopped before its last event.
      draft.isWhole = draft.end !== undefined;
      draft.usage = usageOf(usage.inputTokens, usage.outputTokens);
    }
  }
}

/** Finish reasons of the SDK, as the draft spells them. A reason without a row has the service's own word, if any. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content-filter", "content_filter"],
  ["tool-calls", "tool_calls"],
]);

function firedSignal(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
