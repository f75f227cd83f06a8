// `/v1/responses`: a turn → the body of the request; its answer, whole or in events → a draft.

import { parseObject, readField, readList, readText } from "../read-field.ts";
import { type AnswerDraft, usageOf } from "./answer-draft.ts";
import { messagesOf } from "./chat.ts";
import type { ModelApi } from "./model-api.ts";
import { errorFromBody } from "./service-error.ts";

export const responsesApi: ModelApi = {
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
    const event = parseObject(data);
    const type = readText(event, "type") || name;
    if (event === undefined && data !== "[DONE]") draft.error = errorFromBody(undefined);
    else if (type === "response.output_text.delta") draft.text += readText(event, "delta");
    else if (type === "response.refusal.delta") draft.isRefused = true;
    else if (type === "error") draft.error = errorFromBody(event);
    else if (LAST_EVENTS.has(type)) readResponse(readField(event, "response"), draft);
    else if (type === "response.output_item.done") readTool(readField(event, "item"), draft);
  },
};

const LAST_EVENTS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Its texts go before those that came in pieces. */
function readResponse(response: unknown, draft: AnswerDraft): void {
  const output = readList(response, "output");
  const content = output
    .filter((item) => readText(item, "type") === "message")
    .flatMap((item) => readList(item, "content"));
  const text = content
    .map((part) => (readText(part, "type") === "output_text" ? readText(part, "text") : ""))
    .join("");
  if (text !== "") draft.text = text;
  if (content.some((part) => readText(part, "type") === "refusal")) draft.isRefused = true;
  for (const item of output) readTool(item, draft);
  const usage = readField(response, "usage");
  draft.usage = usageOf(readField(usage, "input_tokens"), readField(usage, "output_tokens"));
  const status = readText(response, "status");
  draft.end = readText(response, "incomplete_details", "reason") || status;
  draft.isWhole = status === "completed" || status === "incomplete";
  if (status === "failed" || readField(response, "error")) draft.error = errorFromBody(response);
}

/** Reasoning is no call; tools that the service runs by itself are. */
function readTool(item: unknown, draft: AnswerDraft): void {
  if (readText(item, "type").endsWith("_call")) draft.usesTools = true;
}
