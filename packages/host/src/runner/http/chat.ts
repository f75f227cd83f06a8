// `/v1/chat/completions`: a turn → the body of the request; its answer, whole or in chunks → a draft.
import type { ThinkingLevel, TurnRequest } from "../../model/turn.ts";
import { parseObject, readField, readList, readText } from "../read-field.ts";
import { type AnswerDraft, usageOf } from "./answer-draft.ts";
import type { ModelApi } from "./model-api.ts";
import { errorFromBody } from "./service-error.ts";

export const chatApi: ModelApi = {
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
    readChoice(readField(body, "choices", 0), "message", draft);
    draft.usage = usageOfBody(body) ?? draft.usage;
    if (readField(body, "error")) draft.error = errorFromBody(body);
    draft.isWhole = readList(body, "choices").length > 0;
  },
  readEvent({ data }, draft) {
    if (data === "[DONE]") {
      draft.isWhole = true;
      return;
    }
    const chunk = parseObject(data);
    // `"error": null` stands in good chunks of some servers.
    if (chunk === undefined || readField(chunk, "error")) {
      draft.error = errorFromBody(chunk);
      return;
    }
    readChoice(readField(chunk, "choices", 0), "delta", draft);
    draft.usage = usageOfBody(chunk) ?? draft.usage;
    // Not every server sends `[DONE]`.
    if (draft.end !== undefined) draft.isWhole = true;
  },
};

/** Earlier answers cannot be empty for some services. */
export function messagesOf({ history, message }: TurnRequest): readonly {
  readonly role: "user" | "assistant";
  readonly content: string;
}[] {
  return [
    ...history.flatMap(({ message: asked, answer }) => [
      { role: "user" as const, content: asked },
      { role: "assistant" as const, content: answer === "" ? "(no answer)" : answer },
    ]),
    { role: "user", content: message },
  ];
}

function readChoice(choice: unknown, part: "message" | "delta", draft: AnswerDraft): void {
  const message = readField(choice, part);
  draft.text += textOfContent(readField(message, "content"));
  if (readText(message, "refusal") !== "") draft.isRefused = true;
  if (readList(message, "tool_calls").length > 0) draft.usesTools = true;
  const end = readText(choice, "finish_reason");
  if (end !== "") draft.end = end;
}

/** A text, or a list of parts; null where there is none. */
function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => readText(part, "text")).join("") : "";
}

function usageOfBody(body: unknown): ReturnType<typeof usageOf> {
  const usage = readField(body, "usage");
  return usageOf(readField(usage, "prompt_tokens"), readField(usage, "completion_tokens"));
}

/** As both APIs spell the levels. */
export function effortOf(level: ThinkingLevel | undefined): string | undefined {
  return level === "off" ? "none" : level;
}
