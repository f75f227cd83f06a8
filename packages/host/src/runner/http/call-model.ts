// A turn, the name of a model and settings → one request, and its answer as the result of the turn.

import { jsonFromText, readListMember, readMember, readTextMember } from "@hookwright/base";
import { openRequest, readText } from "@hookwright/node-kit/http";
import type { ThinkingLevel, TurnRequest, TurnResult } from "../../model/turn.ts";
import type { Ports } from "../../ports.ts";
import {
  type AnswerDraft,
  createDraft,
  didSomething,
  isFull,
  resultOfDraft,
  usageOf,
} from "../answer-draft.ts";
import { CallError, type CallErrorCode, failureOfCall } from "../call-error.ts";
import { messagesOf } from "../conversation.ts";
import { errorFromBody, failureOfService, limitAnswer, stoppedTurn } from "../failures.ts";
import { readRetryAdvice } from "../retry-advice.ts";
import { type SilenceWatch, watchSilence } from "../watch-silence.ts";
import type { HttpRunnerOptions, ModelApi } from "./model-api.ts";
import { readEvents } from "./read-events.ts";

/** `/v1/chat/completions`: a turn → the body of the request; its answer, whole or in chunks → a draft. */
const chatApi: ModelApi = {
  path: "/chat/completions",
  createBody: (turn, { system, maxOutputTokens, stream, effort }) => ({
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      ...messagesOf(turn),
    ],
    ...(stream && { stream_options: { include_usage: true } }),
    ...(maxOutputTokens !== undefined && { max_completion_tokens: maxOutputTokens }),
    ...(effort !== undefined && { reasoning_effort: effort }),
  }),
  readBody(body, draft) {
    readChoice(readMember(body, "choices", 0), "message", draft);
    draft.usage = usageOfBody(body) ?? draft.usage;
    if (readMember(body, "error")) draft.error = errorFromBody(body);
    draft.isWhole = readListMember(body, "choices").length > 0;
  },
  readEvent({ data }, draft) {
    if (data === "[DONE]") {
      draft.isWhole = true;
      return;
    }
    const chunk = jsonFromText(data);
    // Some servers send `"error": null` in good chunks.
    if (chunk === undefined || readMember(chunk, "error")) {
      draft.error = errorFromBody(chunk);
      return;
    }
    readChoice(readMember(chunk, "choices", 0), "delta", draft);
    draft.usage = usageOfBody(chunk) ?? draft.usage;
    // Not every server sends `[DONE]`.
    if (draft.end !== undefined) draft.isWhole = true;
  },
};

function readChoice(choice: unknown, part: "message" | "delta", draft: AnswerDraft): void {
  const message = readMember(choice, part);
  draft.text += textOfContent(readMember(message, "content"));
  if ((readTextMember(message, "refusal") ?? "") !== "") draft.isRefused = true;
  if (readListMember(message, "tool_calls").length > 0) draft.usesTools = true;
  const end = readTextMember(choice, "finish_reason") ?? "";
  if (end !== "") draft.end = end;
}

/** A text, or a list of parts; null where there is none. */
function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content)
    ? content.map((part) => readTextMember(part, "text") ?? "").join("")
    : "";
}

function usageOfBody(body: unknown): ReturnType<typeof usageOf> {
  const usage = readMember(body, "usage");
  return usageOf(readMember(usage, "prompt_tokens"), readMember(usage, "completion_tokens"));
}

/** As both APIs spell the levels. */
function effortOf(level: ThinkingLevel | undefined): string | undefined {
  return level === "off" ? "none" : level;
}

/** `/v1/responses`: a turn → the body of the request; its answer, whole or in events → a draft. */
const responsesApi: ModelApi = {
  path: "/responses",
  createBody: (turn, { system, maxOutputTokens, effort }) => ({
    input: messagesOf(turn),
    // The host keeps the conversation; the service has no reason to.
    store: false,
    ...(system !== undefined && { instructions: system }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(effort !== undefined && { reasoning: { effort } }),
  }),
  readBody: readResponse,
  readEvent({ name, data }, draft) {
    const event = jsonFromText(data);
    const type = (readTextMember(event, "type") ?? "") || name;
    if (event === undefined && data !== "[DONE]") draft.error = errorFromBody(undefined);
    else if (type === "response.output_text.delta")
      draft.text += readTextMember(event, "delta") ?? "";
    else if (type === "response.refusal.delta") draft.isRefused = true;
    else if (type === "error") draft.error = errorFromBody(event);
    else if (LAST_EVENTS.has(type)) readResponse(readMember(event, "response"), draft);
    else if (type === "response.output_item.done") readTool(readMember(event, "item"), draft);
  },
};

const LAST_EVENTS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Its texts go before those that came in pieces. */
function readResponse(response: unknown, draft: AnswerDraft): void {
  const output = readListMember(response, "output");
  const content = output
    .filter((item) => (readTextMember(item, "type") ?? "") === "message")
    .flatMap((item) => readListMember(item, "content"));
  const text = content
    .map((part) =>
      (readTextMember(part, "type") ?? "") === "output_text"
        ? (readTextMember(part, "text") ?? "")
        : "",
    )
    .join("");
  if (text !== "") draft.text = text;
  if (content.some((part) => (readTextMember(part, "type") ?? "") === "refusal"))
    draft.isRefused = true;
  for (const item of output) readTool(item, draft);
  const usage = readMember(response, "usage");
  draft.usage = usageOf(readMember(usage, "input_tokens"), readMember(usage, "output_tokens"));
  const status = readTextMember(response, "status") ?? "";
  draft.end = (readTextMember(response, "incomplete_details", "reason") ?? "") || status;
  draft.isWhole = status === "completed" || status === "incomplete";
  if (status === "failed" || readMember(response, "error")) draft.error = errorFromBody(response);
}

/** Reasoning is not a call; tools that the service runs itself are. */
function readTool(item: unknown, draft: AnswerDraft): void {
  if ((readTextMember(item, "type") ?? "").endsWith("_call")) draft.usesTools = true;
}

interface ModelCall {
  readonly turn: TurnRequest;
  readonly model: string;
  readonly level: ThinkingLevel | undefined;
  /** The service, as the subject of a sentence. */
  readonly who: string;
  readonly options: HttpRunnerOptions;
  readonly ports: Ports;
}

/** A body that is not a stream; because of escapes it is longer than its answer. */
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
  const watch = watchSilence(signal, { timer: ports.timer, silenceMs: options.silenceMs });
  const reading: Reading = {
    api: APIS[options.api ?? "chat"],
    draft: createDraft(),
    watch,
  };
  const fail = (code: CallErrorCode, system?: string): TurnResult => {
    const { draft } = reading;
    const partial = limitAnswer(draft.text);
    if (signal.aborted) return stoppedTurn(signal, partial);
    const cause = watch.isSilent() ? "silent" : code;
    return failureOfCall(cause, { who, system, didSomething: didSomething(draft), partial });
  };
  try {
    const opened = await postTurn(call, reading);
    if (opened.kind === "lost") return fail("connection_lost");
    if (opened.kind !== "opened") return fail("not_connected", opened.system);
    watch.heard();
    const { response } = opened;
    return response.ok
      ? await readAnswer(response, who, reading)
      : await refuse(response, call, reading);
  } catch (error) {
    return fail(error instanceof CallError ? error.code : "connection_lost");
  } finally {
    watch.end();
  }
}

/** Resolves before the body, which may be a stream, is read. */
function postTurn(
  { turn, model, level, options, ports }: ModelCall,
  { api, watch }: Reading,
): ReturnType<typeof openRequest> {
  const { baseUrl, apiKey, headers, extraBody, system, maxOutputTokens, stream = true } = options;
  const effort = effortOf(level);
  const body = api.createBody(turn, { system, maxOutputTokens, stream, effort });
  return openRequest(
    {
      url: baseUrl.replace(/\/{1,9}$/, "") + api.path,
      headers: {
        accept: stream ? "text/event-stream" : "application/json",
        "content-type": "application/json",
        "idempotency-key": `run:${turn.id}`,
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
      body: JSON.stringify({ ...body, ...extraBody, model, stream }),
    },
    { fetch: ports.fetch, signal: watch.signal },
  );
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
      watch.heard();
      draft.isInBody = true;
    };
    const { text, isWhole } = await readText(response, { maxBytes: MAX_BODY_BYTES, onBytes });
    draft.isInBody = false;
    if (!isWhole) throw new CallError("answer_too_large");
    const body = jsonFromText(text);
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
  const read = await readText(response, {
    maxBytes: MAX_ERROR_BYTES,
    onBytes: watch.heard,
  }).catch(() => undefined);
  const error = errorFromBody(read?.isWhole ? jsonFromText(read.text) : undefined, status);
  const advice = readRetryAdvice(headers, ports.clock());
  return failureOfService(error, { who, didSomething: false, ...advice });
}

/** The body of an answer → its bytes, each reported to the watch. */
async function* readBytes({ body }: Response, watch: SilenceWatch): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  for await (const chunk of body) {
    watch.heard();
    yield chunk;
  }
}
