// Answers of Discord's API v10 → what each means.
import type { Answer } from "../http/exchange.ts";
import { readField, readNumber, readText } from "../http/read-field.ts";
import type { AnswerFacts, AnswerRules } from "../http/result-rows.ts";

/** 403 is one channel or person, never the token: the code decides. */
export const DISCORD_ANSWERS: AnswerRules = {
  name: "Discord",
  read,
  rows: [
    { status: [401], kind: "credential", code: "unauthorized" },
    { status: [429], kind: "retry", code: "rate_limited" },
    { words: [20016, 20028, 20029, 40003], kind: "retry", code: "rate_limited" },
    { words: [130000], kind: "retry", code: "server_error" },
    { words: [10003, 10013], kind: "message", code: "recipient_unknown" },
    { words: [50007, 50278], kind: "message", code: "recipient_unreachable" },
    { words: [50001, 50009, 50013], kind: "message", code: "not_permitted" },
    { words: [200000, 240000], kind: "message", code: "content_refused" },
    { words: [50006], kind: "message", code: "empty_text" },
    { words: [50035], like: /^BASE_TYPE_MAX_LENGTH$/, kind: "message", code: "too_long" },
  ],
};

function read({ body }: Answer): AnswerFacts {
  // A redirect that a client swallows is an object without an id.
  const id = readText(body, "id");
  const word = readNumber(body, "code");
  const sentence = readText(body, "errors", "content", "_errors", 0, "code");
  return {
    ...(id !== undefined && { id }),
    ...(word !== undefined && { word }),
    ...(sentence !== undefined && { sentence }),
    wait: readField(body, "retry_after"),
  };
}
