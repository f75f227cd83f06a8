// A turn, the name of a model and settings → one request, and its answer as the result of the turn.
import { exchangeOfError } from "../../channel/http/exchange-of-error.ts";
import type { ThinkingLevel, TurnRequest, TurnResult } from "../../model/turn.ts";
import { failureOfService, stoppedTurn } from "../failures.ts";
import { limitAnswer } from "../limit-answer.ts";
import { parseObject } from "../read-field.ts";
import { readRetryAdvice } from "../retry-after.ts";
import type { RunnerPorts } from "../runner-ports.ts";
import {
  type AnswerDraft,
  createDraft,
  didSomething,
  isFull,
  resultOfDraft,
} from "./answer-draft.ts";
import { CallError, type CallErrorCode, failureOfCall } from "./call-error.ts";
import { chatApi, effortOf } from "./chat.ts";
import type { HttpRunnerOptions } from "./http-options.ts";
import type { ModelApi } from "./model-api.ts";
import { readBytes, readLimitedText } from "./read-body.ts";
import { readEvents } from "./read-events.ts";
import { responsesApi } from "./responses.ts";
import { errorFromBody } from "./service-error.ts";
import { type SilenceWatch, watchSilence } from "./watch-silence.ts";

export interface ModelCall {
  readonly turn: TurnRequest;
  readonly model: string;
  readonly level: ThinkingLevel | undefined;
  /** The service, as the subject of a sentence. */
  readonly who: string;
  readonly options: HttpRunnerOptions;
  readonly ports: RunnerPorts;
}

/** fetch() of Node gives up by itself after 300 s without a byte. */
export const MAX_SILENCE_MS = 290_000;
const DEFAULT_SILENCE_MS = 120_000;

/** A body that is no stream; with escapes it is longer than the answer in it. */
const MAX_BODY_BYTES = 16_777_216;
const MAX_ERROR_BYTES = 65_536;

const APIS: Readonly<Record<"chat" | "responses", ModelApi>> = {
  chat: chatApi,
  responses: responsesApi,
};

interface Reading {
  readonly api: ModelApi;
  readonly draft: AnswerDraft;
  readonly watch: SilenceWatch;
}

export async function callModel(call: ModelCall, signal: AbortSignal): Promise<TurnResult> {
  const { options, ports, who } = call;
  const silenceMs = Math.min(options.silenceMs ?? DEFAULT_SILENCE_MS, MAX_SILENCE_MS);
  const watch = watchSilence(signal, { timer: ports.timer, silenceMs });
  const reading: Reading = {
    api: APIS[options.api ?? "chat"],
    draft: createDraft(),
    watch,
  };
  let response: Response | undefined;
  try {
    response = await sendRequest(call, reading);
    watch.heard();
    return response.ok
      ? await readAnswer(response, who, reading)
      : await refuse(response, call, reading);
  } catch (error) {
    const { draft } = reading;
    const partial = limitAnswer(draft.text);
    if (signal.aborted) return stoppedTurn(signal, partial);
    const code = watch.isSilent() ? "silent" : codeOfError(error, response);
    return failureOfCall(code, { who, error, didSomething: didSomething(draft), partial });
  } finally {
    watch.end();
  }
}

function sendRequest(
  { turn, model, level, options, ports }: ModelCall,
  { api, watch }: Reading,
): Promise<Response> {
  const { baseUrl, apiKey, headers, extraBody, system, maxOutputTokens, stream = true } = options;
  const effort = effortOf(level);
  const body = api.createBody(turn, { system, maxOutputTokens, stream, effort });
  return ports.fetch(baseUrl.replace(/\/{1,9}$/, "") + api.path, {
    method: "POST",
    // Attack: a redirect would carry the message, and with some clients the key, elsewhere (SEC-5).
    redirect: "manual",
    headers: {
      accept: stream ? "text/event-stream" : "application/json",
      "content-type": "application/json",
      "idempotency-key": `run:${turn.id}`,
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
    body: JSON.stringify({ ...body, ...extraBody, model, stream }),
    signal: watch.signal,
  });
}

/** Some servers answer with a stream, or without one, whatever they are asked for. */
async function readAnswer(
  response: Response,
  who: string,
  { api, draft, watch }: Reading,
): Promise<TurnResult> {
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream")) {
    for await (const event of readEvents(readBytes(response, watch))) {
      api.readEvent(event, draft);
      if (draft.error !== undefined || isFull(draft)) break;
    }
  } else {
    const onBytes = (): void => {
      draft.isInBody = true;
    };
    const text = await readLimitedText(response, { watch, maxBytes: MAX_BODY_BYTES, onBytes });
    draft.isInBody = false;
    if (text === undefined) throw new CallError("answer_too_large");
    const body = parseObject(text);
    if (typeof body !== "object" || body === null) throw new CallError("not_json");
    api.readBody(body, draft);
  }
  return resultOfDraft(draft, who);
}

async function refuse(
  response: Response,
  { ports, who }: ModelCall,
  { watch }: Reading,
): Promise<TurnResult> {
  const { status, headers } = response;
  // A service that breaks off its refusal has refused nevertheless.
  const text = await readLimitedText(response, { watch, maxBytes: MAX_ERROR_BYTES }).catch(
    () => undefined,
  );
  const error = errorFromBody(text === undefined ? undefined : parseObject(text), status);
  const advice = readRetryAdvice(headers, ports.clock());
  return failureOfService(error, { who, didSomething: false, ...advice });
}

/** Whose turn was ended is asked before. */
const NEVER = new AbortController().signal;

function codeOfError(error: unknown, response: Response | undefined): CallErrorCode {
  if (error instanceof CallError) return error.code;
  // A connection that breaks after the request went out is another thing than one that never was.
  if (response !== undefined) return "connection_lost";
  const { kind } = exchangeOfError(error, NEVER);
  return kind === "lost" ? "connection_lost" : "not_connected";
}
