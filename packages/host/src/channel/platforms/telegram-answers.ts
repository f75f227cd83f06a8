// Answers of Telegram's Bot API → what each means.

import type { Answer } from "../http/exchange.ts";
import { readField, readNumber, readText } from "../http/read-field.ts";
import type { AnswerFacts, AnswerRules } from "../http/result-rows.ts";

/** Descriptions as the server's source has them (tdlib/telegram-bot-api); 403 is one chat, not the token. */
export const TELEGRAM_ANSWERS: AnswerRules = {
  name: "Telegram",
  read,
  rows: [
    { words: [401], kind: "credential", code: "unauthorized" },
    // The path of a token that is no token: "/bot…/sendMessage" is not recognised.
    { words: [404], like: /^Not Found$/, kind: "credential", code: "unauthorized" },
    { words: [403], kind: "message", code: "recipient_unreachable" },
    { words: [400], like: /upgraded to a supergroup/, kind: "message", code: "recipient_moved" },
    {
      words: [400],
      like: /chat not found|thread not found|chat_id is empty|PEER_ID_INVALID/,
      kind: "message",
      code: "recipient_unknown",
    },
    { words: [400], like: /can't parse entities/, kind: "markup", code: "markup_refused" },
    { words: [400], like: /message is too long/, kind: "message", code: "too_long" },
    {
      words: [400],
      like: /text (?:is empty|must be non-empty)/,
      kind: "message",
      code: "empty_text",
    },
    {
      words: [400],
      like: /not enough rights|CHAT_\w+_FORBIDDEN/,
      kind: "message",
      code: "not_permitted",
    },
    // It was sent, and a rule of the group removed it: sending again would double it.
    {
      words: [500],
      like: /sent message was immediately deleted/,
      kind: "message",
      code: "content_refused",
    },
  ],
};

function read({ body }: Answer): AnswerFacts {
  const id = readField(body, "ok") === true ? readNumber(body, "result", "message_id") : undefined;
  const word = readNumber(body, "error_code");
  const sentence = readText(body, "description");
  const moved = readNumber(body, "parameters", "migrate_to_chat_id");
  return {
    ...(id !== undefined && { id: String(id) }),
    ...(word !== undefined && { word }),
    ...(sentence !== undefined && { sentence }),
    ...(moved !== undefined && { hint: `Write ${moved} in \`to\`.` }),
    wait: readField(body, "parameters", "retry_after"),
  };
}
